import { orderFieldName } from "../../rules/order-field";

/** The subject of a page of management, as far as a file may manage it. */
export type ManagedSubject =
  /** One thing, or the page itself; with a field, that one alone. */
  | { id: string; field?: string }
  /** All things of a noun that have no page of their own. */
  | { noun: "member" };

/**
 * Returns the subject of a page by its path below `/manage/:page`; null for a list, but for that of components, on which
 * the page is put in order. A thing has the second part, or the
 * last one of a rule; what no file describes, such as an incident, is found by no file.
 */
export function managedSubjectOf(path: readonly string[], pageId: string): ManagedSubject | null {
  const [room, id, below, rule, ...more] = path;
  if (room === "settings") return { id: pageId };
  if (room === "components" && id === undefined) return { id: pageId, field: orderFieldName };
  if (room === "people" && id === undefined) return { noun: "member" };
  if (id === undefined || id === "new" || more.length > 0) return null;
  if (below === undefined) return { id };
  return below === "rules" && rule !== undefined ? { id: rule } : null;
}
