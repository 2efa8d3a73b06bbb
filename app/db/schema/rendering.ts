import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A table of which the stored texts are of an earlier version, and how far rendering them again has come. */
export const rendering = sqliteTable(
  "rendering",
  {
    /** The table's name. */
    id: text().primaryKey(),
    /** Id of the last row that was rendered, the newest first; "~" is above all of them. */
    cursor: text().notNull().default("~"),
    /** null = it is done. */
    dueAt: integer(),
    notBefore: integer().notNull().default(0),
    tries: integer().notNull().default(0),
    reason: text(),
  },
  (t) => [index("rendering_due").on(t.dueAt).where(sql`due_at IS NOT NULL`)],
);
