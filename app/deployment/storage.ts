import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { DatabaseTimeoutError } from "~/platform/database";
import { findRememberedStorageTrouble, recordStorageCheckStart, type StorageTrouble } from "~/platform/storage";
import { DatabaseAwayError } from "~/platform/trouble";
import { rewriteTickStampStatement } from "./queries/deployment";

/**
 * Returns why nothing can be saved, or null if saving works as far as this isolate knows. Without a refusal, nothing is
 * queried. After a refusal one row is rewritten, at most every ten seconds, to notice when there is space again.
 */
export async function readStorageTrouble(ctx: Ctx): Promise<StorageTrouble | null> {
  const known = findRememberedStorageTrouble(ctx);
  if (known === null || known.isSure) return known?.why ?? null;
  recordStorageCheckStart(ctx);
  try {
    await runBatch(ctx, [rewriteTickStampStatement]);
    return null;
  } catch (error) {
    if (!(error instanceof DatabaseAwayError || error instanceof DatabaseTimeoutError)) throw error;
    ctx.log.error("storage.refused", error);
    return known.why;
  }
}
