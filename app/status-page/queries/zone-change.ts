import { and, eq, gte, sql } from "drizzle-orm";
import { type RowsByQueryName, readNamedQueries } from "~/db/read";
import { componentTable, componentYearTable, pageTable, statusChangeTable } from "~/db/schema";
import { rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { parseStandstills, standstillsColumn } from "../timeline/queries/standstill";
import { timelineColumns, timelineStateOf, toStatusChangeFact } from "../timeline/queries/status-change";
import { toComponentFact, toMaintenanceFact, toSnapshotIncidentFact } from "./row-facts";
import { incidentsWhereQuery, maintenancesWhereQuery } from "./snapshot-facts";

/** Number of timeline rows, the newest, that a new time zone packs again; those of the open day are always included. */
export const maxRepackedTimelineRows = 5000;

const oldestTold = (pageId: string) =>
  sql`min((SELECT open_day_at FROM page WHERE id = ${pageId}), coalesce((SELECT c.recorded_at FROM status_change c WHERE c.page_id = ${pageId} ORDER BY c.recorded_at DESC LIMIT 1 OFFSET ${maxRepackedTimelineRows - 1}), 0))`;

const queries = (ctx: Ctx, pageId: string) => ({
  pages: ctx.db
    .select({
      timeZone: pageTable.timeZone,
      ...timelineColumns,
      standstills: standstillsColumn(oldestTold(pageId)).as("standstills"),
    })
    .from(pageTable)
    .where(eq(pageTable.id, pageId)),
  components: ctx.db.select().from(componentTable).where(eq(componentTable.pageId, pageId)),
  changes: ctx.db
    .select()
    .from(statusChangeTable)
    .where(and(eq(statusChangeTable.pageId, pageId), gte(statusChangeTable.recordedAt, oldestTold(pageId))))
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id),
  years: ctx.db.select().from(componentYearTable).where(eq(componentYearTable.pageId, pageId)),
  incidents: incidentsWhereQuery(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
  maintenances: maintenancesWhereQuery(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
});

function factsOf({ pages, components, changes, years, ...given }: RowsByQueryName<ReturnType<typeof queries>>) {
  return {
    page: pages[0] ?? null,
    state: timelineStateOf(pages),
    /** Includes archived components, because they may be restored. */
    components: components.map(toComponentFact),
    changes: changes.map(toStatusChangeFact),
    /** The rows are complete since this instant (ms). */
    toldFrom: changes.length < maxRepackedTimelineRows ? Number.NEGATIVE_INFINITY : (changes[0]?.recordedAt ?? 0),
    years,
    standstills: parseStandstills(pages[0]?.standstills),
    incidents: given.incidents.map(toSnapshotIncidentFact),
    maintenances: given.maintenances.map(toMaintenanceFact),
  };
}

export type TimeZoneChangeFacts = ReturnType<typeof factsOf>;

/**
 * Reads the facts for packing all days of a page again. 6 statements in one trip; rows: components × years, and
 * `maxRepackedTimelineRows` of the timeline.
 */
export async function readTimeZoneChangeFacts(ctx: Ctx, pageId: string): Promise<TimeZoneChangeFacts> {
  const [found] = await readNamedQueries(ctx, queries(ctx, pageId), undefined);
  return factsOf(found);
}

/** Does not change the component's version, so that open forms do not conflict. */
export const moveStartDatesStatements = (
  pageId: string,
  rows: readonly { id: string; startDate: string }[],
): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE component SET start_date = j.value->>'$.startDate' FROM json_each(?1) j
            WHERE component.id = j.value->>'$.id' AND component.page_id = j.value->>'$.pageId'`,
          rows.map((row) => ({ ...row, pageId })),
        ),
      ];
