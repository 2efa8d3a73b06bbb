import { readAsOperator } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { openRenderings } from "./queries/rendering";

export interface RenderingView {
  /** True when its last step failed. */
  isFailing: boolean;
}

/** Returns whether stored texts are still to be rendered again; null = all are up to date. One statement. */
export const readRendering = (ctx: Ctx): Promise<Result<RenderingView | null>> =>
  readAsOperator(ctx, [openRenderings(ctx)], ([open]) => {
    if (open.length === 0) return ok(null);
    return ok({ isFailing: open.some(({ tries }) => tries > 0) });
  });
