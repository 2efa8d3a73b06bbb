import { type Keyring, noKeys } from "~/access/keyring";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SeenPage, seenAt } from "./rules/seen";
import { freshInMemory, viewPage, type Where } from "./view";

export type { Where } from "./view";

/** The page as it reads now: one row, or none. Missing, also for who has no key to a private one, or overloaded when there is no copy either. */
export async function seePage(ctx: Ctx, where: Where, keys: Keyring = noKeys): Promise<Result<SeenPage>> {
  const found = await viewPage(ctx, where, keys);
  return found.ok ? ok(seenAt(found.value, ctx.now())) : found;
}

/** The same without asking the database: only what this isolate read within the last second. */
export function seeInMemory(where: Where, now: number): SeenPage | null {
  const view = freshInMemory(where, now);
  return view && seenAt(view, now);
}
