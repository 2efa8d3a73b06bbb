import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** An inbox that was not empty when it last reached the database; an empty inbox has no row. */
export const inboxTable = sqliteTable("inbox", {
  number: integer().primaryKey(),
  entries: integer().notNull(),
  /** Time when the oldest entry came, UTC ms. */
  oldestAt: integer().notNull(),
  /** Pages of the entries, where they are known. */
  pages: text({ mode: "json" }).$type<{ pageId: string; entries: number; oldestAt: number }[]>().notNull(),
});
