import { Column, is, SQL, sql, Table } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Ctx } from "../platform/ctx";
import { readBatch } from "./read";

/** The page that a query asks for: one page by its id, or each of several in turn. */
export type PageIdOrSql = string | SQL;

type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** Members of a drizzle query builder that the types of a batch item do not declare. */
interface SelectQuery {
  getSelectedFields(): Record<string, unknown>;
  getSQL(): SQL;
  /** Turns rows, each an array of values in column order, into the query's result type. */
  _prepare(): { mapResult(response: { results: unknown[][] }, isFromBatch: true): unknown };
}

const selecting = (query: BatchItem<"sqlite">) => query as unknown as SelectQuery;

function columnCount(fields: object): number {
  return Object.values(fields).reduce((count, field) => {
    if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)) return count + 1;
    return count + columnCount(is(field, Table) ? columnsOf(field) : field);
  }, 0);
}

const columnsOf = (table: Table): object =>
  Object.fromEntries(Object.entries(table).filter(([, column]) => is(column, Column)));

/** Without the conversion, a column of JSON would be embedded as JSON, not as the text that the database holds. */
const asText = (name: string) => `iif(typeof(${name}) = 'text', ${name} || '', ${name})`;

/** Returns a query that gives, for each page in `each_page`, the rows of `query` as one JSON column. */
function ofEachPage({ db }: Ctx, pageIds: string, query: SelectQuery) {
  const names = Array.from({ length: columnCount(query.getSelectedFields()) }, (_, index) => `c${index}`);
  const [columns, values] = [sql.raw(names.join(", ")), sql.raw(names.map(asText).join(", "))];
  return db
    .select({ pageId: sql<string>`page_id`.as("page_id"), rows: sql<string>`rows_of_page`.as("rows_of_page") })
    .from(
      sql`(SELECT each_page.value AS page_id, (WITH rows_of (${columns}) AS (${query.getSQL()})
        SELECT json_group_array(json_array(${values})) FROM rows_of) AS rows_of_page FROM json_each(${pageIds}) each_page)`,
    );
}

/** Queries that travel in one batch with others, and a function that reads their answers. */
export interface PagesQuery<Answers> {
  queries: readonly BatchItem<"sqlite">[];
  told(answers: readonly unknown[]): Map<string, Answers>;
}

/**
 * Builds the same question for several pages with as many statements as for one page. `ask` makes the queries of a
 * page, each with its own limit; a page without rows has empty answers.
 */
export function pagesQueryOf<T extends Queries>(
  ctx: Ctx,
  pageIds: readonly string[],
  ask: (page: PageIdOrSql) => T,
): PagesQuery<BatchResponse<T>> {
  const [only, ...others] = pageIds;
  if (only === undefined) return { queries: [], told: () => new Map() };
  if (others.length === 0) {
    return { queries: ask(only), told: (answers) => new Map([[only, answers as unknown as BatchResponse<T>]]) };
  }
  const queries = ask(sql.raw("each_page.value")).map(selecting);
  const told = (answers: readonly unknown[]) => {
    const prepared = queries.map((query) => query._prepare());
    const found = new Map<string, unknown[]>(pageIds.map((pageId) => [pageId, []]));
    for (const [index, rows] of (answers as { pageId: string; rows: string }[][]).entries()) {
      for (const { pageId, rows: text } of rows) {
        found.get(pageId)?.push(prepared[index]?.mapResult({ results: JSON.parse(text) as unknown[][] }, true));
      }
    }
    return found as Map<string, BatchResponse<T>>;
  };
  return { queries: queries.map((query) => ofEachPage(ctx, JSON.stringify(pageIds), query)), told };
}

/** Runs `pagesQueryOf` in a round trip of its own. */
export async function readByPage<T extends Queries>(
  ctx: Ctx,
  pageIds: readonly string[],
  ask: (page: PageIdOrSql) => T,
): Promise<Map<string, BatchResponse<T>>> {
  return runPagesQuery(ctx, pagesQueryOf(ctx, pageIds, ask));
}

/** Returns the answers to a question that is asked in a round trip of its own. */
export async function runPagesQuery<Answers>(
  ctx: Ctx,
  { queries, told }: PagesQuery<Answers>,
): Promise<Map<string, Answers>> {
  const [first, ...others] = queries;
  return first ? told(await readBatch(ctx, first, ...others)) : new Map();
}

/**
 * Returns a question that gives the facts made from each page's answers; a page for which `factsIn` returns null is
 * left out.
 */
export const pagesFactsQuery = <Answers, Facts>(
  { queries, told }: PagesQuery<Answers>,
  factsIn: (answers: Answers) => Facts | null,
): PagesQuery<Facts> => ({ queries, told: (answers) => factsByPage(told(answers), factsIn) });

/** Returns the facts made from each page's answers; a page for which `factsIn` returns null is left out. */
export function factsByPage<Answers, Facts>(
  found: ReadonlyMap<string, Answers>,
  factsIn: (answers: Answers) => Facts | null,
): Map<string, Facts> {
  return new Map(
    [...found].flatMap(([pageId, answers]) => {
      const facts = factsIn(answers);
      return facts ? [[pageId, facts] as const] : [];
    }),
  );
}
