import { and, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
import { olderThanCursorCondition } from "~/db/older-than";
import { type AlertOrigin, alertTable, episodeTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";

type Db = Pick<Ctx, "db">;

export interface AlertListParams {
  sourceId?: string | undefined;
  state?: "firing" | "resolved" | undefined;
  incidentId?: string | undefined;
  before: [number, string] | null;
  limit: number;
}

/** SQL for the cause of an alert, as JSON: for an external source the alert, else the monitor or heartbeat. */
export const alertCauseColumn = (causeId: SQL) =>
  sql<
    string | null
  >`(SELECT json_object('id', s.id, 'alertId', c.id, 'family', s.family, 'name', iif(s.family = 'source', c.title, s.name)) FROM alert c JOIN source s ON s.id = c.source_id WHERE c.id = ${causeId})`.as(
    "because",
  );

/** SQL for the cause of a monitor's or heartbeat's firing alert, if it has one; reads one range of an index. */
export const monitorAlertCauseColumn = sql<
  string | null
>`(SELECT json_object('id', s.id, 'alertId', c.id, 'family', s.family, 'name', iif(s.family = 'source', c.title, s.name))
    FROM alert a JOIN alert c ON c.id = a.cause_id JOIN source s ON s.id = c.source_id
    WHERE a.page_id = source.page_id AND a.source_id = source.id AND a.state = 'firing' AND a.dismissed_at IS NULL LIMIT 1)`.as(
  "waiting_for",
);

/** Columns of an alert with the name and family of its origin; null when that is gone. */
export const alertColumns = {
  row: alertTable,
  sourceName: sql<string | null>`(SELECT s.name FROM source s WHERE s.id = alert.source_id)`.as("source_name"),
  family: sql<AlertOrigin | null>`(SELECT s.family FROM source s WHERE s.id = alert.source_id)`.as("family"),
  because: alertCauseColumn(sql`alert.cause_id`),
};

export const acknowledgedByColumn = sql<
  string | null
>`(SELECT p.name FROM person p WHERE p.id = alert.acknowledged_by)`.as("acknowledged_by_name");

const firedIn = (incidentId: string) => sql`SELECT e.alert_id FROM episode e WHERE e.incident_id = ${incidentId}`;

/** Lists alerts, the last updated first. A source's alerts are one range of ids. */
export function alertRowsQuery(
  { db }: Db,
  pageId: string,
  { sourceId, state, incidentId, before, limit }: AlertListParams,
) {
  const older = olderThanCursorCondition(alertTable.lastSeenAt, alertTable.id, before);
  const ofSource = sourceId ? and(gte(alertTable.id, `${sourceId}.`), lt(alertTable.id, `${sourceId}/`)) : undefined;
  return db
    .select(alertColumns)
    .from(alertTable)
    .where(
      and(
        eq(alertTable.pageId, pageId),
        ofSource,
        state === "firing" ? sql`state = 'firing'` : state ? eq(alertTable.state, state) : undefined,
        incidentId ? and(sql`alert.id IN (${firedIn(incidentId)})`, eq(alertTable.incidentId, incidentId)) : undefined,
        older,
      ),
    )
    .orderBy(desc(alertTable.lastSeenAt), desc(alertTable.id))
    .limit(limit);
}

/**
 * Lists the firings that an incident was about, newest first, each with its alert's present state; uses the index of
 * incidents.
 */
export const firingsOfIncidentQuery = ({ db }: Db, pageId: string, incidentId: string, limit: number) =>
  db
    .select({
      ...alertColumns,
      acknowledgedByName: acknowledgedByColumn,
      firedAt: sql<number>`episode.started_at`.as("fired_at"),
      recoveredAt: sql<number | null>`episode.ended_at`.as("recovered_at"),
    })
    .from(episodeTable)
    .innerJoin(alertTable, eq(alertTable.id, episodeTable.alertId))
    .where(and(sql`episode.incident_id = ${incidentId}`, sql`+${episodeTable.pageId} = ${pageId}`))
    .orderBy(desc(episodeTable.startedAt))
    .limit(limit);

export const alertByIdQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select()
    .from(alertTable)
    .where(and(eq(alertTable.pageId, pageId), eq(alertTable.id, id)));

/** Returns those alerts that belong to the page, by primary key. */
export const alertsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select()
    .from(alertTable)
    .where(
      and(
        eq(alertTable.pageId, pageId),
        sql`${alertTable.id} IN (SELECT j.value FROM json_each(${JSON.stringify(ids)}) j)`,
      ),
    );

/** Returns one alert, with the name of the person who acknowledged it. */
export const alertWithOriginQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ ...alertColumns, acknowledgedByName: acknowledgedByColumn })
    .from(alertTable)
    .where(and(eq(alertTable.pageId, pageId), eq(alertTable.id, id)));

/** SQL for the current names, by id, of the recipients in `told`; deleted recipients are left out. */
const toldNames = sql<string>`(SELECT json_group_object(n.id, n.name) FROM (
  SELECT c.id, c.name FROM channel c WHERE c.page_id = episode.page_id
    AND c.id IN (SELECT i.value FROM json_each(episode.told) s, json_each(s.value, '$.channelIds') i)
  UNION ALL SELECT p.id, p.name FROM person p
    WHERE p.id IN (SELECT i.value FROM json_each(episode.told) s, json_each(s.value, '$.personIds') i)) n)`;

/** Returns the last twenty firings of an alert, newest first. */
export const episodesOfAlertQuery = ({ db }: Db, pageId: string, alertId: string) =>
  db
    .select({
      startedAt: episodeTable.startedAt,
      endedAt: episodeTable.endedAt,
      incidentId: episodeTable.incidentId,
      dismissedAt: episodeTable.dismissedAt,
      dismissedReason: episodeTable.dismissedReason,
      told: episodeTable.told,
      toldNames: toldNames.as("told_names"),
    })
    .from(episodeTable)
    .where(and(eq(episodeTable.alertId, alertId), eq(episodeTable.pageId, pageId)))
    .orderBy(desc(episodeTable.startedAt))
    .limit(20);

export type EpisodeRow = Awaited<ReturnType<typeof episodesOfAlertQuery>>[number];
