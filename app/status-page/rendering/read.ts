import { readIfOperator } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { isWordBackfillTable } from "~/search/queries/past-words";
import { unfinishedRenderingsQuery } from "./queries/rendering";

export interface RenderingStatusView {
  /** True when its last step failed. */
  isFailing: boolean;
  /** True when texts are still to be rendered; else the search reads their words. */
  isRendering: boolean;
}

/** Returns whether stored texts are still to be rendered again, or read for the search; null = all are up to date. One statement. */
export const readRenderingStatus = (ctx: Ctx): Promise<Result<RenderingStatusView | null>> =>
  readIfOperator(ctx, [unfinishedRenderingsQuery(ctx)], ([open]) => {
    if (open.length === 0) return ok(null);
    const isRendering = open.some(({ id }) => !isWordBackfillTable(id));
    return ok({ isFailing: open.some(({ tries }) => tries > 0), isRendering });
  });
