import { and, eq, lte, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { agentTable, monitorShardTable, monitorTable } from "~/db/schema";
import {
  guardRowsStatement,
  guardTableStatement,
  pageIdOfRowSql,
  rowsStatement,
  rowsWithPageId,
  type SqlStatement,
} from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { minuteMs } from "~/time/durations";

type Db = Pick<Ctx, "db">;

export type MonitorShardRow = typeof monitorShardTable.$inferSelect;

/**
 * Maximum number of monitors in one row and one invocation; a costly one counts as several. With 20, the invocation can
 * make their checks, a batch in which several change state, the check of our own network and some second opinions.
 */
export const maxMonitorsPerShard = 20;

/** Returns every shard of the deployment, with all columns. */
export const allMonitorShardsQuery = ({ db }: Db) => db.select().from(monitorShardTable);

/** Longest time, in ms, by which a tick may run before its minute. */
const earlyTickMs = minuteMs;

/** Returns the shards that may need work. This is the tick's only query about monitors. */
export const dueMonitorShardsQuery = ({ db }: Db, now: number) =>
  db
    .select()
    .from(monitorShardTable)
    .where(lte(monitorShardTable.lookAt, now + earlyTickMs));

export const monitorShardByIdQuery = ({ db }: Db, id: string) =>
  db.select().from(monitorShardTable).where(eq(monitorShardTable.id, id));

export const monitorShardsByIdsQuery = ({ db }: Db, ids: readonly string[]) =>
  db
    .select()
    .from(monitorShardTable)
    .where(sql`${monitorShardTable.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`);

export const monitorShardsOfPageQuery = ({ db }: Db, pageId: string) =>
  db.select().from(monitorShardTable).where(eq(monitorShardTable.pageId, pageId)).orderBy(monitorShardTable.id);

/**
 * Returns the page's shards with the calls of their checks, to place a new monitor. Each agent has an additional row
 * without a shard, so that agents without shards are known.
 */
export const monitorShardPlacesQuery = ({ db }: Db, pageId: string) =>
  unionAll(
    db
      .select({
        id: sql<string | null>`${monitorShardTable.id}`.as("id"),
        agentId: monitorShardTable.agentId,
        every: monitorShardTable.every,
        minute: monitorShardTable.minute,
        version: monitorShardTable.version,
        cost: sql<number>`(SELECT coalesce(sum(m.cost), 0) FROM monitor m WHERE m.shard_id = monitor_shard.id)`.as(
          "cost",
        ),
      })
      .from(monitorShardTable)
      .where(eq(monitorShardTable.pageId, pageId)),
    db
      .select({
        id: sql<string | null>`NULL`.as("id"),
        agentId: agentTable.id,
        every: agentTable.every,
        minute: sql<number>`0`.as("minute"),
        version: sql<number>`0`.as("version"),
        cost: sql<number>`0`.as("cost"),
      })
      .from(agentTable)
      .where(eq(agentTable.pageId, pageId)),
  );

/** Returns the interval and phase of every running monitor that is checked here, for spreading them. */
export const runningCheckSchedulesQuery = ({ db }: Db) =>
  db
    .select({ id: monitorTable.id, interval: monitorTable.interval, phase: monitorTable.phase })
    .from(monitorTable)
    .where(sql`monitor.paused_at IS NULL AND monitor.agent_id IS NULL`);

/** SQL for a monitor as JSON in the plan of its shard; `m` is its row, `s` its source. */
const planned = `json_object('id', m.id, 'kind', s.kind, 'name', s.name, 'settingsSealed', s.settings_sealed,
  'interval', m.interval, 'phase', m.phase, 'timeoutSeconds', m.timeout_seconds, 'cost', m.cost, 'retries', m.retries,
  'inARow', m.in_a_row, 'degradedAboveMs', m.degraded_above_ms,
  'slowerThanUsual', m.slower_than_usual, 'regions', json(m.regions),
  'continents', json(m.continents), 'agree', m.agree,
  'paused', json(iif(m.paused_at IS NULL, 'false', 'true')), 'watchedSince', m.watched_since,
  'every', monitor_shard.every)`;

/**
 * SQL assignments for a shard whose monitors changed: its new plan, and that a tick must read it unless all of them are
 * paused.
 */
export const rebuildShardPlanSql = `look_at = iif(EXISTS (SELECT 1 FROM monitor m WHERE m.shard_id = monitor_shard.id
    AND m.paused_at IS NULL), 0, NULL), plan = (SELECT json_group_array(${planned})
    FROM monitor m JOIN source s ON s.id = m.id WHERE m.shard_id = monitor_shard.id)`;

/** Rebuilds a shard's plan from the rows, in the batch that changes a monitor; a running tick then decides again. */
export const rebuildShardPlanStatement = (pageId: string, shardIds: readonly string[]): SqlStatement => ({
  sql: `UPDATE monitor_shard SET version = version + 1, ${rebuildShardPlanSql}
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(shardIds)],
});

/** Returns the shards of an agent. */
export const monitorShardsOfAgentQuery = ({ db }: Db, pageId: string, agentId: string) =>
  db
    .select()
    .from(monitorShardTable)
    .where(and(eq(monitorShardTable.pageId, pageId), eq(monitorShardTable.agentId, agentId)))
    .orderBy(monitorShardTable.id);

/** Returns the same by the agent's id only, for a call that does not name the page. */
export const agentShardsAnywhereQuery = ({ db }: Db, agentId: string) =>
  db.select().from(monitorShardTable).where(eq(monitorShardTable.agentId, agentId)).orderBy(monitorShardTable.id);

/** Sets the minutes between an agent's reports, which the plans of its shards contain. */
export const shardReportIntervalStatement = (pageId: string, agentId: string, every: number): SqlStatement => ({
  sql: `UPDATE monitor_shard SET version = version + 1, every = ?3 WHERE page_id = ?1 AND agent_id = ?2`,
  params: [pageId, agentId, every],
});

/** Copies a monitor's last hour and its known state to its new shard. The caller guards the shard's version. */
export const copyMonitorStateStatement = (
  pageId: string,
  shardId: string,
  { id, ring, known }: { id: string; ring: string; known: string },
): SqlStatement => ({
  sql: `UPDATE monitor_shard SET rings = json_set(rings, '$."' || ?3 || '"', ?4),
    states = json_set(states, '$."' || ?3 || '"', json(?5)) WHERE page_id = ?1 AND id = ?2`,
  params: [pageId, shardId, id, ring, known],
});

/** Removes unconfirmed results and other places' opinions, because they are about earlier settings. */
export const clearOpinionsStatement = (pageId: string, shardId: string, id: string): SqlStatement => ({
  sql: `UPDATE monitor_shard SET states = json_set(json_remove(states, '$."' || ?3 || '".asked', '$."' || ?3 || '".ballot', '$."' || ?3 || '".first'),
      '$."' || ?3 || '".run', json('[]'), '$."' || ?3 || '".opinions', json('[]'))
    WHERE page_id = ?1 AND id = ?2 AND states -> ('$."' || ?3 || '"') IS NOT NULL`,
  params: [pageId, shardId, id],
});

type ShardMinute = Pick<MonitorShardRow, "id" | "pageId" | "version" | "minute" | "rings" | "states" | "lookAt">;

/**
 * Writes the minute of a shard that was read at `version`: a guard that fails the batch, and the row. `look_at` is
 * written only when it changes (`moves`), because that column has an index.
 */
export const shardMinuteStatements = (
  { id, pageId, version, minute, rings, states, lookAt }: ShardMinute,
  moves: boolean,
): [SqlStatement, SqlStatement] => [
  guardTableStatement(monitorShardTable, { unless: "id = ?1 AND page_id = ?2 AND version = ?3" }, [
    id,
    pageId,
    version,
  ]),
  {
    sql: `UPDATE monitor_shard SET version = version + 1, minute = ?3, rings = ?4, states = ?5${moves ? ", look_at = ?6" : ""}
      WHERE id = ?1 AND page_id = ?2`,
    params: [id, pageId, minute, JSON.stringify(rings), JSON.stringify(states), ...(moves ? [lookAt] : [])],
  },
];

/**
 * Does the same for one of several shards, so that their rows share statements; each reads two more rows for its
 * parameter.
 */
export const batchedShardMinuteStatements = (
  { id, pageId, version, minute, rings, states, lookAt }: ShardMinute,
  moves: boolean,
): [SqlStatement, SqlStatement] => [
  guardRowsStatement(monitorShardTable, rowsWithPageId(pageId, [{ id, version }]), {
    unless: `id = j.value->>'$.id' AND page_id = ${pageIdOfRowSql} AND version = j.value->>'$.version'`,
  }),
  rowsStatement(
    `UPDATE monitor_shard SET version = version + 1, minute = j.value->>'$.minute', rings = j.value->>'$.rings',
      states = j.value->>'$.states'${moves ? ", look_at = j.value->>'$.lookAt'" : ""} FROM json_each(?1) j WHERE monitor_shard.id = j.value->>'$.id' AND page_id = ${pageIdOfRowSql}`,
    rowsWithPageId(pageId, [{ id, minute, rings: JSON.stringify(rings), states: JSON.stringify(states), lookAt }]),
  ),
];

/** The part of a monitor's source that its results decide: the start or end of a silence. */
interface SourceSilenceState {
  id: string;
  silentSince: number | null;
  /** Time since which it observes its components again, in UTC ms; null when it is silent. */
  vouchesSince: number | null;
}

/** Updates silences without raising the version that protects people's edits, because no person edited the row. */
export const sourceSilenceStatements = (pageId: string, rows: readonly SourceSilenceState[]): SqlStatement[] =>
  rows.length === 0
    ? []
    : [
        rowsStatement(
          `UPDATE source SET silent_since = j.value->>'$.silentSince',
            vouches_since = coalesce(j.value->>'$.vouchesSince', vouches_since) FROM json_each(?1) j
            WHERE source.id = j.value->>'$.id' AND source.page_id = ${pageIdOfRowSql}`,
          rowsWithPageId(pageId, rows),
        ),
      ];

/** Stores days as `{"MM-DD": [...]}`, in one statement for all monitors of a shard whose day has ended. */
export const monitorDayStatements = (
  days: readonly { monitorId: string; year: number; day: string; counts: number[] }[],
) =>
  days.length === 0
    ? []
    : [
        rowsStatement(
          `INSERT INTO monitor_year (monitor_id, year, days)
            SELECT j.value->>'$.monitorId', j.value->>'$.year', json_object(j.value->>'$.day', j.value->'$.counts')
            FROM json_each(?1) j WHERE true
            ON CONFLICT (monitor_id, year) DO UPDATE SET days = json_patch(days, excluded.days)`,
          days,
        ),
      ];
