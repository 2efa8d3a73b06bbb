import { Column, is, SQL, sql, Table } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import type { Ctx } from "../platform/ctx";
import { read } from "./read";

/** The page that a query asks for: one by its id, or each of several in turn. */
export type PageRef = string | SQL;

type Queries = readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/** What a query builder of drizzle has beside what its types say of a batch's item. */
interface Selecting {
  getSelectedFields(): Record<string, unknown>;
  getSQL(): SQL;
  /** Turns rows, each as its values in the order of the columns, into what the query promises. */
  _prepare(): { mapResult(response: { results: unknown[][] }, isFromBatch: true): unknown };
}

const selecting = (query: BatchItem<"sqlite">) => query as unknown as Selecting;

function columnCount(fields: object): number {
  return Object.values(fields).reduce((count, field) => {
    if (is(field, Column) || is(field, SQL) || is(field, SQL.Aliased)) return count + 1;
    return count + columnCount(is(field, Table) ? columnsOf(field) : field);
  }, 0);
}

const columnsOf = (table: Table): object =>
  Object.fromEntries(Object.entries(table).filter(([, column]) => is(column, Column)));

/** A column of JSON would be taken for JSON, not for the text that the database holds. */
const asText = (name: string) => `iif(typeof(${name}) = 'text', ${name} || '', ${name})`;

/** The rows of a query that asks for `each_page`, as one JSON column for every page. */
function ofEachPage({ db }: Ctx, pageIds: string, query: Selecting) {
  const names = Array.from({ length: columnCount(query.getSelectedFields()) }, (_, index) => `c${index}`);
  const [columns, values] = [sql.raw(names.join(", ")), sql.raw(names.map(asText).join(", "))];
  return db
    .select({ pageId: sql<string>`page_id`.as("page_id"), rows: sql<string>`rows_of_page`.as("rows_of_page") })
    .from(
      sql`(SELECT each_page.value AS page_id, (WITH rows_of (${columns}) AS (${query.getSQL()})
        SELECT json_group_array(json_array(${values})) FROM rows_of) AS rows_of_page FROM json_each(${pageIds}) each_page)`,
    );
}

/** Queries that travel in one batch with others, and what their answers come to. */
export interface PagesQuestion<Answers> {
  queries: readonly BatchItem<"sqlite">[];
  told(answers: readonly unknown[]): Map<string, Answers>;
}

/**
 * Asks the same of several pages: as many statements as for one, however many pages there are. `ask` makes the queries
 * of a page, each with a limit of its own; a page of which nothing is found has empty answers.
 */
export function questionOf<T extends Queries>(
  ctx: Ctx,
  pageIds: readonly string[],
  ask: (page: PageRef) => T,
): PagesQuestion<BatchResponse<T>> {
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

/** `questionOf` in a round trip of its own. */
export async function readPages<T extends Queries>(
  ctx: Ctx,
  pageIds: readonly string[],
  ask: (page: PageRef) => T,
): Promise<Map<string, BatchResponse<T>>> {
  return asked(ctx, questionOf(ctx, pageIds, ask));
}

/** The answers of a question that is asked by itself. */
export async function asked<Answers>(
  ctx: Ctx,
  { queries, told }: PagesQuestion<Answers>,
): Promise<Map<string, Answers>> {
  const [first, ...others] = queries;
  return first ? told(await read(ctx, first, ...others)) : new Map();
}

/** A question with what is made of the answers of each page; null leaves it out, as one that is gone. */
export const factsQuestion = <Answers, Facts>(
  { queries, told }: PagesQuestion<Answers>,
  factsIn: (answers: Answers) => Facts | null,
): PagesQuestion<Facts> => ({ queries, told: (answers) => factsOfEach(told(answers), factsIn) });

/** What is made of the answers of each page; null leaves it out, as one that is gone. */
export function factsOfEach<Answers, Facts>(
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
