import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type SeriesView, seriesView } from "./maintenance-view";
import { seriesOfPage } from "./queries/maintenance-series";

/** Returns the page's series, continuing ones first; ≤ 100. */
export const listSeries = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<{ series: SeriesView[] }>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [seriesOfPage(ctx, pageId)], ([found]) =>
    ok({ series: found.map((row) => seriesView(row, ctx.now())) }),
  );
