import { and, eq, sql } from "drizzle-orm";
import { incident, maintenance } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

/** The newest thing said until then, as a JSON object of its status, text and key; null when nothing was. */
const lastSaid = (table: "incident_update" | "maintenance_update", column: string, subject: string, until: number) =>
  sql<string | null>`(SELECT json_object('status', u.status, 'text', u.body_text, 'said', u.said)
    FROM ${sql.raw(table)} u WHERE u.${sql.raw(column)} = ${subject} AND u.created_at <= ${until}
    ORDER BY u.created_at DESC, u.id DESC LIMIT 1)`;

/** The components that it touches with what it makes of them, in the order of the page. */
export const touchedBy = (table: "incident_component" | "maintenance_component", column: string, subject: string) =>
  sql<string>`(SELECT json_group_array(json_object('id', c.id, 'name', c.name, 'status', c.status)) FROM (
    SELECT k.id, k.name, t.status FROM ${sql.raw(table)} t JOIN component k ON k.id = t.component_id
    WHERE t.${sql.raw(column)} = ${subject} ORDER BY k.position, k.name LIMIT 200) c)`;

/** A published incident with what was said of it last until then. One statement. */
export const incidentNews = ({ db }: Db, pageId: string, id: string, until: number) =>
  db
    .select({
      row: incident,
      said: lastSaid("incident_update", "incident_id", id, until).as("said_last"),
      components: touchedBy("incident_component", "incident_id", id).as("touched"),
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id), eq(incident.visibility, "published")));

/** The same of a maintenance. */
export const maintenanceNews = ({ db }: Db, pageId: string, id: string, until: number) =>
  db
    .select({
      row: maintenance,
      said: lastSaid("maintenance_update", "maintenance_id", id, until).as("said_last"),
      components: touchedBy("maintenance_component", "maintenance_id", id).as("touched"),
    })
    .from(maintenance)
    .where(and(eq(maintenance.pageId, pageId), eq(maintenance.id, id)));
