import { and, desc, eq, sql } from "drizzle-orm";
import { alertGroupTable, alertTable, incidentTable } from "~/db/schema";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { maxFiringAlertsPerSource } from "./firing-alerts";

type Db = Pick<Ctx, "db">;

/** Lists the firing alerts of one source that rules examine: the newest, as a settling reads them. */
export const firingAlertsOfSourceQuery = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select({
      id: alertTable.id,
      sourceId: alertTable.sourceId,
      severity: alertTable.severity,
      title: alertTable.title,
      labels: alertTable.labels,
      startedAt: alertTable.startedAt,
      incidentId: alertTable.incidentId,
      dismissedAt: alertTable.dismissedAt,
    })
    .from(alertTable)
    .where(
      and(
        eq(alertTable.pageId, pageId),
        sql`alert.state = 'firing' AND alert.source_id = (SELECT o.source_id FROM alert o WHERE o.id = ${alertId})`,
      ),
    )
    .orderBy(desc(alertTable.startedAt))
    .limit(maxFiringAlertsPerSource);

/**
 * SQL for the firing alerts of a source that were not read because there are too many, and that belong to the same
 * incident.
 */
const unseen = `SELECT a.id, a.started_at FROM alert a WHERE a.page_id = ?1 AND a.source_id = ?2 AND a.state = 'firing'
  AND a.started_at <= ?3 AND a.incident_id = ?4 AND a.id NOT IN (SELECT value FROM json_each(?6))`;

export interface UnloadedAlertsMove {
  pageId: string;
  sourceId: string;
  /** Start of the oldest alert that was read, and the alerts with that start. */
  oldestAt: number;
  seen: readonly string[];
  from: string;
  to: string | null;
}

/**
 * Moves the alerts that were not read together with the others of their incident. A later settling that reads them
 * assigns them to their group's incident.
 */
export function moveUnloadedAlertsStatements({
  pageId,
  sourceId,
  oldestAt,
  seen,
  from,
  to,
}: UnloadedAlertsMove): SqlStatement[] {
  const params = [pageId, sourceId, oldestAt, from, to, JSON.stringify(seen)];
  return [
    { sql: `UPDATE episode SET incident_id = ?5 WHERE (alert_id, started_at) IN (${unseen})`, params },
    {
      sql: `UPDATE alert SET incident_id = ?5, version = version + 1 WHERE id IN (SELECT id FROM (${unseen}))`,
      params,
    },
  ];
}

/** Lists the groups of the alert's source. */
export const alertGroupsOfSourceQuery = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select()
    .from(alertGroupTable)
    .where(
      and(
        eq(alertGroupTable.pageId, pageId),
        sql`alert_group.source_id = (SELECT o.source_id FROM alert o WHERE o.id = ${alertId})`,
      ),
    );

/** Reads the facts that decide whether an incident can take an alert. */
export const attachableIncidentByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({
      id: incidentTable.id,
      title: incidentTable.title,
      closed: incidentTable.closed,
      version: incidentTable.version,
      proposedBy: incidentTable.proposedBy,
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id)));

/** Detaches the group from its own incident, so that it may open another (index `incident_open_group`). */
export const freeGroupKeyStatement = (pageId: string, groupId: string): SqlStatement => ({
  sql: "UPDATE incident SET group_key = '' WHERE page_id = ?1 AND group_key = ?2 AND closed = 0",
  params: [pageId, groupId],
});

/** Lists the incidents that an alert may be attached to, newest start first. */
export const attachableIncidentsQuery = ({ db }: Db, pageId: string) =>
  db
    .select({ id: incidentTable.id, title: incidentTable.title, visibility: incidentTable.visibility })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), sql`closed = 0 AND incident.visibility IN ('draft', 'published')`))
    .orderBy(desc(incidentTable.startedAt), desc(incidentTable.id))
    .limit(50);
