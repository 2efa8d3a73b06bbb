import { portion } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { forgetCopies } from "~/status-page/publishing/engine/copies";
import { isShown } from "~/status-page/queries/copies";
import { firstTableOf, purgePage, purgeRows } from "../../queries/page-purge";
import type { DeletedPage } from "../../queries/purge";

/** Tables, or parts of one, in one step. */
const rounds = 4;
const ofRound = 2;
/** Calls that forget the copies, the statement before them, and those that end it. */
const around = 8;

/** Statements and other calls that the shortest step takes at the most. */
export const purgePageStatements = ofRound + around;

/**
 * Takes away a bounded part of what a deleted page left. No memory: what still holds rows is asked again each time, so
 * that a step that is killed, doubled or late does no harm. The page's own row goes last. Copies under a slug that is
 * another page's by now are that page's.
 */
export async function purgePagePart(ctx: Ctx, { id, slug }: DeletedPage, room: number): Promise<void> {
  if (!(await isShown(ctx, slug))) await forgetCopies(ctx, slug);
  const fitting = Math.min(rounds, Math.floor((room - around) / ofRound));
  for (let round = 0; round < fitting; round++) {
    const table = await firstTableOf(ctx, id);
    if (!table) {
      await runBatch(ctx, purgePage(id));
      return;
    }
    await runBatch(ctx, [purgeRows(table, id, portion)]);
  }
}
