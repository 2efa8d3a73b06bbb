import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { alert, incident, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { youngFor } from "../rules/missed";
import { timesTold } from "./missed";

type Db = Pick<Ctx, "db">;

/** What a summary is about: subject → how often it had been told, as JSON; read at `now`. */
export interface MissedSubjects {
  pageId: string;
  subjects: string;
  now: number;
}

const untoldIn = (subjects: string) => sql`json_each(${subjects}) s`;

/** Where the page is managed: taken along with the rest, because each statement counts. */
const slugOf = (pageId: string) => sql<string>`(SELECT p.slug FROM page p WHERE p.id = ${pageId})`.as("slug");

/** What the alerts that fire in the page's incidents say, read once for all of them. */
const firingByIncident = (pageId: string) =>
  sql`(SELECT a.incident_id, json_group_array(DISTINCT a.severity) AS severities FROM alert a
    WHERE a.page_id = ${pageId} AND a.state = 'firing' AND a.dismissed_at IS NULL AND a.incident_id IS NOT NULL GROUP BY a.incident_id) f`;

const componentIds = sql<string>`(SELECT json_group_array(c.component_id) FROM incident_component c
  WHERE c.incident_id = ${incident.id})`;

/** Of a summary's subjects the incidents and drafts that are open, young, and that nobody was told of since. */
export const missedIncidents = ({ db }: Db, { pageId, subjects, now }: MissedSubjects) =>
  db
    .select({
      row: incident,
      slug: slugOf(pageId),
      severities: sql<string>`coalesce(f.severities, '[]')`.as("severities"),
      componentIds: componentIds.as("component_ids"),
    })
    .from(untoldIn(subjects))
    .crossJoin(incident)
    .leftJoin(firingByIncident(pageId), sql`f.incident_id = ${incident.id}`)
    .where(
      and(
        sql`${incident.id} = s.key AND ${sql.raw(timesTold("incident.id"))} <= s.value`,
        eq(incident.pageId, pageId),
        sql`${incident.closed} = 0 AND ${incident.visibility} IN ('draft', 'published')`,
        sql`${incident.createdAt} > ${now - youngFor}`,
      ),
    )
    .orderBy(asc(incident.startedAt), asc(incident.id));

/** So many alerts are read for one summary. */
const alertsRead = 100;

const heardAt = sql.raw(
  "coalesce((SELECT h.received_at FROM episode h WHERE h.alert_id = alert.id AND h.started_at = alert.started_at), alert.started_at)",
);

/** Of its sources the alerts that fire, are young and in no open incident: nobody dismissed or muted them. */
export const missedAlerts = ({ db }: Db, { pageId, subjects, now }: MissedSubjects) =>
  db
    .select({
      row: alert,
      slug: slugOf(pageId),
      family: source.family,
      sourceName: sql<string>`${source.name}`.as("source_name"),
    })
    .from(untoldIn(subjects))
    .crossJoin(source)
    .crossJoin(alert)
    .where(
      and(
        sql`${source.id} = s.key AND ${sql.raw(timesTold("source.id"))} <= s.value`,
        eq(source.pageId, pageId),
        sql`coalesce(${source.mutedUntil}, 0) <= ${now}`,
        sql`${alert.pageId} = ${pageId} AND ${alert.state} = 'firing' AND ${alert.sourceId} = ${source.id}`,
        isNull(alert.dismissedAt),
        isNull(alert.causeId),
        sql`${alert.key} NOT LIKE 'upfront-test:%' AND ${heardAt} > ${now - youngFor}`,
        sql`NOT EXISTS (SELECT 1 FROM incident i WHERE i.id = ${alert.incidentId} AND i.closed = 0)`,
      ),
    )
    .orderBy(asc(alert.startedAt), asc(alert.id))
    .limit(alertsRead);
