import { and, eq, sql } from "drizzle-orm";
import { incidentTable, incidentUpdateTable } from "~/db/schema";
import { pageIdOfRowSql, rowsStatement, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { newId } from "~/platform/ids";
import { thingVersionRows, type VersionedThing } from "./import-rows";

type Db = Pick<Ctx, "db">;

/** SQL for the ids of a list, which is one parameter however long it is. */
const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

const ofPage = (pageId: string, ids: readonly string[]) =>
  and(eq(incidentTable.pageId, pageId), sql`${incidentTable.id} IN ${among(ids)}`);

/** Only people raise the version of an incident without alerts, and an import brings none. */
const hereColumns = { id: incidentTable.id, name: incidentTable.title, version: incidentTable.version };

export const incidentVersionsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db.select(hereColumns).from(incidentTable).where(ofPage(pageId, ids));

/**
 * The same with what names them: sources of alerts that belong to them, and subscribers of one incident. A past one
 * never had such subscribers, whose list is long.
 */
export const removableIncidentsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      ...hereColumns,
      sources: sql<string>`(SELECT json_group_array(DISTINCT substr(e.alert_id, 1, instr(e.alert_id, '.') - 1))
        FROM episode e WHERE e.incident_id = incident.id)`.as("sources"),
      subscribers: sql<string>`iif(incident.backfilled, '[]', (SELECT json_group_array(s.id) FROM subscriber s
        WHERE s.page_id = incident.page_id AND s.incident_id = incident.id))`.as("subscribers"),
    })
    .from(incidentTable)
    .where(ofPage(pageId, ids));

/** Updates of these incidents, in their order. */
export const updatesOfImportedIncidentsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: incidentUpdateTable.id,
      eventId: incidentUpdateTable.incidentId,
      status: incidentUpdateTable.status,
      body: incidentUpdateTable.body,
      shownAt: incidentUpdateTable.shownAt,
      changes: incidentUpdateTable.changes,
    })
    .from(incidentUpdateTable)
    .where(and(eq(incidentUpdateTable.pageId, pageId), sql`${incidentUpdateTable.incidentId} IN ${among(ids)}`))
    .orderBy(incidentUpdateTable.shownAt, incidentUpdateTable.createdAt, incidentUpdateTable.id);

const children = ["incident_update", "incident_component", "incident_note"];

/** Deletes incidents of the version that was read, with everything that belongs to them alone. */
export function removeIncidentsStatements(pageId: string, things: readonly VersionedThing[]): SqlStatement[] {
  if (things.length === 0) return [];
  const rows = thingVersionRows(pageId, things);
  const read = `SELECT i.id FROM json_each(?1) j JOIN incident i ON i.id = j.value->>'$.id'
    WHERE i.page_id = ${pageIdOfRowSql} AND i.version = j.value->>'$.version'`;
  return [
    ...children.map((table) => rowsStatement(`DELETE FROM ${table} WHERE incident_id IN (${read})`, rows)),
    rowsStatement(`DELETE FROM incident WHERE id IN (${read})`, rows),
  ];
}

/**
 * Marks the reminder of open incidents that is due already as sent, because the team was told where they come from; the
 * next one follows after the page's time.
 */
export const skipIncidentRemindersStatement = (ids: readonly string[], now: number): SqlStatement => ({
  sql: `INSERT OR IGNORE INTO notice
      (id, page_id, kind, subject_id, sequence, audience, scope, expires_at, outcome, created_at, cursor)
    SELECT ?2 || lower(hex(randomblob(8))), page_id, 'incident_stale', id,
      spoken_at + CAST((?1 - spoken_at) / pace AS INTEGER) * pace, 'team',
      json_object('incident_id', id, 'since', spoken_at), ?1, 'cancelled', ?1, NULL
    FROM (SELECT i.id, i.page_id, p.nag_minutes * 60000 AS pace,
        coalesce((SELECT max(u.shown_at) FROM incident_update u WHERE u.incident_id = i.id), i.created_at) AS spoken_at
      FROM json_each(?3) j JOIN incident i ON i.id = j.value JOIN page p ON p.id = i.page_id WHERE i.closed = 0)
    WHERE pace > 0 AND spoken_at + pace <= ?1`,
  params: [now, newId(now).slice(0, 10), JSON.stringify(ids)],
});
