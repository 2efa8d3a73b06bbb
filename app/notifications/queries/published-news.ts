import { and, eq, sql } from "drizzle-orm";
import { rowsAsJsonSql } from "~/db/json-rows";
import { incidentTable, maintenanceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { type ComponentLayersRow, statusesFromIncidentsSql, statusesFromMaintenancesSql } from "./letter-facts";

type Db = Pick<Ctx, "db">;
type Subject = "incident" | "maintenance";

/** The newest update before `until`, as a JSON object of its status, text and key; null when there is none. */
const lastSaid = (subject: Subject, id: string, until: number) =>
  sql<string | null>`(SELECT json_object('status', u.status, 'text', u.body_text, 'said', u.said)
    FROM ${sql.raw(`${subject}_update`)} u WHERE u.${sql.raw(`${subject}_id`)} = ${id} AND u.created_at <= ${until}
    ORDER BY u.created_at DESC, u.id DESC LIMIT 1)`;

/** A component of an incident or a maintenance: the status given to it, and all parts of its status. */
export type AffectedComponentLayers = Omit<ComponentLayersRow, "given" | "planned"> & { given: string };

/** The affected components, as `AffectedComponentLayers`, in the order of the page. */
export const affectedComponentsColumn = (subject: Subject, id: string) =>
  rowsAsJsonSql(
    sql`(SELECT component.id, component.name, t.status AS given, component.manual_status, component.observed_status, component.coverage, ${statusesFromIncidentsSql("")} AS incidents, ${statusesFromMaintenancesSql("")} AS maintenances FROM ${sql.raw(`${subject}_component`)} t JOIN component ON component.id = t.component_id WHERE t.${sql.raw(`${subject}_id`)} = ${id} ORDER BY component.position, component.name LIMIT 200) c`,
    "c",
    "id name given manualStatus observedStatus coverage incidents maintenances",
  );

/** Span in which alerts were received: `since` and `until`, UTC ms. */
export interface AlertReceptionWindow {
  since: number;
  until: number;
}

/** Firing alerts of an incident: their number, how many were received in that span, and their severities. */
export const firingSummaryColumn = (
  pageId: string,
  id: string,
  { since, until }: AlertReceptionWindow = { since: 0, until: 0 },
) =>
  sql<string>`(SELECT json_object('count', count(*), 'heard', coalesce(sum(f.at > ${since} AND f.at <= ${until}), 0), 'severities', json_group_array(DISTINCT f.severity))
    FROM (SELECT a.severity, CASE WHEN ${until} > 0 THEN (SELECT h.received_at FROM episode h WHERE h.alert_id = a.id AND h.started_at = a.started_at) END AS at
      FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing' AND a.incident_id = ${id} AND a.dismissed_at IS NULL) f)`;

export interface FiringSummary {
  count: number;
  heard: number;
  severities: (string | null)[];
}

/** All statuses that updates of an incident gave its components or changed them from, as a JSON list. */
export const givenStatusesColumn = (id: string) =>
  sql<string>`(SELECT json_group_array(DISTINCT p.value) FROM incident_update u, json_each(u.changes) c, json_each(json_array(c.value->>'from', c.value->>'to')) p
    WHERE u.incident_id = ${id})`;

const saidOf = (subject: Subject, id: string, until: number) => ({
  said: lastSaid(subject, id, until).as("said_last"),
  components: affectedComponentsColumn(subject, id).as("touched"),
});

/** Returns a published incident with its last update before `until`. One statement. */
export const incidentNewsQuery = ({ db }: Db, pageId: string, id: string, until: number) =>
  db
    .select({
      row: incidentTable,
      ...saidOf("incident", id, until),
      firing: firingSummaryColumn(pageId, id).as("firing"),
      given: givenStatusesColumn(id).as("given"),
    })
    .from(incidentTable)
    .where(and(eq(incidentTable.pageId, pageId), eq(incidentTable.id, id), eq(incidentTable.visibility, "published")));

/** The same for a maintenance. */
export const maintenanceNewsQuery = ({ db }: Db, pageId: string, id: string, until: number) =>
  db
    .select({ row: maintenanceTable, ...saidOf("maintenance", id, until) })
    .from(maintenanceTable)
    .where(and(eq(maintenanceTable.pageId, pageId), eq(maintenanceTable.id, id)));
