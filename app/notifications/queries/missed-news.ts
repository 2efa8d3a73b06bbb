import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alertTable, incidentTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { maxMissedNewsAgeMs } from "../rules/missed-events";
import { teamNotificationCountSql } from "./missed-notices";

type Db = Pick<Ctx, "db">;

/** Subjects of a summary: each subject and how often the team had been notified of it, as JSON; read at `now`. */
export interface MissedSubjects {
  pageId: string;
  subjects: string;
  now: number;
}

const untoldIn = (subjects: string) => sql`json_each(${subjects}) s`;

/** SQL for the slug of the page, as a column because a statement of its own would count. */
const slugOf = (pageId: string) => sql<string>`(SELECT p.slug FROM page p WHERE p.id = ${pageId})`.as("slug");

/** Severities of the firing alerts in the page's incidents, read once for all of them. */
const firingByIncident = (pageId: string) =>
  sql`(SELECT a.incident_id, json_group_array(DISTINCT a.severity) AS severities FROM alert a
    WHERE a.page_id = ${pageId} AND a.state = 'firing' AND a.dismissed_at IS NULL AND a.incident_id IS NOT NULL GROUP BY a.incident_id) f`;

const componentIds = sql<string>`(SELECT json_group_array(c.component_id) FROM incident_component c
  WHERE c.incident_id = ${incidentTable.id})`;

/** Incidents and drafts among a summary's subjects that are open, young, and not notified of since. */
export const missedIncidentsQuery = ({ db }: Db, { pageId, subjects, now }: MissedSubjects) =>
  db
    .select({
      row: incidentTable,
      slug: slugOf(pageId),
      severities: sql<string>`coalesce(f.severities, '[]')`.as("severities"),
      componentIds: componentIds.as("component_ids"),
    })
    .from(untoldIn(subjects))
    .crossJoin(incidentTable)
    .leftJoin(firingByIncident(pageId), sql`f.incident_id = ${incidentTable.id}`)
    .where(
      and(
        sql`${incidentTable.id} = s.key AND ${sql.raw(teamNotificationCountSql("incident.id"))} <= s.value`,
        eq(incidentTable.pageId, pageId),
        sql`${incidentTable.closed} = 0 AND ${incidentTable.visibility} IN ('draft', 'published')`,
        sql`${incidentTable.createdAt} > ${now - maxMissedNewsAgeMs}`,
      ),
    )
    .orderBy(asc(incidentTable.startedAt), asc(incidentTable.id));

/** Most alerts that are read for one summary. */
const maxAlerts = 100;

const heardAt = sql.raw(
  "coalesce((SELECT h.received_at FROM episode h WHERE h.alert_id = alert.id AND h.started_at = alert.started_at), alert.started_at)",
);

/**
 * Alerts of the summary's sources that fire, are young and in no open incident, and are neither dismissed nor muted.
 */
export const missedAlertsQuery = ({ db }: Db, { pageId, subjects, now }: MissedSubjects) =>
  db
    .select({
      row: alertTable,
      slug: slugOf(pageId),
      family: sourceTable.family,
      sourceName: sql<string>`${sourceTable.name}`.as("source_name"),
    })
    .from(untoldIn(subjects))
    .crossJoin(sourceTable)
    .crossJoin(alertTable)
    .where(
      and(
        sql`${sourceTable.id} = s.key AND ${sql.raw(teamNotificationCountSql("source.id"))} <= s.value`,
        eq(sourceTable.pageId, pageId),
        sql`coalesce(${sourceTable.mutedUntil}, 0) <= ${now}`,
        sql`${alertTable.pageId} = ${pageId} AND ${alertTable.state} = 'firing' AND ${alertTable.sourceId} = ${sourceTable.id}`,
        isNull(alertTable.dismissedAt),
        isNull(alertTable.causeId),
        sql`${alertTable.key} NOT LIKE 'upfront-test:%' AND ${heardAt} > ${now - maxMissedNewsAgeMs}`,
        sql`NOT EXISTS (SELECT 1 FROM incident i WHERE i.id = ${alertTable.incidentId} AND i.closed = 0)`,
      ),
    )
    .orderBy(asc(alertTable.startedAt), asc(alertTable.id))
    .limit(maxAlerts);
