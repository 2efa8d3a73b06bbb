import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { KeptEvidence } from "~/monitors/rules/evidence";
import type { Confirmed, MonitorState, PlannedMonitor } from "~/monitors/rules/monitor";

/** What we look at ourselves. Its name, kind, settings, mute and rules are those of the `source` with its id: it is one. */
export const monitor = sqliteTable(
  "monitor",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    shardId: text().notNull(),
    /** Who checks it; null = we do. */
    agentId: text(),
    /** Minutes. */
    interval: integer().notNull().default(1),
    /** Minutes after a multiple of the interval: spreads checks over time. */
    phase: integer().notNull().default(0),
    timeoutSeconds: integer().notNull().default(8),
    /** Calls that each check makes, as its kind says of its settings: what a plan and a shard count. */
    cost: integer().notNull().default(1),
    /** How often a failing check is done again at once. */
    retries: integer().notNull().default(0),
    /** So many results in a row turn it, in either direction. */
    inARow: integer().notNull().default(2),
    degradedAboveMs: integer(),
    /** So many times slower than its usual is degraded, too; null = it is not compared. */
    slowerThanUsual: real(),
    /** Places that are asked before it turns; empty = nobody. */
    regions: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Continents on which Globalping's probes are asked, too; empty = none. */
    continents: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** So many places must see it before it turns, ours among them; null = all that answer. */
    agree: integer(),
    tags: text({ mode: "json" }).$type<string[]>().notNull(),
    /** Its response times are shown on the pages of its components. */
    chartShown: integer({ mode: "boolean" }).notNull().default(true),
    pausedAt: integer(),
    /** Made or resumed then: what was known before does not count. */
    watchedSince: integer().notNull(),
    /** Confirmed: `new`, `up`, `degraded` or `down`. Whether it is silent stands on the source. */
    state: text().$type<Confirmed>().notNull().default("new"),
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
export const monitorShard = sqliteTable(
  "monitor_shard",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** Whose monitors these are, and after how many minutes it reports at the latest; null and 0 = ours. */
    agentId: text(),
    every: integer().notNull().default(0),
    /** Last minute (UTC ms / 60,000) whose checks are in. */
    minute: integer().notNull(),
    /** Made from the rows of its monitors whenever one of them changes. */
    plan: text({ mode: "json" }).$type<PlannedMonitor[]>().notNull(),
    /** By monitor: the last 60 minutes up to `minute`, packed by text/ring. */
    rings: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
    states: text({ mode: "json" }).$type<Record<string, MonitorState>>().notNull(),
    /** From when on (ms) a tick reads it; 0 = each minute, null = not before somebody changes a monitor of it. */
    lookAt: integer().default(0),
    version: integer().notNull().default(0),
  },
  (t) => [
    index("monitor_shard_agent").on(t.agentId).where(sql`agent_id IS NOT NULL`),
    index("monitor_shard_look").on(t.lookAt).where(sql`look_at IS NOT NULL`),
  ],
);

/** One hour of a monitor: its 60 minutes, packed as in the ring. `hour` = UTC ms / 3,600,000. */
export const monitorHour = sqliteTable(
  "monitor_hour",
  { monitorId: text().notNull(), hour: integer().notNull(), minutes: text().notNull() },
  (t) => [primaryKey({ columns: [t.monitorId, t.hour] })],
);

/** What a monitor saw when it was down: one row for each time, 30 days. `at` = since when it is (ms). */
export const monitorEvidence = sqliteTable(
  "monitor_evidence",
  {
    monitorId: text().notNull(),
    at: integer().notNull(),
    pageId: text().notNull(),
    /** The first check that saw it so. */
    first: text({ mode: "json" }).$type<KeptEvidence>().notNull(),
    /** A later one, taken over once an hour while it stays down. */
    last: text({ mode: "json" }).$type<KeptEvidence>(),
  },
  (t) => [primaryKey({ columns: [t.monitorId, t.at] })],
);

/** UTC days of a monitor: `{"MM-DD": [up, degraded, down, no data, sum of ms of the first two]}`, counted in checks. */
export const monitorYear = sqliteTable(
  "monitor_year",
  {
    monitorId: text().notNull(),
    year: integer().notNull(),
    days: text({ mode: "json" }).$type<Record<string, number[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.monitorId, t.year] })],
);
