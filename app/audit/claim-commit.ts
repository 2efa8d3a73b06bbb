import { readBatch } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { keyReusedFailure } from "~/platform/failure-of";
import { commitIdsOfKeyQuery } from "./queries/keyed-commits";
import { keyedCommitId, keyOfCommit } from "./rules/keyed-commit";

async function look(ctx: Ctx, id: string): Promise<Result<true>> {
  const [known] = await readBatch(ctx, commitIdsOfKeyQuery(ctx, keyOfCommit(id) ?? id));
  return known.every((each) => each.id === id) ? ok(true) : fail(keyReusedFailure);
}

/**
 * Returns the id of a commit that a program names by a key of its own. The same key with the same content is the same
 * commit; with other content it is an error. `claimed` checks in one statement for an earlier commit; the commit checks
 * again, for concurrent ones.
 */
export function claimKeyedCommitId(
  ctx: Ctx,
  keyHash: string,
  contentHash: string,
): { id: string; claimed: Promise<Result<true>> } {
  const id = keyedCommitId(keyHash, contentHash);
  return { id, claimed: look(ctx, id) };
}
