import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * Somebody's own checker, which brings results by a signed endpoint. It has the id of its heartbeat: each report is a ping
 * of that, so its silence is a heartbeat's. Its name stands on their `source`, and its signing secret in that one's settings.
 */
export const agent = sqliteTable(
  "agent",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** Minutes: a report comes at least this often. */
    every: integer().notNull(),
    /** The program that it last said it was, with its version. */
    program: text().notNull().default(""),
    /** The run that reported last, and the one before it; where they take turns, two use the same secret. */
    run: text().notNull().default(""),
    otherRun: text().notNull().default(""),
    /** When that was last seen. */
    doubledAt: integer(),
    /** ms that our clock was ahead of its own, when that last changed much. */
    skewMs: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("agent_page").on(t.pageId)],
);
