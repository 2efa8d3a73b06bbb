import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { KeptPing, Schedule } from "~/heartbeats/rules/heartbeat";
import type { HeartbeatState } from "~/heartbeats/rules/heartbeat-ping";
import type { PingWords } from "~/heartbeats/rules/ping-words";

/**
 * Something that must report that it ran. Its name, mute and rules are those of the `source` with its id, whose token is
 * the uuid of its address. A ping is one blind update of this row (docs/mechanisms.md).
 */
export const heartbeat = sqliteTable(
  "heartbeat",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** By page key and slug it is pinged too, unless another has the same slug. Empty = none. */
    slug: text().notNull().default(""),
    tags: text({ mode: "json" }).$type<string[]>().notNull(),
    schedule: text({ mode: "json" }).$type<Schedule>().notNull(),
    graceSeconds: integer().notNull().default(3600),
    postOnly: integer({ mode: "boolean" }).notNull().default(false),
    manualResume: integer({ mode: "boolean" }).notNull().default(false),
    /** Words by which a ping counts, and where they are looked for (heartbeats/rules/ping-words); all empty = each counts. */
    wordsIn: text().$type<PingWords["wordsIn"]>().notNull().default("anywhere"),
    failWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    successWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    startWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** As told: `new`, `up`, `down` or `paused`; `grace` and `started` are worked out. */
    state: text().$type<HeartbeatState>().notNull().default("new"),
    stateSince: integer().notNull(),
    /** The newest last, at most 100. */
    pings: text({ mode: "json" }).$type<KeptPing[]>().notNull(),
    pingCount: integer().notNull().default(0),
    lastPingAt: integer(),
    /** `success` or `fail`: what the last ping that counts said. */
    lastResult: text().$type<"success" | "fail">(),
    lastStartAt: integer(),
    lastStartRun: text(),
    /** ms of the last run, where its start was told. */
    lastDuration: integer(),
    /** Number of the first ping that is to be looked at, as it turned something; null = all are told. */
    pendingFrom: integer(),
    /** When to look at it next; null = it cannot be late. */
    dueAt: integer(),
    /** Not taken before then: what could not run is moved back, and `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** How often it could not run since it last did, and why the last time. */
    tries: integer().notNull().default(0),
    reason: text(),
    version: integer().notNull().default(0),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [
    index("heartbeat_slug").on(t.pageId, t.slug),
    index("heartbeat_due").on(t.dueAt).where(sql`due_at IS NOT NULL`),
    index("heartbeat_pending").on(t.pendingFrom).where(sql`pending_from IS NOT NULL`),
  ],
);

/** What a ping brought along, at most 10,000 bytes; the slot is the ping's number modulo 100. */
export const pingBody = sqliteTable(
  "ping_body",
  {
    heartbeatId: text().notNull(),
    slot: integer().notNull(),
    number: integer().notNull(),
    body: text().notNull(),
    truncated: integer({ mode: "boolean" }).notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.heartbeatId, t.slot] })],
);
