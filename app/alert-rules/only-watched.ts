import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type Going, onlyWatchedBy } from "./queries/watching";

export interface OnlyWatched {
  id: string;
  name: string;
}

/** The components that nothing watches any more once these are gone: what a dialogue says before. One statement. */
export async function listOnlyWatched(
  ctx: Ctx,
  { pageId, going }: { pageId: string; going: Going },
): Promise<Result<OnlyWatched[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  return ok((await read(ctx, onlyWatchedBy(ctx, pageId, going)))[0]);
}
