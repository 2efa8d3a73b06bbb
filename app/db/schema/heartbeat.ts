import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { HeartbeatSchedule, StoredPing } from "~/heartbeats/rules/heartbeat";
import type { HeartbeatState } from "~/heartbeats/rules/heartbeat-ping";
import type { PingKeywords } from "~/heartbeats/rules/ping-words";

/**
 * A job that must report that it ran. Its name, mute and rules are those of the `source` with its id, whose token is
 * the uuid of its address. A ping is one blind update of this row (docs/protocols.md,
 * "Heartbeats and agents").
 */
export const heartbeatTable = sqliteTable(
  "heartbeat",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /**
     * Slug by which it can also be pinged, with the page key, unless another heartbeat has the same slug. Empty = none.
     */
    slug: text().notNull().default(""),
    tags: text({ mode: "json" }).$type<string[]>().notNull(),
    schedule: text({ mode: "json" }).$type<HeartbeatSchedule>().notNull(),
    graceSeconds: integer().notNull().default(3600),
    postOnly: integer({ mode: "boolean" }).notNull().default(false),
    manualResume: integer({ mode: "boolean" }).notNull().default(false),
    /**
     * Words by which a ping counts, and the place where they are searched (heartbeats/rules/ping-words); all empty =
     * every ping counts.
     */
    wordsIn: text().$type<PingKeywords["wordsIn"]>().notNull().default("anywhere"),
    failWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    successWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    startWords: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Last notified state: `new`, `up`, `down` or `paused`; `grace` and `started` are computed. */
    state: text().$type<HeartbeatState>().notNull().default("new"),
    stateSince: integer().notNull(),
    /** At most 100 pings, the newest last. */
    pings: text({ mode: "json" }).$type<StoredPing[]>().notNull(),
    pingCount: integer().notNull().default(0),
    lastPingAt: integer(),
    /** Result of the last ping that counts: `success` or `fail`. */
    lastResult: text().$type<"success" | "fail">(),
    lastStartAt: integer(),
    lastStartRun: text(),
    /** Duration of the last run, in ms, when its start was reported. */
    lastDuration: integer(),
    /** Number of the first ping that changed the state and has not been processed; null = all are processed. */
    pendingFrom: integer(),
    /** Time of the next look at it; null = it cannot be late. */
    dueAt: integer(),
    /** Earliest time at which it is processed: work that could not run is moved back, while `dueAt` stays. */
    notBefore: integer().notNull().default(0),
    /** Number of failed runs since the last success, and the reason of the last one. */
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

/** Body of a ping, at most 10,000 bytes; the slot is the ping's number modulo 100. */
export const pingBodyTable = sqliteTable(
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
