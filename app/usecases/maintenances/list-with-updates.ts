import { maintenanceUpdates } from "~/db/queries/maintenance";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/failure";
import { type ListMaintenancesInput, listMaintenances } from "./list";
import { type MaintenanceUpdateView, type MaintenanceView, updateView } from "./view";

export interface MaintenanceWithUpdates {
  maintenance: MaintenanceView;
  /** Newest first. */
  updates: MaintenanceUpdateView[];
}

/** A list for programs that want everything at once. */
export async function listMaintenancesWithUpdates(
  ctx: Ctx,
  given: ListMaintenancesInput,
): Promise<Result<MaintenanceWithUpdates[]>> {
  const listed = await listMaintenances(ctx, given);
  if (!listed.ok) return listed;
  const { maintenances } = listed.value;
  const ids = maintenances.map(({ id }) => id);
  const [updates] = await read(ctx, maintenanceUpdates(ctx, given.pageId, ids));
  const of = (id: string) => updates.filter(({ row }) => row.maintenanceId === id);
  return ok(
    maintenances.map((maintenance) => ({
      maintenance,
      updates: of(maintenance.id).map(updateView),
    })),
  );
}
