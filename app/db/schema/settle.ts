import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** The page's settling: wanted/done counters, its lease, and when the next group of it falls due. */
export const settle = sqliteTable("settle", {
  pageId: text().primaryKey(),
  wanted: integer().notNull().default(0),
  done: integer().notNull().default(0),
  leaseUntil: integer().notNull().default(0),
  leaseToken: text().notNull().default(""),
  dueAt: integer(),
  /** Since when more is wanted than done; of no meaning while all is done. */
  askedAt: integer().notNull().default(0),
  /** Not taken before then: what could not run is moved back, and `dueAt` and `askedAt` stay. */
  notBefore: integer().notNull().default(0),
  /** How often it could not run since it last did, and why the last time. */
  tries: integer().notNull().default(0),
  reason: text(),
  /** Version of the page's timeline: compared and raised by every commit that appends rows of it or closes its days. */
  timeline: integer().notNull().default(0),
  /** The invocation that alone may take its next version, because it lost a race for it, and until when. */
  timelineHolder: text().notNull().default(""),
  timelineHeldUntil: integer().notNull().default(0),
  /** Start of a window of five minutes, and how many alerts each source has changed in it. */
  windowAt: integer().notNull().default(0),
  windowCounts: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /** Latest end of an episode that is not settled yet: dates the recovery as it truly was. */
  recoveredAt: integer(),
  /** When what observes a component was last changed by somebody, by its id, as far as that is not settled yet. */
  observersChangedAt: text({ mode: "json" }).$type<Record<string, number>>().notNull().default({}),
  /** The next settling publishes the front page whatever it comes to: what vouches for a component may have changed. */
  publishes: integer({ mode: "boolean" }).notNull().default(false),
});
