import { and, eq, sql } from "drizzle-orm";
import { incident } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { touchedBy } from "./published-news";

type Db = Pick<Ctx, "db">;

/** When we heard of it: `since` and until when, UTC ms. */
export interface Heard {
  since: number;
  until: number;
}

/** What fires in an incident: how many, how many of them were heard of in that time, and the severities that they say. */
const firingIn = (pageId: string, id: string, { since, until }: Heard) =>
  sql<string>`(SELECT json_object('count', count(*), 'heard', coalesce(sum(f.at > ${since} AND f.at <= ${until}), 0), 'severities', json_group_array(DISTINCT f.severity))
    FROM (SELECT a.severity, (SELECT h.received_at FROM episode h WHERE h.alert_id = a.id AND h.started_at = a.started_at) AS at
      FROM alert a WHERE a.page_id = ${pageId} AND a.state = 'firing' AND a.incident_id = ${id} AND a.dismissed_at IS NULL) f)`;

export interface FiringIn {
  count: number;
  heard: number;
  severities: (string | null)[];
}

/** An incident as the team is told of it: its components as they are, and what fires in it. Reads the firing alerts of its page. */
export const incidentForTeam = ({ db }: Db, pageId: string, id: string, heard: Heard = { since: 0, until: 0 }) =>
  db
    .select({
      row: incident,
      components: touchedBy("incident_component", "incident_id", id).as("touched"),
      firing: firingIn(pageId, id, heard).as("firing"),
    })
    .from(incident)
    .where(and(eq(incident.pageId, pageId), eq(incident.id, id)));
