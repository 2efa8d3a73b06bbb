import { and, eq, gte, lt, sql } from "drizzle-orm";
import { readBatch } from "~/db/read";
import { auditEntry, component, componentYear, statusChange } from "~/db/schema";
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
        at: auditEntry.at,
        from: sql<string>`${auditEntry.before} ->> '$.timeZone'`.as("from_zone"),
        to: sql<string>`${auditEntry.after} ->> '$.timeZone'`.as("to_zone"),
      })
      .from(auditEntry)
      .where(
        and(
          eq(auditEntry.pageId, pageId),
          lt(auditEntry.at, before),
          eq(auditEntry.action, "page.update"),
          sql`${auditEntry.before} ->> '$.timeZone' IS NOT NULL AND ${auditEntry.after} ->> '$.timeZone' IS NOT NULL`,
        ),
      )
      .orderBy(auditEntry.at),
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
    ctx.db.select().from(component).where(eq(component.pageId, pageId)),
    ctx.db
      .select()
      .from(statusChange)
      .where(and(eq(statusChange.pageId, pageId), gte(statusChange.recordedAt, since)))
      .orderBy(statusChange.recordedAt, statusChange.id)
      .limit(maxTimelineRows + 1),
    ctx.db
      .select()
      .from(componentYear)
      .where(and(eq(componentYear.pageId, pageId), gte(componentYear.year, year))),
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
