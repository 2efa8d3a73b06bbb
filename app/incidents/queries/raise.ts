import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alertTable, componentTable, incidentTable, pageTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

import { incidentComponentsSql } from "./incident";

type Db = Pick<Ctx, "db">;

/** Lists published open incidents, newest first. */
export const openPublishedIncidentsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      version: incidentTable.version,
      groupKey: incidentTable.groupKey,
      components: incidentComponentsSql.as("components"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), sql`closed = 0 AND incident.visibility = 'published'`))
    .orderBy(desc(incidentTable.startedAt), desc(incidentTable.id))
    .limit(20);

export const componentNamesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: componentTable.id, name: componentTable.name })
    .from(componentTable)
    .where(and(eq(componentTable.pageId, pageId), isNull(componentTable.archivedAt)));

const alertOf = ({ db }: Db, pageId: string, which: SQL) =>
  db
    .select()
    .from(alertTable)
    .where(and(eq(alertTable.pageId, pageId), which))
    .orderBy(desc(alertTable.startedAt))
    .limit(1);

export const alertForImpactRaiseQuery = (ctx: Db, pageId: string, id: string) =>
  alertOf(ctx, pageId, eq(alertTable.id, id));

/** Finds the alert of an incident that fired last. */
export const lastFiringAlertOfIncidentQuery = (ctx: Db, pageId: string, incidentId: string) =>
  alertOf(
    ctx,
    pageId,
    sql`${alertTable.incidentId} = ${incidentId} AND alert.state = 'firing' AND dismissed_at IS NULL`,
  );

/**
 * Acknowledges the firing alerts of an incident that nobody has acknowledged, by one range of the index
 * `alert_incident`.
 */
export const acknowledgeAlertsOfIncidentStatement = (
  pageId: string,
  incidentId: string,
  by: { at: number; personId: string },
): SqlStatement => ({
  sql: `UPDATE alert SET acknowledged_at = ?3, acknowledged_by = ?4, version = version + 1
    WHERE page_id = ?1 AND incident_id = ?2 AND state = 'firing' AND acknowledged_at IS NULL AND dismissed_at IS NULL`,
  params: [pageId, incidentId, by.at, by.personId],
});

/** Reads the language and the time zone in which a page's own texts are written. */
export const textSettingsOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ language: pageTable.language, timeZone: pageTable.timeZone })
    .from(pageTable)
    .where(eq(pageTable.id, pageId));

/**
 * Dismisses a draft that the group had opened and no person edited, because another incident covers it now. It stays
 * while another alert fires in it, which would go unnoticed otherwise.
 */
export const dismissDraftStatement = (pageId: string, id: string, at: number): SqlStatement => ({
  sql: `UPDATE incident SET visibility = 'dismissed', closed = 1, resolved_at = ?3, resolved_by = 'person', group_key = '',
    version = version + 1, stale_before = version + 1, updated_at = ?3
    WHERE page_id = ?1 AND id = ?2 AND visibility = 'draft' AND closed = 0 AND edited = 0 AND edited_parts = '[]'
      AND NOT EXISTS (SELECT 1 FROM alert a WHERE a.page_id = ?1 AND a.state = 'firing' AND a.incident_id = ?2
        AND a.dismissed_at IS NULL)`,
  params: [pageId, id, at],
});
