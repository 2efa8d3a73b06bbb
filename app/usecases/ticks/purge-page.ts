import { runBatch } from "~/db/commit";
import { firstTableOf, purgePage, purgeRows } from "~/db/queries/page-purge";
import type { Ctx } from "~/platform/ctx";
import { forgetCopies } from "../pages/copies";

/** Rows of one table that one statement takes away. */
const rowsAtOnce = 500;
/** Tables, or parts of one, in five minutes: what a page leaves must not spend the day's writes (free plan: 100,000). */
const rounds = 4;

/** Statements and other calls that a step takes at the most: two for each round, and what ends it. */
export const purgeStepStatements = 2 * rounds + 8;

export interface DeletedPage {
  id: string;
  /** What its slug was, under which copies of it may lie. */
  slug: string;
}

/**
 * Takes away a bounded part of what a deleted page left. No memory: what still holds rows is asked anew each time, so
 * that a step that is killed, doubled or late does no harm. The page's own row goes last.
 */
export async function purgePageStep(ctx: Ctx, { id, slug }: DeletedPage): Promise<void> {
  await forgetCopies(ctx, slug);
  for (let round = 0; round < rounds; round++) {
    const table = await firstTableOf(ctx, id);
    if (!table) {
      await runBatch(ctx, purgePage(id));
      return;
    }
    await runBatch(ctx, [purgeRows(table, id, rowsAtOnce)]);
  }
}
