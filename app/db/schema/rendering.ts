import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * A table whose stored texts are of an earlier version, and the progress of rendering them again, or of reading their
 * words for the search.
 */
export const renderingTable = sqliteTable(
  "rendering",
  {
    /** The table's name, behind `words_` when its words are read. */
    id: text().primaryKey(),
    /** Id of the last row that was rendered, the newest first, or read, the oldest first; "~" = none yet, above all ids. */
    cursor: text().notNull().default("~"),
    /** Time when it is due; null = done. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    reason: text(),
  },
  (t) => [index("rendering_due").on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);
