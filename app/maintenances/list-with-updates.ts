import type { BatchResponse } from "drizzle-orm/batch";
import { readOnPage } from "~/change/read-permitted";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type ListMaintenancesInput, listMaintenancesWith } from "./list";
import { type MaintenanceUpdateView, type MaintenanceView, maintenanceView, updateView } from "./maintenance-view";
import { maintenanceById, maintenanceUpdates, updatesOfMaintenances } from "./queries/maintenance";

export interface MaintenanceWithUpdates {
  maintenance: MaintenanceView;
  /** Updates, newest first. */
  updates: MaintenanceUpdateView[];
}

/** Returns a list with updates, for programs that need everything at once. */
export async function listMaintenancesWithUpdates(
  ctx: Ctx,
  given: ListMaintenancesInput,
): Promise<Result<MaintenanceWithUpdates[]>> {
  const listed = await listMaintenancesWith(ctx, given, (pageId, list) => ({
    updates: updatesOfMaintenances(ctx, pageId, list),
  }));
  if (!listed.ok) return listed;
  const { maintenances, more } = listed.value;
  const { updates } = more;
  const of = (id: string) => updates.filter(({ row }) => row.maintenanceId === id);
  return ok(
    maintenances.map((maintenance) => ({
      maintenance,
      updates: of(maintenance.id).map(updateView),
    })),
  );
}

interface MaintenanceQuery {
  pageId: string;
  id: string;
}

/** Queries for one maintenance, to be read in a batch with others. */
export const withUpdatesQueries = (ctx: Ctx, { pageId, id }: MaintenanceQuery) =>
  [maintenanceById(ctx, pageId, id), maintenanceUpdates(ctx, pageId, [id])] as const;

type MaintenanceQueryRows = BatchResponse<ReturnType<typeof withUpdatesQueries>>;

export const withUpdatesOf = (
  [found]: MaintenanceQueryRows[0],
  updates: MaintenanceQueryRows[1],
): MaintenanceWithUpdates | null =>
  found ? { maintenance: maintenanceView(found), updates: updates.map(updateView) } : null;

/** Reads one maintenance. 2 statements. */
export const readWithUpdates = (ctx: Ctx, asked: MaintenanceQuery): Promise<Result<MaintenanceWithUpdates>> =>
  readOnPage(ctx, { pageId: asked.pageId, role: "viewer" }, withUpdatesQueries(ctx, asked), (rows) => {
    const found = withUpdatesOf(...rows);
    return found ? ok(found) : missingFailure;
  });
