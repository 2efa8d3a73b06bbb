import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { reachCount } from "~/subscribers/queries/subscriber";
import {
  type MaintenanceUpdateView,
  type MaintenanceView,
  maintenanceView,
  type SeriesView,
  seriesView,
  updateView,
} from "./maintenance-view";
import { maintenanceById, maintenanceUpdates } from "./queries/maintenance";
import { seriesOfMaintenance } from "./queries/maintenance-series";

export interface MaintenanceDetail {
  maintenance: MaintenanceView;
  /** Component id → its status during the maintenance. */
  components: Record<string, string>;
  /** Updates, newest first. */
  updates: MaintenanceUpdateView[];
  /** Series to which it belongs. */
  series: SeriesView | null;
  /** Number of people whom a notice about it reaches now. */
  reach: number;
}

/** Returns one maintenance with its updates. 4 statements. */
export const readMaintenance = (
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<MaintenanceDetail>> =>
  readOnPage(
    ctx,
    { pageId, role: "viewer" },
    [
      maintenanceById(ctx, pageId, id),
      maintenanceUpdates(ctx, pageId, [id]),
      seriesOfMaintenance(ctx, pageId, id),
      reachCount(ctx, pageId, { maintenance: id }, ""),
    ],
    ([[found], told, [series], [reached]]) => {
      if (!found) return missingFailure;
      const maintenance = maintenanceView(found);
      return ok({
        maintenance,
        components: maintenance.components,
        updates: told.map(updateView),
        series: series ? seriesView(series, ctx.now()) : null,
        reach: reached?.people ?? 0,
      });
    },
  );
