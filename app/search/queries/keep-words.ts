import { searchWordsTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import {
  joinSearchWordRows,
  maxWordRowChars,
  packSearchWords,
  type SearchWordRow,
  type SearchWordSource,
} from "../rules/word-entries";

const own = "w.page_id = j.value->>'$.pageId'";

/** SQL for the number of the page's last row, or of a new row if the last row is full. */
const nextPart = `coalesce((SELECT w.part + (w.size >= ${maxWordRowChars}) FROM search_words w
  WHERE ${own} ORDER BY w.part DESC LIMIT 1), 0)`;

const append = `first_at = min(first_at, excluded.first_at), last_at = max(last_at, excluded.last_at),
  size = size + excluded.size + 1, words = words || ',' || excluded.words`;

const rowStatements = (pageId: string, row: SearchWordRow): SqlStatement[] =>
  insertRowsStatements(searchWordsTable, [{ pageId, part: 0, size: row.words.length, ...row }], {
    computed: { part: nextPart },
    onConflict: { key: ["pageId", "part"], set: append },
  });

/**
 * Adds the words of texts to the page's last row without reading it, so that two concurrent writers both add theirs.
 * Takes one statement and one written row, unless the texts are longer than a row.
 */
export const keepWordsStatements = (pageId: string, sources: readonly SearchWordSource[]): SqlStatement[] =>
  packSearchWords(sources).flatMap((row) => rowStatements(pageId, row));

/**
 * Adds the words of texts in one statement, however long the texts are, for writers whose texts are bounded in total.
 */
export const keepWordsInOneRowStatements = (pageId: string, sources: readonly SearchWordSource[]): SqlStatement[] =>
  joinSearchWordRows(packSearchWords(sources)).flatMap((row) => rowStatements(pageId, row));
