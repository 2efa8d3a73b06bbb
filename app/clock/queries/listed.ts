import { sql } from "drizzle-orm";
import type { Unit, UnitKind } from "~/time/units";

/** At most so many units of a kind are taken up in one minute: pages in turn, of each those that have waited longest. */
export const most = 500;

/**
 * Rows of a query as one JSON column: each statement counts against the invocation, a column does not. One of each page
 * before any page has a second, so that a page on which much is due at once keeps no other off the list; numbering them
 * costs rows even where there are none, so it is asked for only when something is due.
 */
export const listed = (from: string, limit = most) =>
  sql.raw(`(CASE WHEN EXISTS (${from}) THEN
    (SELECT json_group_array(json_array(page_id, id, since, tries)) FROM (SELECT page_id, id, since, tries
      FROM (SELECT *, row_number() OVER (PARTITION BY page_id ORDER BY since) AS nth FROM (${from}))
      ORDER BY nth, since LIMIT ${limit})) END)`);

export type Listed = [pageId: string, id: string, since: number, tries: number];

export const unitOf = (kind: UnitKind, [pageId, id, dueAt, tries]: Listed): Unit => ({
  kind,
  pageId,
  id,
  dueAt,
  tries,
});

export const unitsOf = (kind: UnitKind, text: string | null | undefined): Unit[] =>
  (JSON.parse(text ?? "[]") as Listed[]).map((each) => unitOf(kind, each));
