import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { retryWhileDatabaseAway } from "~/platform/trouble";
import type { Ctx } from "../platform/ctx";

/**
 * Runs all reads in one round trip and on one consistent state. Rows come back as objects by column name, so a query
 * never selects two columns of the same name.
 */
export function readBatch<T extends readonly [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]]>(
  ctx: Ctx,
  ...queries: T
): Promise<BatchResponse<T>> {
  return retryWhileDatabaseAway(ctx, () => ctx.db.batch(queries));
}

type Query = BatchItem<"sqlite">;

/** Rows that a query returns. */
export type QueryRows<Q extends Query> = Q["_"]["result"];

/** Rows that queries return, each under the name of its query. */
export type RowsByQueryName<Queries> = {
  [Name in keyof Queries]: Queries[Name] extends Query ? QueryRows<Queries[Name]> : never;
};

/** Runs `read` for two sets of named queries in one round trip, and returns the rows under the same names. */
export async function readNamedQueries<Own extends Record<string, Query>, More extends Record<string, Query>>(
  ctx: Ctx,
  own: Own,
  more: More | undefined,
): Promise<[RowsByQueryName<Own>, RowsByQueryName<More>]> {
  const names = [Object.keys(own), Object.keys(more ?? {})] as const;
  const [first, ...others] = [...Object.values(own), ...Object.values(more ?? {})];
  const rows = first === undefined ? [] : await readBatch(ctx, first, ...others);
  const named = names.map((each, index) =>
    Object.fromEntries(each.map((name, place) => [name, rows[index * names[0].length + place]])),
  );
  // TypeScript cannot follow the names through the list and back.
  return named as [RowsByQueryName<Own>, RowsByQueryName<More>];
}
