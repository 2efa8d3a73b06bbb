import { readIfOperator } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { unfinishedRenderings } from "./queries/rendering";

export interface RenderingStatusView {
  /** True when its last step failed. */
  isFailing: boolean;
}

/** Returns whether stored texts are still to be rendered again; null = all are up to date. One statement. */
export const readRenderingStatus = (ctx: Ctx): Promise<Result<RenderingStatusView | null>> =>
  readIfOperator(ctx, [unfinishedRenderings(ctx)], ([open]) => {
    if (open.length === 0) return ok(null);
    return ok({ isFailing: open.some(({ tries }) => tries > 0) });
  });
