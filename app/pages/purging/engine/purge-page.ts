import { rowsPerPurgePortion } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { deleteSnapshotCopies } from "~/status-page/publishing/engine/copies";
import { isPagePublic } from "~/status-page/queries/copies";
import { findTableWithRowsOfPage, purgePageRowStatements, purgeTableRowsStatement } from "../../queries/page-purge";
import type { DeletedPage } from "../../queries/purge";

/** Maximum number of rounds of one step. Each round purges a table, or a part of a table. */
const maxTables = 5;
const statementsPerRound = 2;
/** Calls that delete the copies, the statement before them, and those that end the step. */
const overheadStatements = 8;

/** Maximum number of statements and other calls of the shortest step. */
export const maxPurgePageStatements = statementsPerRound + overheadStatements;

/**
 * Purges a bounded part of a deleted page's rows. It keeps no state: each step finds out again what still has rows, so
 * that a step that is killed, repeated or late does no harm. The page's own row goes last. Copies under a slug that
 * another page has now belong to that page.
 */
export async function purgePagePart(ctx: Ctx, { id, slug }: DeletedPage, room: number): Promise<void> {
  if (!(await isPagePublic(ctx, slug))) await deleteSnapshotCopies(ctx, slug);
  const fitting = Math.min(maxTables, Math.floor((room - overheadStatements) / statementsPerRound));
  for (let round = 0; round < fitting; round++) {
    const table = await findTableWithRowsOfPage(ctx, id);
    if (!table) {
      await runBatch(ctx, purgePageRowStatements(id));
      return;
    }
    await runBatch(ctx, [purgeTableRowsStatement(table, id, rowsPerPurgePortion)]);
  }
}
