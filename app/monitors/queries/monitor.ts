import { and, eq, sql } from "drizzle-orm";
import { monitorAlertCauseColumn } from "~/alerts/queries/alert-list";
import { rowsAsJsonSql } from "~/db/json-rows";
import { monitor, monitorShard, source } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { hourMs, minuteMs } from "~/time/durations";
import { silentAfterMinutes } from "../rules/monitor-due";

type Db = Pick<Ctx, "db">;

const minuteOf = (now: number) => Math.floor(now / minuteMs);

/**
 * Returns the state that people see: paused; otherwise no data when checks fell silent or did not run (the tick itself
 * stopped); otherwise the confirmed state.
 */
export const shownMonitorStateSql = (now: number) =>
  sql<string>`CASE WHEN monitor.paused_at IS NOT NULL THEN 'paused'
    WHEN source.silent_since IS NOT NULL THEN 'no_data'
    WHEN max(monitor_shard.minute, monitor.watched_since / 60000) + max(monitor.interval, monitor_shard.every) * 2 + ${silentAfterMinutes({ interval: 0 })} < ${minuteOf(now)} THEN 'no_data'
    ELSE monitor.state END`;

/** Path of a monitor in the rings and states of its shard. */
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
  id: source.id,
  pageId: source.pageId,
  kind: source.kind,
  name: source.name,
  settingsSealed: source.settingsSealed,
  mutedUntil: source.mutedUntil,
  silentSince: source.silentSince,
  dependsOn: source.dependsOn,
  version: source.version,
  createdAt: source.createdAt,
  updatedAt: source.updatedAt,
  shardId: monitor.shardId,
  agentId: monitor.agentId,
  interval: monitor.interval,
  phase: monitor.phase,
  timeoutSeconds: monitor.timeoutSeconds,
  cost: monitor.cost,
  retries: monitor.retries,
  inARow: monitor.inARow,
  degradedAboveMs: monitor.degradedAboveMs,
  slowerThanUsual: monitor.slowerThanUsual,
  regions: monitor.regions,
  continents: monitor.continents,
  agree: monitor.agree,
  tags: monitor.tags,
  chartShown: monitor.chartShown,
  pausedAt: monitor.pausedAt,
  watchedSince: monitor.watchedSince,
  stateSince: monitor.stateSince,
  shown: shownMonitorStateSql(now).as("shown"),
  minute: monitorShard.minute,
  shardVersion: sql<number>`monitor_shard.version`.as("shard_version"),
  ring: ring.as("ring"),
  known: known.as("known"),
});

/** Columns of a monitor with the rows for its uptime: ≤ 25 of hours, ≤ 2 of years. */
export const monitorHistoryColumns = (now: number) => ({
  ...columns(now),
  waitingFor: monitorAlertCauseColumn,
  hours: hoursSince(Math.floor(now / hourMs) - 24).as("hours"),
  years: yearsSince(new Date(now).getUTCFullYear() - 1).as("years"),
});

export const monitorJoins = { source: eq(source.id, monitor.id), shard: eq(monitorShard.id, monitor.shardId) };

/** Returns one monitor without its history, for a change. */
export const monitorByIdQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select(columns(now))
    .from(monitor)
    .innerJoin(source, monitorJoins.source)
    .innerJoin(monitorShard, monitorJoins.shard)
    .where(and(eq(monitor.id, id), eq(monitor.pageId, pageId)));

/** Returns the monitor's id if it exists. */
export const monitorExistenceQuery = ({ db }: Db, pageId: string, id: string) =>
  db
    .select({ id: monitor.id })
    .from(monitor)
    .where(and(eq(monitor.id, id), eq(monitor.pageId, pageId)));

/** Returns several monitors of a page; missing ones are left out. */
export const monitorsByIdsQuery = ({ db }: Db, pageId: string, ids: readonly string[], now: number) =>
  db
    .select(columns(now))
    .from(monitor)
    .innerJoin(source, monitorJoins.source)
    .innerJoin(monitorShard, monitorJoins.shard)
    .where(and(eq(monitor.pageId, pageId), sql`monitor.id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`));

/** Returns a monitor with the rows for its uptime: ≤ 25 of hours, ≤ 2 of years. */
export const monitorWithHistoryQuery = ({ db }: Db, pageId: string, id: string, now: number) =>
  db
    .select(monitorHistoryColumns(now))
    .from(monitor)
    .innerJoin(source, monitorJoins.source)
    .innerJoin(monitorShard, monitorJoins.shard)
    .where(and(eq(monitor.id, id), eq(monitor.pageId, pageId)));

/** Returns the monitors whose results an upgrade reads differently, by name. Reads the page's monitors. */
export const upgradeDifferenceMonitorsQuery = ({ db }: Db, pageId: string, most: number) =>
  db
    .select({ id: source.id, name: source.name, watchedSince: monitor.watchedSince, known: known.as("known") })
    .from(monitor)
    .innerJoin(source, monitorJoins.source)
    .innerJoin(monitorShard, monitorJoins.shard)
    // Apart from the week after an upgrade no row has it, and searching a text is faster than parsing it.
    .where(
      and(
        eq(monitor.pageId, pageId),
        sql`CASE WHEN instr(monitor_shard.states, '"reread"') = 0 THEN 0 ELSE json_extract(monitor_shard.states, ${monitorKeySql} || '.reread') IS NOT NULL END`,
      ),
    )
    .orderBy(sql`lower(source.name)`, source.id)
    .limit(most);

/** Returns a monitor's rows for the chart: hours since `hour` (UTC ms / 3,600,000; ≤ 721) and the last two years. */
export const monitorHistoryQuery = ({ db }: Db, pageId: string, id: string, now: number, hour: number) =>
  db
    .select({
      interval: monitor.interval,
      minute: monitorShard.minute,
      ring: ring.as("ring"),
      known: known.as("known"),
      hours: hoursSince(hour).as("hours"),
      years: yearsSince(new Date(now).getUTCFullYear() - 1).as("years"),
    })
    .from(monitor)
    .innerJoin(monitorShard, monitorJoins.shard)
    .where(and(eq(monitor.id, id), eq(monitor.pageId, pageId)));

/** Returns the data that a search examines: every monitor of the page with its state and settings. Three rows each. */
export const monitorsForSearchQuery = ({ db }: Db, pageId: string, now: number) =>
  db
    .select({
      id: monitor.id,
      kind: source.kind,
      settingsSealed: source.settingsSealed,
      state: shownMonitorStateSql(now).as("shown"),
      since: monitor.stateSince,
    })
    .from(monitor)
    .innerJoin(source, monitorJoins.source)
    .innerJoin(monitorShard, monitorJoins.shard)
    .where(eq(monitor.pageId, pageId));

/**
 * Returns the checks and calls of the whole deployment, to compare with its plan; `all` also counts paused monitors and
 * agents’. Reads ≤ 1,000 rows.
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
    .from(monitor);

/** Returns the page's monitors, heartbeats and sources by name, with the dependencies of each. */
export const observerDependenciesOfPageQuery = ({ db }: Db, pageId: string) =>
  db
    .select({
      id: source.id,
      name: source.name,
      family: source.family,
      dependsOn: source.dependsOn,
      version: source.version,
    })
    .from(source)
    .where(eq(source.pageId, pageId))
    .orderBy(sql`lower(source.name)`, source.id);

export type MonitorByIdRow = Awaited<ReturnType<typeof monitorByIdQuery>>[number];
export type MonitorWithHistoryRow = Awaited<ReturnType<typeof monitorWithHistoryQuery>>[number];
