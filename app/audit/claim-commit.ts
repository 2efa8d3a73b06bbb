import { read } from "~/db/read";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { keyReused } from "~/platform/failure-of";
import { commitsOfKey } from "./queries/keyed-commits";
import { keyedId, keyOfCommit } from "./rules/keyed-commit";

async function look(ctx: Ctx, id: string): Promise<Result<true>> {
  const [known] = await read(ctx, commitsOfKey(ctx, keyOfCommit(id) ?? id));
  return known.every((each) => each.id === id) ? ok(true) : fail(keyReused);
}

/**
 * The id of the commit that a program names by a key of its own. The same key with the same content is the same commit;
 * with other content it is a mistake of the program's. `claimed` says so where that commit is in already, in one statement;
 * the commit itself asks again, for those that are sent at once.
 */
export function claimCommit(
  ctx: Ctx,
  keyHash: string,
  contentHash: string,
): { id: string; claimed: Promise<Result<true>> } {
  const id = keyedId(keyHash, contentHash);
  return { id, claimed: look(ctx, id) };
}
