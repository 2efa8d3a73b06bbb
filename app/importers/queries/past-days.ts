import { and, eq, gte, type SQL, sql } from "drizzle-orm";
import { type RowsByQueryName, readNamedQueries } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { foreignIdTable, incidentTable, maintenanceTable, statusChangeTable } from "~/db/schema";
import { incidentComponentsSql, incidentHistoryUpdatesSql } from "~/incidents/queries/incident";
import type { Ctx } from "~/platform/ctx";
import { dayPackingQueries } from "~/status-page/queries/component-year";
import { maintenanceComponentsColumn } from "~/status-page/queries/snapshot-facts";

type Db = Pick<Ctx, "db">;

/** A component whose past an import changes; instants in ms, null = that layer is left as it is. */
export interface RestatedImportComponent {
  id: string;
  /** Its id there, when the import made it. */
  theirId: string | null;
  incidentFrom: number | null;
  maintenanceFrom: number | null;
}

interface PastPortion {
  pageId: string;
  importId: string;
  origin: string;
  /** Id after which the portion begins; empty = the first. */
  after: string;
  limit: number;
}

const componentsSql = (spoken: string) => `SELECT s.id AS id, max(s.their_id) AS theirId,
    min(s.incident_at) AS incidentFrom, min(s.maintenance_at) AS maintenanceFrom
  FROM (${spoken}) s JOIN component c ON c.id = s.id AND c.page_id = ?1 AND c.archived_at IS NULL
  WHERE s.id > ?3 GROUP BY s.id ORDER BY s.id LIMIT ?4`;

/** Components that an import made, and those of the incidents and maintenance that it made or changed. */
const spokenOfByImport = `
  SELECT f.our_id AS id, f.their_id, NULL AS incident_at, NULL AS maintenance_at FROM foreign_id f
    WHERE f.page_id = ?1 AND f.origin = ?5 AND f.kind = 'component' AND f.import_id = ?2 AND f.is_made = 1
  UNION ALL SELECT k.component_id, NULL, min(i.started_at), NULL FROM foreign_id f
    JOIN incident i ON i.id = f.our_id JOIN incident_component k ON k.incident_id = i.id
    WHERE f.page_id = ?1 AND f.origin = ?5 AND f.kind = 'incident' AND (f.import_id = ?2 OR f.changed_by_import_id = ?2)
    GROUP BY k.component_id
  UNION ALL SELECT k.component_id, NULL, NULL, min(coalesce(m.started_at, m.starts_at)) FROM foreign_id f
    JOIN maintenance m ON m.id = f.our_id JOIN maintenance_component k ON k.maintenance_id = m.id
    WHERE f.page_id = ?1 AND f.origin = ?5 AND f.kind = 'maintenance' AND (f.import_id = ?2 OR f.changed_by_import_id = ?2)
    GROUP BY k.component_id`;

/** Components whose timeline has rows of an import, with the first instant of each layer. */
const spokenOfInTimeline = `
  SELECT c.component_id AS id, NULL AS their_id, min(iif(c.layer = 'incident', c.at, NULL)) AS incident_at,
    min(iif(c.layer = 'maintenance', c.at, NULL)) AS maintenance_at
  FROM status_change c WHERE c.page_id = ?1 AND c.reference = ?2 GROUP BY c.component_id`;

async function readPortion(ctx: Ctx, spoken: string, params: unknown[]): Promise<RestatedImportComponent[]> {
  const [answer] = await runBatch(ctx, [{ sql: componentsSql(spoken), params }]);
  return (answer?.results ?? []) as RestatedImportComponent[];
}

export const readComponentsOfImport = (ctx: Ctx, { pageId, importId, after, limit, origin }: PastPortion) =>
  readPortion(ctx, spokenOfByImport, [pageId, importId, after, limit, origin]);

export const readComponentsOfTimeline = (ctx: Ctx, { pageId, importId, after, limit }: PastPortion) =>
  readPortion(ctx, spokenOfInTimeline, [pageId, importId, after, limit]);

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/** All rows of the timeline of these components. */
const statusChangesOfComponents = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select()
    .from(statusChangeTable)
    .where(and(eq(statusChangeTable.pageId, pageId), sql`${statusChangeTable.componentId} IN ${among(ids)}`))
    .orderBy(statusChangeTable.recordedAt, statusChangeTable.id);

/** True for an incident that names one of them now, or did in an update. */
const namesIncident = (ids: readonly string[]) => sql`(incident.id IN (SELECT k.incident_id FROM incident_component k
    WHERE k.component_id IN ${among(ids)})
  OR EXISTS (SELECT 1 FROM incident_update u WHERE u.incident_id = incident.id AND u.changes <> '[]'
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) j WHERE instr(u.changes, j.value) > 0)))`;

const storyColumns = {
  id: incidentTable.id,
  startedAt: incidentTable.startedAt,
  closed: incidentTable.closed,
  resolvedAt: incidentTable.resolvedAt,
  components: incidentComponentsSql.as("components"),
  updates: incidentHistoryUpdatesSql.as("updates"),
};

const storiesOf = ({ db }: Db, pageId: string, ids: readonly string[], ...when: SQL[]) =>
  db
    .select(storyColumns)
    .from(incidentTable)
    .where(
      and(eq(incidentTable.pageId, pageId), eq(incidentTable.visibility, "published"), ...when, namesIncident(ids)),
    )
    .orderBy(incidentTable.startedAt, incidentTable.id);

const cancelledAt = sql<
  number | null
>`CASE WHEN maintenance.status = 'cancelled' THEN (SELECT min(u.shown_at) FROM maintenance_update u WHERE u.maintenance_id = maintenance.id AND u.status = 'cancelled') END`;

/** Maintenance of these components that has begun. */
const maintenancesOfComponents = ({ db }: Db, pageId: string, ids: readonly string[]) =>
  db
    .select({
      id: maintenanceTable.id,
      status: maintenanceTable.status,
      startsAt: maintenanceTable.startsAt,
      startedAt: maintenanceTable.startedAt,
      completedAt: maintenanceTable.completedAt,
      cancelledAt: cancelledAt.as("cancelled_at"),
      components: maintenanceComponentsColumn.as("components"),
    })
    .from(maintenanceTable)
    .where(
      and(
        eq(maintenanceTable.pageId, pageId),
        sql`status <> 'scheduled'`,
        sql`maintenance.id IN (SELECT k.maintenance_id FROM maintenance_component k WHERE k.component_id IN ${among(ids)})`,
      ),
    );

/** Their ids of the monitors that an import made: only their past came with it. */
export const monitorsMadeByImportQuery = ({ db }: Db, pageId: string, importId: string, origin: string) =>
  db
    .select({ theirId: foreignIdTable.theirId })
    .from(foreignIdTable)
    .where(
      and(
        eq(foreignIdTable.pageId, pageId),
        eq(foreignIdTable.origin, origin),
        eq(foreignIdTable.kind, "monitor"),
        eq(foreignIdTable.importId, importId),
        eq(foreignIdTable.isMade, true),
      ),
    );

interface PastDayRange {
  pageId: string;
  componentIds: readonly string[];
  /** Incidents that were over before it are not read. */
  since: number;
  /** Most incidents that are read of those that began since then, the oldest first. */
  most: number;
  /** Standstills are read since then. */
  stoppedSince: number;
}

/** Returns the queries of one portion by name: 8 statements. */
const pastDayQueries = (ctx: Ctx, { pageId, componentIds, since, most, stoppedSince }: PastDayRange) => ({
  ...dayPackingQueries(ctx, pageId, statusChangesOfComponents(ctx, pageId, componentIds), sql`${stoppedSince}`),
  earlier: storiesOf(
    ctx,
    pageId,
    componentIds,
    sql`${incidentTable.startedAt} < ${since} AND (closed = 0 OR ${incidentTable.resolvedAt} >= ${since})`,
  ),
  stories: storiesOf(ctx, pageId, componentIds, gte(incidentTable.startedAt, since)).limit(most),
  maintenances: maintenancesOfComponents(ctx, pageId, componentIds),
});

export type LayerRestatementRows = RowsByQueryName<ReturnType<typeof pastDayQueries>>;

/** Reads the facts of one portion in one round trip, and so on one state of the timeline. */
export const readLayerRestatementRows = async (ctx: Ctx, range: PastDayRange): Promise<LayerRestatementRows> =>
  (await readNamedQueries(ctx, pastDayQueries(ctx, range), undefined))[0];
