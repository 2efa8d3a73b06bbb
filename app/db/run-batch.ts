import { recordStorageWrite } from "~/platform/storage";
import { retryWhileDatabaseAway } from "~/platform/trouble";
import type { Ctx } from "../platform/ctx";
import type { SqlStatement } from "./write";

/** Prepares and runs statements as one transaction, and returns D1's result for each. */
export async function runBatch(ctx: Ctx, statements: readonly SqlStatement[]): Promise<D1Result[]> {
  const prepared = statements.map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params));
  const results = await retryWhileDatabaseAway(ctx, () => ctx.d1.batch(prepared));
  if (results.some(({ meta }) => meta.rows_written > 0)) recordStorageWrite(ctx);
  return results;
}
