import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { RestatedUptime } from "~/status-page/restating/rules/figures";
import type { RestatingStage } from "~/status-page/restating/rules/stage";
import type { ObserverHistory } from "~/status-page/restating/rules/watch-log";

/** A page that is older than coverage, and the progress of restating its past. Newer pages have no row. */
export const restatingTable = sqliteTable(
  "restating",
  {
    pageId: text().primaryKey(),
    /** Start of the day that was open when coverage was introduced: only days before it are examined. */
    until: integer().notNull(),
    stage: text().$type<RestatingStage>().notNull().default("reading"),
    /**
     * Findings from the audit log about the sources that watched each component; null = none yet, or already applied.
     */
    watchLog: text({ mode: "json" }).$type<ObserverHistory>(),
    /** Id of the last component that was examined in this stage. */
    cursor: text().notNull().default(""),
    /** Time when it continues: at once while it is working, 14 days later while it waits for an owner; null = done. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    reason: text(),
    foundAt: integer(),
    startedAt: integer(),
    /** The owner who started it; null = it started automatically after the wait. */
    startedBy: text(),
    doneAt: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [index("restating_due").on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);

/** A component whose past claims more than was known: the stretches, and its figures after the restating. */
export const restatedComponentTable = sqliteTable(
  "restated_component",
  {
    pageId: text().notNull(),
    componentId: text().notNull(),
    /** [from, to) in UTC ms, ascending. */
    stretches: text({ mode: "json" }).$type<[number, number][]>().notNull(),
    figures: text({ mode: "json" }).$type<RestatedUptime>().notNull(),
    /** null = its days have not been written. */
    doneAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.componentId] })],
);
