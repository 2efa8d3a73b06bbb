import { permitOperator } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openRenderings } from "./queries/rendering";

export interface RenderingView {
  /** True when its last step failed. */
  isFailing: boolean;
}

/** Returns whether stored texts are still to be rendered again; null = all are up to date. One statement. */
export async function readRendering(ctx: Ctx): Promise<Result<RenderingView | null>> {
  const may = permitOperator(ctx.actor);
  if (!may.ok) return may;
  const [open] = await read(ctx, openRenderings(ctx));
  if (open.length === 0) return ok(null);
  return ok({ isFailing: open.some(({ tries }) => tries > 0) });
}
