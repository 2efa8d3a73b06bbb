import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type MaintenanceView, maintenanceView, type SeriesView, seriesView } from "./maintenance-view";
import { occurrencesOf, seriesById } from "./queries/maintenance-series";

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
