import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { reachCount } from "~/subscribers/queries/subscriber";
import { maintenanceById, maintenanceUpdates } from "./queries/maintenance";
import { seriesOfMaintenance } from "./queries/maintenance-series";
import {
  type MaintenanceUpdateView,
  type MaintenanceView,
  maintenanceView,
  type SeriesView,
  seriesView,
  updateView,
} from "./view";

export interface MaintenanceDetail {
  maintenance: MaintenanceView;
  /** component id → the status it takes meanwhile. */
  components: Record<string, string>;
  /** Newest first. */
  updates: MaintenanceUpdateView[];
  /** Which repetition it belongs to. */
  series: SeriesView | null;
  /** How many people are told of it, now. */
  reach: number;
}

/** One maintenance with all that is said of it. 4 statements. */
export async function readMaintenance(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<MaintenanceDetail>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const asked = [maintenanceById(ctx, pageId, id), maintenanceUpdates(ctx, pageId, [id])] as const;
  const beside = [seriesOfMaintenance(ctx, pageId, id), reachCount(ctx, pageId, { maintenance: id }, "")] as const;
  const [[found], told, [series], [reached]] = await read(ctx, ...asked, ...beside);
  if (!found) return missing;
  const maintenance = maintenanceView(found);
  const { components } = maintenance;
  return ok({
    maintenance,
    components,
    updates: told.map(updateView),
    series: series ? seriesView(series, ctx.now()) : null,
    reach: reached?.people ?? 0,
  });
}
