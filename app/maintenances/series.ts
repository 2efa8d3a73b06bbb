import type { IdOnPage } from "~/access/id-on-page";
import { readOnPage } from "~/change/read-permitted";
import { maintenanceSeriesTable } from "~/db/schema";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type MaintenanceSeriesView,
  type MaintenanceView,
  maintenanceSeriesView,
  maintenanceViewOf,
} from "./maintenance-view";
import {
  maintenanceSeriesByIdQuery,
  maintenanceSeriesOfPageQuery,
  occurrencesOfSeriesQuery,
} from "./queries/maintenance-series";

type SeriesTarget = IdOnPage;

/** Definition of a series with its scheduled occurrences, for the commands that change it. */
export const maintenanceSeriesChangeTarget = {
  role: "responder",
  subject: "maintenance_series",
  table: maintenanceSeriesTable,
  row: (ctx: Ctx, { pageId, id }: SeriesTarget) => maintenanceSeriesByIdQuery(ctx, pageId, id),
  facts: (ctx: Ctx, { pageId, id }: SeriesTarget) => ({ found: occurrencesOfSeriesQuery(ctx, pageId, id, ctx.now()) }),
} as const;

/** Returns the page's series, continuing ones first; ≤ 100. */
export const listMaintenanceSeries = (
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<{ series: MaintenanceSeriesView[] }>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [maintenanceSeriesOfPageQuery(ctx, pageId)], ([found]) =>
    ok({ series: found.map((row) => maintenanceSeriesView(row, ctx.now())) }),
  );

export interface MaintenanceSeriesDetail {
  series: MaintenanceSeriesView;
  /** Its occurrences that are in progress or scheduled, soonest first. */
  occurrences: MaintenanceView[];
}

const isComing = ({ status }: MaintenanceView) => status !== "completed" && status !== "cancelled";

/** Returns one series with its scheduled occurrences. */
export function readMaintenanceSeries(ctx: Ctx, { pageId, id }: IdOnPage): Promise<Result<MaintenanceSeriesDetail>> {
  const now = ctx.now();
  const queries = [
    maintenanceSeriesByIdQuery(ctx, pageId, id),
    occurrencesOfSeriesQuery(ctx, pageId, id, now),
  ] as const;
  return readOnPage(ctx, { pageId, role: "viewer" }, queries, ([[found], occurrences]) => {
    if (!found) return missingFailure;
    return ok({
      series: maintenanceSeriesView(found, now),
      occurrences: occurrences.map(maintenanceViewOf).filter(isComing),
    });
  });
}
