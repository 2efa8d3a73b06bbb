import { and, eq, sql } from "drizzle-orm";
import { monitorAlertCauseColumn } from "~/alerts/queries/alert-list";
import { rowsAsJsonSql } from "~/db/json-rows";
import { monitorShardTable, monitorTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { hourMs, minuteMs } from "~/time/durations";
import { silentAfterMinutes } from "../rules/monitor-due";

type Db = Pick<Ctx, "db">;

const minuteOf = (now: number) => Math.floor(now / minuteMs);

/**
 * Returns the state that people see: paused; otherwise no data when checks are silent or the tick itself has stopped;
 * otherwise the confirmed state.
 */
export const shownMonitorStateSql = (now: number) =>
  sql<string>`CASE WHEN monitor.paused_at IS NOT NULL THEN 'paused'
    WHEN source.silent_since IS NOT NULL THEN 'no_data'
    WHEN max(monitor_shard.minute, monitor.watched_since / 60000) + max(monitor.interval, monitor_shard.every) * 2 + ${silentAfterMinutes({ interval: 0 })} < ${minuteOf(now)} THEN 'no_data'
    ELSE monitor.state END`;

/** JSON path of a monitor in the rings and states of its shard. */
export const monitorKeySql = sql.raw(`'$."' || monitor.id || '"'`);
const ring = sql<string | null>`json_extract(monitor_shard.rings, ${monitorKeySql})`;
const known = sql<string | null>`json_extract(monitor_shard.states, ${monitorKeySql})`;

const hoursSince = (hour: number) =>
  rowsAsJsonSql(sql`monitor_hour x WHERE x.monitor_id = monitor.id AND x.hour >= ${hour}`, "x", "hour minutes");

const yearsSince = (year: number) =>
  rowsAsJsonSql(sql`monitor_year y WHERE y.monitor_id = monitor.id AND y.year >= ${year}`, "y", "year", {
    days: sql`json(y.days)`,
  });

const columns = (now: number) => ({
  id: sourceTable.id,
  pageId: sourceTable.pageId,
  kind: sourceTable.kind,
  name: sourceTable.name,
  settingsSealed: sourceTable.settingsSealed,
  mutedUntil: sourceTable.mutedUntil,
  silentSince: sourceTable.silentSince,
  dependsOn: sourceTable.dependsOn,
  version: sourceTable.version,
  createdAt: sourceTable.createdAt,
  updatedAt: sourceTable.updatedAt,
  shardId: monitorTable.shardId,
  agentId: monitorTable.agentId,
  interval: monitorTable.interval,
  phase: monitorTable.phase,
  timeoutSeconds: monitorTable.timeoutSeconds,
  cost: monitorTable.cost,
  retries: monitorTable.retries,
  inARow: monitorTable.inARow,
  degradedAboveMs: monitorTable.degradedAboveMs,
  slowerThanUsual: monitorTable.slowerThanUsual,
  regions: monitorTable.regions,
  continents: monitorTable.continents,
  agree: monitorTable.agree,
  tags: monitorTable.tags,
  chartShown: monitorTable.chartShown,
  pausedAt: monitorTable.pausedAt,
  watchedSince: monitorTable.watchedSince,
  stateSince: monitorTable.stateSince,
  shown: shownMonitorStateSql(now).as("shown"),
  minute: monitorShardTable.minute,
  shardVersion: sql<number>`monitor_shard.version`.as("shard_version"),
  ring: ring.as("ring"),
  known: known.as("known"),
});

/** Columns of a monitor with the rows for its uptime: at most 25 hours and 2 years. */
export const monitorHistoryColumns = (now: number) => ({
  ...columns(now),
  waitingFor: monitorAlertCauseColumn,
  hours: hoursSince(Math.floor(now / hourMs) - 24).as("hours"),
  years: yearsSince(new Date(now).getUTCFullYear() - 1).as("years"),
});

export const monitorJoinConditions = {
  source: eq(sourceTable.id, monitorTable.id),
  shard: eq(monitorShardTable.id, monitorTable.shardId),
};

/** Returns one monitor without its history, for use in a change. */
export const monitorByIdQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select(columns(now))
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(and(eq(monitorTable.id, id), eq(monitorTable.pageId, pageId)));

/** Returns the monitor's id if it exists. */
export const monitorExistenceQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ id: monitorTable.id })
    .from(monitorTable)
    .where(and(eq(monitorTable.id, id), eq(monitorTable.pageId, pageId)));

/** Returns several monitors of a page; ids that do not exist are left out. */
export const monitorsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[], now: number) =>
  db
    .select(columns(now))
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(
      and(eq(monitorTable.pageId, pageId), sql`monitor.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`),
    );

/** Returns a monitor with the rows for its uptime: at most 25 hours and 2 years. */
export const monitorWithHistoryQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select(monitorHistoryColumns(now))
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(and(eq(monitorTable.id, id), eq(monitorTable.pageId, pageId)));

/** Returns the monitors whose results an upgrade reads differently, sorted by name. Reads all monitors of the page. */
export const upgradeDifferenceMonitorsQuery = ({ db }: Db, pageId: string, most: number) =>
  db
    .select({
      id: sourceTable.id,
      name: sourceTable.name,
      watchedSince: monitorTable.watchedSince,
      known: known.as("known"),
    })
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    // Outside the week after an upgrade no row contains it, and searching a text is faster than parsing it.
    .where(
      and(
        eq(monitorTable.pageId, pageId),
        sql`CASE WHEN instr(monitor_shard.states, '"reread"') = 0 THEN 0 ELSE json_extract(monitor_shard.states, ${monitorKeySql} || '.reread') IS NOT NULL END`,
      ),
    )
    .orderBy(sql`lower(source.name)`, sourceTable.id)
    .limit(most);

/**
 * Returns the data that a search examines: every monitor of the page with its state and settings. It reads three rows
 * for each.
 */
export const monitorsForSearchQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select({
      id: monitorTable.id,
      kind: sourceTable.kind,
      settingsSealed: sourceTable.settingsSealed,
      state: shownMonitorStateSql(now).as("shown"),
      since: monitorTable.stateSince,
    })
    .from(monitorTable)
    .innerJoin(sourceTable, monitorJoinConditions.source)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(eq(monitorTable.pageId, pageId));

/** Returns a monitor's rows for the chart: hours since `hour` (UTC ms / 3,600,000; ≤ 721) and the last two years. */
export const monitorHistoryQuery = ({ db }: Db, pageId: string, id: string, now: number, hour: number) =>
  db
    .select({
      interval: monitorTable.interval,
      minute: monitorShardTable.minute,
      ring: ring.as("ring"),
      known: known.as("known"),
      hours: hoursSince(hour).as("hours"),
      years: yearsSince(new Date(now).getUTCFullYear() - 1).as("years"),
    })
    .from(monitorTable)
    .innerJoin(monitorShardTable, monitorJoinConditions.shard)
    .where(and(eq(monitorTable.id, id), eq(monitorTable.pageId, pageId)));

/**
 * Returns the checks and calls of the whole deployment, for a comparison with its plan. `all` also counts paused
 * monitors and those of agents. Reads at most 1,000 rows.
 */
export const currentCheckLoadQuery = ({ db }: Db) =>
  db
    .select({
      checksPerHour:
        sql<number>`coalesce(sum(60 / interval * cost) FILTER (WHERE paused_at IS NULL AND agent_id IS NULL), 0)`.as(
          "checks_per_hour",
        ),
      monitors: sql<number>`count(*) FILTER (WHERE paused_at IS NULL AND agent_id IS NULL)`.as("monitors"),
      shards: sql<number>`count(DISTINCT iif(paused_at IS NULL AND agent_id IS NULL, shard_id, NULL))`.as("shards"),
      all: sql<number>`count(*)`.as("all_monitors"),
    })
    .from(monitorTable);

/** Returns the page's monitors, heartbeats and sources by name, with the dependencies of each. */
export const observerDependenciesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: sourceTable.id,
      name: sourceTable.name,
      family: sourceTable.family,
      dependsOn: sourceTable.dependsOn,
      version: sourceTable.version,
    })
    .from(sourceTable)
    .where(eq(sourceTable.pageId, pageId))
    .orderBy(sql`lower(source.name)`, sourceTable.id);

export type MonitorByIdRow = Awaited<ReturnType<typeof monitorByIdQuery>>[number];
export type MonitorWithHistoryRow = Awaited<ReturnType<typeof monitorWithHistoryQuery>>[number];
