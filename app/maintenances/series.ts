import { readOnPage } from "~/change/read-permitted";
import { maintenanceSeries } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MaintenanceView, maintenanceView, type SeriesView, seriesView } from "./maintenance-view";
import { occurrencesOf, seriesById, seriesOfPage } from "./queries/maintenance-series";

type Target = { pageId: string; id: string };

/** Definition of a series with its scheduled occurrences, for the commands that change it. */
export const seriesAccess = {
  role: "responder",
  subject: "maintenance_series",
  table: maintenanceSeries,
  row: (ctx: Ctx, { pageId, id }: Target) => seriesById(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: Target) => ({ found: occurrencesOf(ctx, pageId, id, ctx.now()) }),
} as const;

/** Returns the page's series, continuing ones first; ≤ 100. */
export const listSeries = (ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<{ series: SeriesView[] }>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [seriesOfPage(ctx, pageId)], ([found]) =>
    ok({ series: found.map((row) => seriesView(row, ctx.now())) }),
  );

export interface SeriesDetail {
  series: SeriesView;
  /** Its occurrences that are in progress or scheduled, soonest first. */
  occurrences: MaintenanceView[];
}

const isComing = ({ status }: MaintenanceView) => status !== "completed" && status !== "cancelled";

/** Returns one series with its scheduled occurrences. */
export function readSeries(ctx: Ctx, { pageId, id }: { pageId: string; id: string }): Promise<Result<SeriesDetail>> {
  const now = ctx.now();
  const queries = [seriesById(ctx, pageId, id), occurrencesOf(ctx, pageId, id, now)] as const;
  return readOnPage(ctx, { pageId, role: "viewer" }, queries, ([[found], occurrences]) => {
    if (!found) return missingFailure;
    return ok({ series: seriesView(found, now), occurrences: occurrences.map(maintenanceView).filter(isComing) });
  });
}
