import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "~/platform/ctx";
import type { Status } from "~/status/status";

/** Maximum number of a page's changes that are read for one response, however few of them machines observed. */
export const maxStatusChangesScanned = 500;

interface ObservedStatusListing {
  /** Place of the last event shown. */
  before: readonly [number, string] | null;
  /** False when the list has none of them; nothing is read then. */
  isWanted: boolean;
  limit: number;
}

const isTrouble = (column: SQL): SQL =>
  sql`coalesce(${column} IN ('degraded_performance', 'partial_outage', 'major_outage'), 0)`;

/** The last time before a change at which trouble started on its component, among the changes that are read. */
const troubleSince = sql`max(CASE WHEN NOT ${isTrouble(sql`s.from_status`)} AND ${isTrouble(sql`s.to_status`)} THEN s.at END)
  OVER (PARTITION BY s.component_id, s.layer ORDER BY s.recorded_at, s.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)`;

/** True for trouble and its end; what a component without a monitor becomes says nothing of how it is. */
const isTroubleOrEnd = sql`(${isTrouble(sql`f.to_status`)} OR (f.to_status = 'operational' AND ${isTrouble(sql`f.from_status`)}))`;

/**
 * Lists trouble that machines observed on a page's components, and its ends, newest first, along the primary key; a
 * `place` of `maxStatusChangesScanned` marks where the search stopped.
 */
export function observedStatusQuery({ db }: Pick<Ctx, "db">, pageId: string, listing: ObservedStatusListing) {
  const { before, isWanted, limit } = listing;
  const beyond = before ? sql`AND (c.recorded_at, c.id) < (${before[0]}, ${before[1]})` : sql``;
  const newest = sql`(SELECT * FROM status_change c WHERE c.page_id = ${pageId} ${beyond}
    ORDER BY c.recorded_at DESC, c.id DESC LIMIT ${isWanted ? maxStatusChangesScanned : 0})`;
  const read = sql`(SELECT s.*, ${troubleSince} AS trouble_since,
    row_number() OVER (ORDER BY s.recorded_at DESC, s.id DESC) AS place FROM ${newest} s) f`;
  const fits = sql`f.layer = 'observed' AND ${isTroubleOrEnd} AND k.name IS NOT NULL`;
  return db
    .select({
      id: sql<string>`f.id`.as("id"),
      at: sql<number>`f.recorded_at`.as("at"),
      componentId: sql<string>`f.component_id`.as("component_id"),
      name: sql<string | null>`k.name`.as("name"),
      status: sql<Status | null>`f.to_status`.as("status"),
      lasted: sql<number | null>`f.at - f.trouble_since`.as("lasted"),
      place: sql<number>`f.place`.as("place"),
      fits: sql<number>`(${fits})`.as("fits"),
    })
    .from(sql`${read} LEFT JOIN component k ON k.id = f.component_id`)
    .where(sql`(${fits}) OR f.place = ${maxStatusChangesScanned}`)
    .orderBy(sql`f.recorded_at DESC, f.id DESC`)
    .limit(limit);
}
