import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { seriesOfPage } from "./queries/maintenance-series";
import { type SeriesView, seriesView } from "./view";

/** Returns the page's series, continuing ones first; ≤ 100. */
export async function listSeries(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<{ series: SeriesView[] }>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [found] = await read(ctx, seriesOfPage(ctx, pageId));
  return ok({ series: found.map((row) => seriesView(row, ctx.now())) });
}
