import { isNotNull, sql } from "drizzle-orm";
import { type RenderedColumns, renderedColumnsByTable } from "~/db/rendered-columns";
import { renderingTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { wordBackfillOrderSql } from "~/search/queries/past-words";
import { renderingDueCondition } from "./rendering-due";

type Db = Pick<Ctx, "db">;

/** Maximum number of rows, and of characters of Markdown, in one portion; a portion has at least one row. */
const maxRows = 100;
const maxMarkdownChars = 10_000;

export interface RenderedTextRow {
  id: string;
  pageId: string;
  body: string;
  html: string;
  text: string | null;
  /** Number of rows found before the limit on characters was applied. */
  found: number;
}

const columnsOf = (table: string): RenderedColumns => {
  const columns = renderedColumnsByTable[table];
  if (!columns) throw new Error(`Nothing is rendered in ${table}.`);
  return columns;
};

/** Selects a table whose texts are due for rendering, and its progress; tables that failed come last. */
export const nextTableToRenderQuery = ({ db }: Db, now: number) =>
  db
    .select({ id: renderingTable.id, cursor: renderingTable.cursor })
    .from(renderingTable)
    .where(withInstantSql(renderingDueCondition, now))
    .orderBy(renderingTable.tries, wordBackfillOrderSql, renderingTable.id)
    .limit(1);

/** Selects the next rows of a table, newest first, along its primary key. */
export function nextRowsToRenderQuery({ db }: Db, table: string, cursor: string) {
  const { html, from, text } = columnsOf(table);
  const pageId = table === "page" ? "id" : "page_id";
  const rows = `SELECT id, ${pageId} AS page_id, ${from} AS body, ${html} AS html, ${text ?? "NULL"} AS text FROM ${table}
    WHERE id < `;
  const sized = sql`SELECT *, sum(length(body)) OVER (ORDER BY id DESC) AS size, count(*) OVER () AS found
    FROM (${sql.raw(rows)}${cursor} ORDER BY id DESC LIMIT ${sql.raw(String(maxRows))})`;
  return db
    .select({
      id: sql<string>`id`.as("id"),
      pageId: sql<string>`page_id`.as("page_id"),
      body: sql<string>`body`.as("body"),
      html: sql<string>`html`.as("html"),
      text: sql<string | null>`text`.as("text"),
      found: sql<number>`found`.as("found"),
    })
    .from(sql`(${sized})`)
    .where(sql`size <= ${sql.raw(String(maxMarkdownChars))} OR size = length(body)`)
    .orderBy(sql`id DESC`);
}

/** Returns true when nothing comes after a portion: neither of its limits was reached. */
export const isLastRenderPortion = (rows: readonly RenderedTextRow[]): boolean =>
  rows.length < maxRows && rows.length === (rows[0]?.found ?? 0);

/**
 * Writes the rendering only if the Markdown is unchanged since. Versions and times stay, because the content did not
 * change.
 */
export function renderedRowsStatements(table: string, rows: readonly RenderedTextRow[]): SqlStatement[] {
  if (rows.length === 0) return [];
  const { html, from, text } = columnsOf(table);
  const asText = text === undefined ? "" : `, ${text} = j.value->>'$.text'`;
  return [
    {
      sql: `UPDATE ${table} SET ${html} = j.value->>'$.html'${asText} FROM json_each(?1) j
        WHERE ${table}.id = j.value->>'$.id' AND ${table}.${from} = j.value->>'$.body'`,
      params: [JSON.stringify(rows)],
    },
  ];
}

/** Asks for a new build of these pages' documents. */
export function rebuildPagesStatements(pageIds: readonly string[], now: number): SqlStatement[] {
  if (pageIds.length === 0) return [];
  return [
    {
      sql: `UPDATE snapshot SET wanted = wanted + 1, asked_at = iif(built < wanted, asked_at, ?2)
        WHERE page_id IN (SELECT value FROM json_each(?1))`,
      params: [JSON.stringify(pageIds), now],
    },
  ];
}

/** Moves the table's cursor. When two runs take the same step, only one of them moves it. */
export const advanceRenderingStatement = (
  table: string,
  cursor: string,
  next: string | null,
  now: number,
): SqlStatement => ({
  sql: `UPDATE rendering SET cursor = coalesce(?3, cursor), due_at = iif(?3 IS NULL, NULL, ?4), not_before = 0, tries = 0, reason = NULL
    WHERE id = ?1 AND cursor = ?2`,
  params: [table, cursor, next, now],
});

/** Selects tables whose texts are still to be rendered, with the number of failures since the last progress. */
export const unfinishedRenderingsQuery = ({ db }: Db) =>
  db
    .select({ id: renderingTable.id, tries: renderingTable.tries })
    .from(renderingTable)
    .where(isNotNull(renderingTable.dueAt))
    .orderBy(renderingTable.id);
