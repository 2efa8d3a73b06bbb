import type { BatchResponse } from "drizzle-orm/batch";
import { permit } from "~/access/permission";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentView, componentsView } from "~/components/list";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { detailOf, type IncidentDetail, incidentQueries } from "~/incidents/read";
import type { Ctx } from "~/platform/ctx";
import { type MaintenanceUpdateView, type MaintenanceView, maintenanceView, updateView } from "./maintenance-view";
import { maintenanceById, maintenanceUpdates, updatesOfMaintenances } from "./queries/maintenance";
import { type ListMaintenancesInput, listMaintenancesWith } from "./verbs";

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
const withUpdatesQueries = (ctx: Ctx, { pageId, id }: MaintenanceQuery) =>
  [maintenanceById(ctx, pageId, id), maintenanceUpdates(ctx, pageId, [id])] as const;

type MaintenanceQueryRows = BatchResponse<ReturnType<typeof withUpdatesQueries>>;

const withUpdatesOf = (
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

/** The data of one id: an incident, or a maintenance with the present components. */
export type IncidentOrMaintenance =
  | { incident: IncidentDetail; maintenance: null }
  | { incident: null; maintenance: MaintenanceWithUpdates; components: ComponentView[] };

/** Reads an incident or a maintenance, for programs that treat both as incidents. 8 statements. */
export async function readIncidentOrMaintenance(
  ctx: Ctx,
  asked: { pageId: string; id: string },
): Promise<Result<IncidentOrMaintenance>> {
  const may = permit(ctx.actor, ctx.member, asked.pageId, "viewer");
  if (!may.ok) return may;
  const [planned, told, ...rows] = await read(ctx, ...withUpdatesQueries(ctx, asked), ...incidentQueries(ctx, asked));
  const incident = detailOf(asked, rows);
  if (incident) return ok({ incident, maintenance: null });
  const maintenance = withUpdatesOf(planned, told);
  const [, , ...components] = rows;
  return maintenance ? ok({ incident: null, maintenance, ...componentsView(...components) }) : missingFailure;
}
