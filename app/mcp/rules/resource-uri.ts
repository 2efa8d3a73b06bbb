/** The object that the URI of a resource names. */
export type ResourceSubject =
  | { kind: "help"; name: string }
  | { kind: "page"; page: string }
  | { kind: "incident"; page: string; id: string };

const scheme = "upfront://";

export const helpUri = (name: string): string => `${scheme}docs/${name}`;
export const pageUri = (slug: string): string => `${scheme}pages/${slug}`;

/** Templates of addresses (RFC 6570). */
export const pageUriTemplate = `${scheme}pages/{page}`;
export const incidentUriTemplate = `${pageUriTemplate}/incidents/{id}`;

const segment = "([A-Za-z0-9][A-Za-z0-9._-]{0,79})";
const patterns = {
  help: new RegExp(`^${scheme}docs/${segment}$`),
  page: new RegExp(`^${scheme}pages/${segment}$`),
  incident: new RegExp(`^${scheme}pages/${segment}/incidents/${segment}$`),
};

/** Reads an address; null = it names no resource of ours. */
export function parseResourceUri(uri: string): ResourceSubject | null {
  const [, help] = patterns.help.exec(uri) ?? [];
  if (help !== undefined) return { kind: "help", name: help };
  const [, page] = patterns.page.exec(uri) ?? [];
  if (page !== undefined) return { kind: "page", page };
  const [, owner, id] = patterns.incident.exec(uri) ?? [];
  return owner !== undefined && id !== undefined ? { kind: "incident", page: owner, id } : null;
}
