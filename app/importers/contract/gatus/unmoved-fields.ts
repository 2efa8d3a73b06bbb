import { foreignList, foreignName, foreignRecord, foreignText } from "../foreign-values";
import type { MovedPage } from "../move-document";
import { countedThings, type MoveNotes, type NoteSubject, wholeOriginSubject } from "../move-notes";
import { convertForeignLinks, toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";

const config = wholeOriginSubject("Gatus");

const server = "It is about Gatus' own server.";

const topFields: Readonly<Record<string, string>> = {
  security: unmovedReasons.audience,
  suites: unmovedReasons.preceding,
  web: server,
  metrics: server,
  storage: server,
  connectivity: server,
  remote: server,
  tunneling: server,
  concurrency: server,
  "disable-monitoring-lock": server,
  "skip-invalid-config-update": server,
  debug: server,
  state: server,
};

const known = new Set([
  "endpoints",
  "services",
  "external-endpoints",
  "announcements",
  "alerting",
  "maintenance",
  "ui",
  ...Object.keys(topFields),
]);

const uiFields: Readonly<Record<string, string>> = {
  "custom-css": unmovedReasons.looks,
  "dashboard-heading": unmovedReasons.oneName,
  "dashboard-subheading": unmovedReasons.oneName,
  "default-sort-by": unmovedReasons.order,
  "default-filter-by": unmovedReasons.visitorsFilter,
  "dark-mode": unmovedReasons.theme,
  favicon: unmovedReasons.favicon,
};

/** Fields of an endpoint's `client` and of the endpoint itself without a place here. */
export const reasonByUnmovedEndpointField: Readonly<Record<string, string>> = {
  "extra-labels": server,
  "always-run": "Only suites have it.",
  store: "Only suites have it.",
  ssh: "SSH is not checked here.",
};

export const reasonByUnmovedClientField: Readonly<Record<string, string>> = {
  insecure: unmovedReasons.certificate,
  "proxy-url": unmovedReasons.proxy,
  "dns-resolver": unmovedReasons.resolver,
  oauth2: unmovedReasons.fetchToken,
  "identity-aware-proxy": unmovedReasons.fetchToken,
  tls: unmovedReasons.ownCertificate,
  tunnel: unmovedReasons.tunnel,
  network: unmovedReasons.ipVersion,
};

/** Notes what of the whole configuration has no place here. */
export function noteGatusConfigFields(from: Record<string, unknown>, notes: MoveNotes): void {
  notes.leftOutFields(config, from, topFields);
  notes.leftOutFields({ noun: "page", id: "gatus", name: "" }, foreignRecord(from.ui), uiFields);
  const strange = Object.keys(from).filter((name) => !known.has(name) && !name.startsWith("x-"));
  for (const name of strange) notes.leftOut(config, name.slice(0, 100), "It is not known here.");
}

/** Notes once how many endpoints have alerts or looks of their own. */
export function noteGatusCommonFields(endpoints: readonly Record<string, unknown>[], notes: MoveNotes): void {
  const reasons = {
    alerts: unmovedReasons.alerts,
    ui: unmovedReasons.looks,
  };
  for (const [field, reason] of Object.entries(reasons)) {
    const count = endpoints.filter((each) => each[field] !== undefined && each[field] !== null).length;
    const subject: NoteSubject = { noun: "monitor", id: null, name: countedThings(count, "endpoint") };
    if (count > 0) notes.leftOut(subject, field, reason);
  }
}

/** Returns the page that `ui` describes; null without one that has a name. Its link is the one of its logo. */
export function convertGatusPage(ui: Record<string, unknown>, notes: MoveNotes): MovedPage | null {
  const { header, title, description: about, logo: logoUrl, link, buttons } = ui;
  const name = foreignName(header, foreignText(title));
  if (name === "") return null;
  const subject: NoteSubject = { noun: "page", id: "gatus", name };
  const others = foreignList(buttons).map(foreignRecord);
  const all = [{ label: name, url: link }, ...others.map((each) => ({ label: each.name, url: each.link }))];
  return toMovedPage({ id: "gatus", name, about, logoUrl, links: convertForeignLinks(all, subject, "buttons", notes) });
}
