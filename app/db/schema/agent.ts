import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A customer's own checker, which sends results to a signed endpoint. It has the id of its heartbeat: each report is a
 * ping, so its silence is that of the heartbeat. Its name is in their `source`, its signing secret in the settings
 * there.
 */
export const agentTable = sqliteTable(
  "agent",
  {
    id: text().primaryKey(),
    pageId: text().notNull(),
    /** Longest time between two reports, in minutes. */
    every: integer().notNull(),
    /** The program and version that it last reported. */
    program: text().notNull().default(""),
    /** The run that reported last, and the one before it; when the two alternate, two agents use the same secret. */
    run: text().notNull().default(""),
    otherRun: text().notNull().default(""),
    /** Time when two runs were last seen to alternate. */
    doubledAt: integer(),
    /** Lead of our clock over the agent's, in ms, at its last big change. */
    skewMs: integer(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
  },
  (t) => [index("agent_page").on(t.pageId)],
);
