import { foreignName, foreignText, parseForeignId } from "./foreign-values";
import type { MoveDocumentPart, MovedGroup, MovedIncident, MovedMaintenance, MovedPage } from "./move-document";
import type { MoveNotes, NoteSubject } from "./move-notes";
import { isWebAddress } from "./web-address";

type PageText = "about" | "slug" | "host" | "accentColor" | "logoUrl";

/** A page as an origin describes it; texts may be values of any kind, of which empty ones count as none. */
export type ForeignPage = Pick<MovedPage, "id" | "name"> &
  Partial<Omit<MovedPage, PageText>> &
  Partial<Record<PageText, unknown>>;

const textOrNull = (value: unknown): string | null => foreignText(value) || null;

/** Returns a page; what the origin does not say is not set. */
export const toMovedPage = ({ about, slug, host, accentColor, logoUrl, ...page }: ForeignPage): MovedPage => ({
  about: foreignText(about),
  timeZone: null,
  slug: textOrNull(slug),
  host: textOrNull(host),
  accentColor: textOrNull(accentColor),
  logoUrl: textOrNull(logoUrl),
  isPrivate: false,
  languages: [],
  ...page,
});

/** Returns the groups that things name, each once and in the order of their first thing: the name is the id. */
export const movedGroupsFromNames = (names: readonly unknown[]): MovedGroup[] =>
  [...new Set(names.map((each) => foreignText(each).trim()).filter(Boolean))].map((name) => ({
    id: parseForeignId(name) ?? name,
    name: foreignName(name, "Group"),
    description: "",
  }));

type OptionalOfIncident = "components" | "postmortem" | "path" | "isBackfilled";

/** Returns an incident; what the origin does not know of is empty. */
export const toMovedIncident = (
  incident: Omit<MovedIncident, OptionalOfIncident> & Partial<Pick<MovedIncident, OptionalOfIncident>>,
): MovedIncident => ({ components: [], postmortem: null, path: null, isBackfilled: false, ...incident });

type OptionalOfMaintenance = "path" | "autoStart" | "autoEnd";

/** Returns a maintenance that starts and ends by itself, unless the origin says otherwise. */
export const toMovedMaintenance = (
  maintenance: Omit<MovedMaintenance, OptionalOfMaintenance> & Partial<Pick<MovedMaintenance, OptionalOfMaintenance>>,
): MovedMaintenance => ({ path: null, autoStart: true, autoEnd: true, ...maintenance });

/** A link of a page as an origin describes it: values of any kind. */
export interface ForeignLink {
  label: unknown;
  url: unknown;
}

const mostLinks = 8;

/** Returns the links of a page that lead to an address, eight at most; others are noted, empty ones are none. */
export function convertForeignLinks(
  links: readonly ForeignLink[],
  subject: NoteSubject,
  field: string,
  notes: MoveNotes,
): NonNullable<MovedPage["links"]> {
  const told = links.map(({ label, url }) => ({ label: foreignText(label).trim(), url: foreignText(url).trim() }));
  const [moved, others] = [told.filter(({ url }) => isWebAddress(url)), told.filter(({ url }) => !isWebAddress(url))];
  if (others.some(({ url }) => url !== ""))
    notes.leftOut(subject, field, "A link that is no web address does not come.");
  if (moved.length > mostLinks) notes.leftOut(subject, field, "A page here has eight links: the first ones come.");
  return moved.slice(0, mostLinks).map(({ label, url }) => ({ label: label || (URL.parse(url)?.host ?? url), url }));
}

/** Joins the incidents and maintenance of several parts. */
export const joinEventsOfParts = (parts: readonly MoveDocumentPart[]) => ({
  incidents: parts.flatMap(({ incidents = [] }) => incidents),
  maintenances: parts.flatMap(({ maintenances = [] }) => maintenances),
  maintenanceSeries: parts.flatMap(({ maintenanceSeries = [] }) => maintenanceSeries),
});
