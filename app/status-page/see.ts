import { type Keyring, noKeys } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { pageSeenAt, type SeenPage } from "./rules/seen-page";
import { freshInMemory, type PageKey, viewPage } from "./view-page";

export type { PageKey } from "./view-page";

/**
 * Returns the page as it reads now, from one row or none. Fails with `missing`, also for readers without a key to a
 * private page, or with `overloaded` when there is no copy either.
 */
export async function seePage(ctx: Ctx, where: PageKey, keys: Keyring = noKeys): Promise<Result<SeenPage>> {
  const found = await viewPage(ctx, where, keys);
  return found.ok ? ok(pageSeenAt(found.value, ctx.now())) : found;
}

/** Does the same without the database, from what this isolate read within the last second. */
export function seeInMemory(where: PageKey, now: number): SeenPage | null {
  const view = freshInMemory(where, now);
  return view && pageSeenAt(view, now);
}
