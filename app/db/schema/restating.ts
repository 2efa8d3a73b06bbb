import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { UptimeFigures } from "~/status-page/restating/rules/figures";
import type { RestatingStage } from "~/status-page/restating/rules/stage";
import type { WatchLog } from "~/status-page/restating/rules/watch-log";

/** A page that is older than coverage, and how far the restating of its past has come. Newer pages have no row. */
export const restating = sqliteTable(
  "restating",
  {
    pageId: text().primaryKey(),
    /** Start of the day that was open when coverage came: only days before it are looked at. */
    until: integer().notNull(),
    stage: text().$type<RestatingStage>().notNull().default("reading"),
    /** What the audit log has told so far of who watched which component; null = nothing yet, or it is used up. */
    watchLog: text({ mode: "json" }).$type<WatchLog>(),
    /** Id of the last component that was looked at in this stage. */
    cursor: text().notNull().default(""),
    /** When it goes on: at once while it is at work, 14 days later where an owner is waited for; null = it is done. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    reason: text(),
    foundAt: integer(),
    startedAt: integer(),
    /** The owner who started it; null = its time had come. */
    startedBy: text(),
    doneAt: integer(),
    version: integer().notNull().default(0),
  },
  (t) => [index("restating_due").on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);

/** A component whose past says more than was known: which stretches, and what its figures become. */
export const restatedComponent = sqliteTable(
  "restated_component",
  {
    pageId: text().notNull(),
    componentId: text().notNull(),
    /** [from, to) in UTC ms, ascending. */
    stretches: text({ mode: "json" }).$type<[number, number][]>().notNull(),
    figures: text({ mode: "json" }).$type<UptimeFigures>().notNull(),
    /** null = its days have not been written. */
    doneAt: integer(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.componentId] })],
);
