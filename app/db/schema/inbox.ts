import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An inbox that still held something when it last reached the database; one that is empty has no row. */
export const inbox = sqliteTable("inbox", {
  number: integer().primaryKey(),
  entries: integer().notNull(),
  /** When the oldest of them came, UTC ms. */
  oldestAt: integer().notNull(),
  /** The pages that they are of, as far as they are known. */
  pages: text({ mode: "json" }).$type<{ pageId: string; entries: number; oldestAt: number }[]>().notNull(),
});
