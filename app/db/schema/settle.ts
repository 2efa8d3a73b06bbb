import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The page's settling: wanted/done counters, its lease, and the time when its next group falls due. */
export const settleTable = sqliteTable("settle", {
  pageId: text().primaryKey(),
  wanted: integer().notNull().default(0),
  done: integer().notNull().default(0),
  leaseUntil: integer().notNull().default(0),
  leaseToken: text().notNull().default(""),
  dueAt: integer(),
  /** Time since which more is wanted than done; meaningless while all is done. */
  askedAt: integer().notNull().default(0),
  /**
   * Earliest time at which it is processed: work that could not run is moved back, while `dueAt` and `askedAt` stay.
   */
  notBefore: integer().notNull().default(0),
  /** Number of failed runs since the last success, and the reason of the last one. */
  tries: integer().notNull().default(0),
  reason: text(),
  /** Version of the page's timeline: compared and raised by every commit that appends rows to it or closes its days. */
  timeline: integer().notNull().default(0),
  /**
   * The invocation that alone may take its next version, because it lost a race for it, and the time until which it
   * may.
   */
  timelineHolder: text().notNull().default(""),
  timelineHeldUntil: integer().notNull().default(0),
  /** Start of a window of five minutes, and the number of alerts that each source has changed in it. */
  windowAt: integer().notNull().default(0),
  windowCounts: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /** Latest end of an episode that is not settled yet; it dates the recovery correctly. */
  recoveredAt: integer(),
  /** Time when a person last changed the sources of a component, by component id, while that is not settled yet. */
  observersChangedAt: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /**
   * True when the next settling publishes the front page in any case, since the coverage of a component may have
   * changed.
   */
  publishes: integer({ mode: "boolean" }).notNull().default(false),
});
