import { and, eq, gte, lt, sql } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { auditEntryTable, componentTable, componentYearTable, statusChangeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import type { FormerZoneChange } from "../rules/doubled-days";
import { toStatusChangeFact } from "../timeline/queries/status-change";
import { toComponentFact, toMaintenanceFact, toSnapshotIncidentFact } from "./row-facts";
import { incidentsWhereQuery, maintenancesWhereQuery } from "./snapshot-facts";

/** Returns the page's changes of time zone before an instant (ms), oldest first, from its audit log. */
export async function listFormerZoneChanges(ctx: Ctx, pageId: string, before: number): Promise<FormerZoneChange[]> {
  const [entries] = await readBatch(
    ctx,
    ctx.db
      .select({
        at: auditEntryTable.at,
        from: sql<string>`${auditEntryTable.before} ->> '$.timeZone'`.as("from_zone"),
        to: sql<string>`${auditEntryTable.after} ->> '$.timeZone'`.as("to_zone"),
      })
      .from(auditEntryTable)
      .where(
        and(
          eq(auditEntryTable.pageId, pageId),
          lt(auditEntryTable.at, before),
          eq(auditEntryTable.action, "page.update"),
          sql`${auditEntryTable.before} ->> '$.timeZone' IS NOT NULL AND ${auditEntryTable.after} ->> '$.timeZone' IS NOT NULL`,
        ),
      )
      .orderBy(auditEntryTable.at),
  );
  return entries;
}

/** Most rows since the instant; for pages with more, nothing is reported. */
const maxTimelineRows = 20_000;

/**
 * Reads the facts from which days since an instant (ms) are counted; null when there are too many rows to read at once.
 * 5 statements.
 */
export async function readPastDayFacts(ctx: Ctx, pageId: string, since: number) {
  const year = new Date(since).getUTCFullYear() - 1;
  const [components, changes, years, incidents, maintenances] = await readBatch(
    ctx,
    ctx.db.select().from(componentTable).where(eq(componentTable.pageId, pageId)),
    ctx.db
      .select()
      .from(statusChangeTable)
      .where(and(eq(statusChangeTable.pageId, pageId), gte(statusChangeTable.recordedAt, since)))
      .orderBy(statusChangeTable.recordedAt, statusChangeTable.id)
      .limit(maxTimelineRows + 1),
    ctx.db
      .select()
      .from(componentYearTable)
      .where(and(eq(componentYearTable.pageId, pageId), gte(componentYearTable.year, year))),
    incidentsWhereQuery(ctx, pageId, sql`closed = 0 AND visibility = 'published'`),
    maintenancesWhereQuery(ctx, pageId, sql`status IN ('in_progress', 'verifying')`),
  );
  if (changes.length > maxTimelineRows) return null;
  return {
    components: components.map(toComponentFact),
    changes: changes.map(toStatusChangeFact),
    years,
    incidents: incidents.map(toSnapshotIncidentFact),
    maintenances: maintenances.map(toMaintenanceFact),
  };
}
