import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { StoredEvidence } from "~/monitors/rules/evidence";
import type { ConfirmedVerdict, MonitorStateRecord, PlannedMonitor } from "~/monitors/rules/monitor";

/**
 * A target that is checked regularly. Its name, kind, settings, mute and rules are those of the `source` with its id.
 */
export const monitorTable = sqliteTable(
  "monitor",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    shardId: text().notNull(),
    /** The agent that checks it; null = the deployment does. */
    agentId: text(),
    /** Interval in minutes. */
    interval: integer().notNull().default(1),
    /** Offset from a multiple of the interval, in minutes; it spreads checks over time. */
    phase: integer().notNull().default(0),
    timeoutSeconds: integer().notNull().default(8),
    /** Number of calls that each check makes, given by its kind from its settings; a plan and a shard count these. */
    cost: integer().notNull().default(1),
    /** Number of immediate retries of a failing check. */
    retries: integer().notNull().default(0),
    /** Number of equal results in a row that change its state, in either direction. */
    inARow: integer().notNull().default(2),
    degradedAboveMs: integer(),
    /** Factor above its usual response time from which it also counts as degraded; null = not compared. */
    slowerThanUsual: real(),
    /** Regions that are asked before its state changes; empty = none. */
    regions: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Continents whose Globalping probes are asked as well; empty = none. */
    continents: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Number of places, ours included, that must agree before its state changes; null = all that answer. */
    agree: integer(),
    tags: text({ mode: "json" }).$type<string[]>().notNull(),
    /** True when its response times are shown on the pages of its components. */
    chartShown: integer({ mode: "boolean" }).notNull().default(true),
    pausedAt: integer(),
    /** Time when it was created or resumed: earlier results do not count. */
    watchedSince: integer().notNull(),
    /** Confirmed state: `new`, `up`, `degraded` or `down`. The `source` row says since when it is silent. */
    state: text().$type<ConfirmedVerdict>().notNull().default("new"),
    stateSince: integer().notNull(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("monitor_new").on(t.pageId).where(sql`state = 'new'`),
    index("monitor_page").on(t.pageId),
    index("monitor_by_shard").on(t.shardId),
  ],
);

/** At most 20 monitors of a page that are checked together: the tick reads and writes this one row. */
export const monitorShardTable = sqliteTable(
  "monitor_shard",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /**
     * The agent that runs these monitors, and the longest time between its reports in minutes; null and 0 = the
     * deployment.
     */
    agentId: text(),
    every: integer().notNull().default(0),
    /** Last minute (UTC ms / 60,000) whose check results are stored. */
    minute: integer().notNull(),
    /** Plan made from the monitors' rows whenever one of them changes. */
    plan: text({ mode: "json" }).$type<PlannedMonitor[]>().notNull(),
    /** Results of the last 60 minutes up to `minute`, by monitor, packed by text/ring. */
    rings: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    states: text({ mode: "json" }).$type<Record<string, MonitorStateRecord>>().notNull(),
    /**
     * Earliest time (ms) at which a tick reads it; 0 = every minute, null = not until one of its monitors is changed.
     */
    lookAt: integer().default(0),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("monitor_shard_agent").on(t.agentId).where(sql`agent_id IS NOT NULL`),
    index("monitor_shard_look").on(t.lookAt).where(sql`look_at IS NOT NULL`),
  ],
);

/** One hour of a monitor: its 60 minutes, packed as in the ring. `hour` = UTC ms / 3,600,000. */
export const monitorHourTable = sqliteTable(
  "monitor_hour",
  { monitorId: text().notNull(), hour: integer().notNull(), minutes: text().notNull() },
  (t) => [primaryKey({ columns: [t.monitorId, t.hour] })],
);

/** Evidence of a monitor's outage: one row for each outage, kept for 30 days. `at` = start of the outage (ms). */
export const monitorEvidenceTable = sqliteTable(
  "monitor_evidence",
  {
    monitorId: text().notNull(),
    at: integer().notNull(),
    pageId: text().notNull(),
    /** Evidence of the first check that saw the outage. */
    first: text({ mode: "json" }).$type<StoredEvidence>().notNull(),
    /** Evidence of a later check, replaced once an hour while the monitor stays down. */
    last: text({ mode: "json" }).$type<StoredEvidence>(),
  },
  (t) => [primaryKey({ columns: [t.monitorId, t.at] })],
);

/** UTC days of a monitor: `{"MM-DD": [up, degraded, down, no data, sum of ms of the first two]}`, counted in checks. */
export const monitorYearTable = sqliteTable(
  "monitor_year",
  {
    monitorId: text().notNull(),
    year: integer().notNull(),
    days: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.monitorId, t.year] })],
);
