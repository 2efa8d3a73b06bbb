import { maintenanceById, maintenanceUpdates } from "~/db/queries/maintenance";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { missing } from "../change/answers";
import { type ListMaintenancesInput, listMaintenances } from "./list";
import { type MaintenanceUpdateView, type MaintenanceView, maintenanceView, updateView } from "./view";

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

/** One of them. 2 statements. */
export async function readWithUpdates(
  ctx: Ctx,
  { pageId, id }: { pageId: string; id: string },
): Promise<Result<MaintenanceWithUpdates>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const [[found], updates] = await read(ctx, maintenanceById(ctx, pageId, id), maintenanceUpdates(ctx, pageId, [id]));
  return found ? ok({ maintenance: maintenanceView(found), updates: updates.map(updateView) }) : missing;
}
