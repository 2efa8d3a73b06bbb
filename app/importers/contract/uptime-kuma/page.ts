import { foreignTimeZone } from "../foreign-time-zone";
import { foreignName, foreignNumber, foreignText, parseForeignId } from "../foreign-values";
import { toMovedManualComponent } from "../hand-kept-component";
import type { MovedComponent, MovedGroup, MovedPage } from "../move-document";
import { hasForeignValue, type MoveNotes, type NoteSubject } from "../move-notes";
import { toMovedPage } from "../moved-things";
import { unmovedReasons } from "../unmoved-reasons";
import { type KumaRow, kumaFlag, kumaJson, kumaMonitorSubject, kumaText } from "./monitor-row";

/** Rows of each table by its name; a table that is missing has none. */
export type KumaTables = Readonly<Record<string, readonly KumaRow[]>>;

export const kumaTableRows = (tables: KumaTables, name: string): readonly KumaRow[] => tables[name] ?? [];

/** Returns a setting, which is kept as JSON text; empty when there is none. */
export function kumaSetting(tables: KumaTables, key: string): string {
  const value = kumaTableRows(tables, "setting").find((row) => row.key === key)?.value;
  return foreignText(kumaJson(value) ?? value);
}

const byWeight = (one: KumaRow, other: KumaRow) =>
  (foreignNumber(one.weight) ?? 0) - (foreignNumber(other.weight) ?? 0) ||
  (foreignNumber(one.id) ?? 0) - (foreignNumber(other.id) ?? 0);

/** Returns true for a row of the page; rows of the time when there was one page name none. */
export const isKumaRowOfPage = (row: KumaRow, pageId: string): boolean =>
  !hasForeignValue(row.status_page_id) || foreignText(row.status_page_id) === pageId;

const leftOutFields = {
  icon: "Upload the logo on the page’s settings.",
  custom_css: "Pages here have no styles of their own beside the accent.",
  footer_text: "A footer has no place here.",
  google_analytics_tag_id: unmovedReasons.unmeasured,
  analytics_id: unmovedReasons.unmeasured,
  show_certificate_expiry: "Visitors do not see certificates here.",
  rss_title: "Feeds are named after the page here.",
};

function notePage(row: KumaRow, notes: MoveNotes, subject: NoteSubject): void {
  notes.leftOutFields(subject, row, leftOutFields);
  if (hasForeignValue(row.theme) && row.theme !== "auto")
    notes.leftOut(subject, "theme", "Visitors choose between light and dark here.");
  if ("published" in row && !kumaFlag(row, "published"))
    notes.approximated(subject, "published", "It was not published: it becomes private.");
}

/** Returns the page to take: the one whose slug was chosen, else the first; others are noted. */
export function chooseKumaPage(tables: KumaTables, slug: string, notes: MoveNotes): KumaRow | null {
  const rows = kumaTableRows(tables, "status_page");
  const row = rows.find((each) => slug !== "" && each.slug === slug) ?? (slug === "" ? rows[0] : undefined) ?? null;
  for (const other of rows) {
    if (other !== row)
      notes.leftOut(
        { noun: "page", id: parseForeignId(other.id), name: foreignName(other.title, "Status page") },
        "slug",
        "One page is imported at a time: import again and choose this one.",
      );
  }
  return row;
}

export function convertKumaPage(row: KumaRow, tables: KumaTables, notes: MoveNotes): MovedPage | null {
  const id = parseForeignId(row.id);
  if (id === null) return null;
  const name = foreignName(row.title, "Status page");
  notePage(row, notes, { noun: "page", id, name });
  const hosts = kumaTableRows(tables, "status_page_cname").filter((each) => foreignText(each.status_page_id) === id);
  if (hosts.length > 1)
    notes.leftOut({ noun: "page", id, name }, "domain", "A page has one host name here: the first is taken.");
  return toMovedPage({
    id,
    name,
    about: row.description,
    timeZone: foreignTimeZone(kumaSetting(tables, "serverTimezone")),
    slug: row.slug,
    host: hosts[0]?.domain,
    ...("search_engine_index" in row && !kumaFlag(row, "search_engine_index") && { isUnlisted: true }),
    isPrivate: "published" in row && !kumaFlag(row, "published"),
  });
}

/** Places of the monitors that visitors see: each is a component, in the group where it stands first. */
export interface KumaPageStructure {
  groups: MovedGroup[];
  components: MovedComponent[];
}

function componentOf(row: KumaRow, groupId: string, isWatched: boolean): MovedComponent | null {
  const { id, name } = kumaMonitorSubject(row);
  if (id === null) return null;
  return toMovedManualComponent({
    id,
    name,
    description: kumaText(row, "description"),
    groupId,
    keptBy: isWatched ? "watched" : "manual",
  });
}

/** Translates groups and the monitors in them; `watched` are monitors with a check here. */
export function convertKumaPageStructure(
  tables: KumaTables,
  pageId: string,
  watched: ReadonlySet<string>,
  notes: MoveNotes,
): KumaPageStructure {
  const rows = kumaTableRows(tables, "group")
    .filter((row) => isKumaRowOfPage(row, pageId))
    .toSorted(byWeight);
  const monitors = new Map(kumaTableRows(tables, "monitor").map((row) => [foreignText(row.id), row]));
  const members = Map.groupBy(kumaTableRows(tables, "monitor_group"), (row) => foreignText(row.group_id));
  const places: KumaPageStructure = { groups: [], components: [] };
  const placed = new Set<string>();
  for (const group of rows) {
    const groupId = parseForeignId(group.id);
    if (groupId === null) continue;
    places.groups.push({ id: groupId, name: foreignName(group.name, "Group"), description: "" });
    for (const member of (members.get(groupId) ?? []).toSorted(byWeight)) {
      const id = foreignText(member.monitor_id);
      const monitor = monitors.get(id);
      const component = monitor && !placed.has(id) ? componentOf(monitor, groupId, watched.has(id)) : null;
      if (placed.has(id))
        notes.leftOut(
          { noun: "component", id, name: foreignName(monitor?.name, "Monitor") },
          "monitor_group",
          "It stands in several groups there, and in the first of them here.",
        );
      if (hasForeignValue(member.custom_url) || kumaFlag(member, "send_url"))
        notes.leftOut(
          { noun: "component", id, name: foreignName(monitor?.name, "Monitor") },
          "send_url",
          "Components have no link here.",
        );
      if (!component) continue;
      placed.add(id);
      places.components.push(component);
    }
  }
  return places;
}
