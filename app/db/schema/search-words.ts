import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/**
 * The words of a page's incidents and maintenance, packed into rows in the order in which they were written
 * (docs/decisions/0031-words-in-packed-rows.md). A row may name words that an edit has removed since.
 */
export const searchWordsTable = sqliteTable(
  "search_words",
  {
    pageId: text().notNull(),
    part: integer().notNull(),
    /** The earliest and the latest start of what is in `words`. */
    firstAt: integer().notNull(),
    lastAt: integer().notNull(),
    /** Number of characters in `words`. */
    size: integer().notNull(),
    /** Entries as JSON strings with commas between them (search/rules/word-entries). */
    words: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.pageId, t.part] })],
);
