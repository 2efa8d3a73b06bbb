import { type Keyring, noKeys } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SeenPage, seenAt } from "./rules/seen";
import { freshInMemory, viewPage, type Where } from "./view";

export type { Where } from "./view";

/**
 * Returns the page as it reads now, from one row or none. Fails with `missing`, also for readers without a key to a
 * private page, or with `overloaded` when there is no copy either.
 */
export async function seePage(ctx: Ctx, where: Where, keys: Keyring = noKeys): Promise<Result<SeenPage>> {
  const found = await viewPage(ctx, where, keys);
  return found.ok ? ok(seenAt(found.value, ctx.now())) : found;
}

/** Does the same without the database, from what this isolate read within the last second. */
export function seeInMemory(where: Where, now: number): SeenPage | null {
  const view = freshInMemory(where, now);
  return view && seenAt(view, now);
}
