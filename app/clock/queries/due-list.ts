import type { WorkUnit, WorkUnitKind } from "~/time/units";

/**
 * Maximum number of units of a kind in a minute. Pages take turns, each with the units first that have waited longest.
 */
export const maxDueWorkUnitsPerKind = 500;

/**
 * Selects rows as one JSON column, because each statement counts against the invocation and a column does not. Every
 * page has its first row before any page has a second, so that no page crowds out others. Numbering costs rows even if
 * there are none, so it runs only if something is due.
 */
export const dueListColumn = (from: string, limit = maxDueWorkUnitsPerKind): string =>
  `(CASE WHEN EXISTS (${from}) THEN
    (SELECT json_group_array(json_array(page_id, id, since, tries)) FROM (SELECT page_id, id, since, tries
      FROM (SELECT *, row_number() OVER (PARTITION BY page_id ORDER BY since) AS nth FROM (${from}))
      ORDER BY nth, since LIMIT ${limit})) END)`;

export type DueListEntry = [pageId: string, id: string, since: number, tries: number];

export const dueWorkUnitOf = (kind: WorkUnitKind, [pageId, id, dueAt, tries]: DueListEntry): WorkUnit => ({
  kind,
  pageId,
  id,
  dueAt,
  tries,
});

export const parseWorkUnitList = (kind: WorkUnitKind, text: string | null | undefined): WorkUnit[] =>
  (JSON.parse(text ?? "[]") as DueListEntry[]).map((each) => dueWorkUnitOf(kind, each));
