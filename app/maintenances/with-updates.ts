import type { BatchResponse } from "drizzle-orm/batch";
import type { IdOnPage } from "~/access/id-on-page";
import { permitRole } from "~/access/permission";
import { readOnPage } from "~/change/read-permitted";
import { type ComponentView, componentsViewOf } from "~/components/list";
import { readBatch } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { type IncidentDetail, incidentDetailOf, incidentQueries } from "~/incidents/read";
import type { Ctx } from "~/platform/ctx";
import {
  type MaintenanceUpdateView,
  type MaintenanceView,
  maintenanceUpdateView,
  maintenanceViewOf,
} from "./maintenance-view";
import {
  maintenanceByIdQuery,
  updatesByMaintenanceIdsQuery,
  updatesOfMaintenanceListQuery,
} from "./queries/maintenance";
import { type ListMaintenancesInput, listMaintenancesWithQueries } from "./verbs";

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
  const listed = await listMaintenancesWithQueries(ctx, given, (pageId, list) => ({
    updates: updatesOfMaintenanceListQuery(ctx, pageId, list),
  }));
  if (!listed.ok) return listed;
  const { maintenances, more } = listed.value;
  const { updates } = more;
  const of = (id: string) => updates.filter(({ row }) => row.maintenanceId === id);
  return ok(
    maintenances.map((maintenance) => ({
      maintenance,
      updates: of(maintenance.id).map(maintenanceUpdateView),
    })),
  );
}

interface MaintenanceQuery {
  pageId: string;
  id: string;
}

/** Queries for one maintenance, to be read in a batch with others. */
const withUpdatesQueries = (ctx: Ctx, { pageId, id }: MaintenanceQuery) =>
  [maintenanceByIdQuery(ctx, pageId, id), updatesByMaintenanceIdsQuery(ctx, pageId, [id])] as const;

type MaintenanceQueryRows = BatchResponse<ReturnType<typeof withUpdatesQueries>>;

const withUpdatesOf = (
  [found]: MaintenanceQueryRows[0],
  updates: MaintenanceQueryRows[1],
): MaintenanceWithUpdates | null =>
  found ? { maintenance: maintenanceViewOf(found), updates: updates.map(maintenanceUpdateView) } : null;

/** Reads one maintenance. 2 statements. */
export const readMaintenanceWithUpdates = (
  ctx: Ctx,
  asked: MaintenanceQuery,
): Promise<Result<MaintenanceWithUpdates>> =>
  readOnPage(ctx, { pageId: asked.pageId, role: "viewer" }, withUpdatesQueries(ctx, asked), (rows) => {
    const found = withUpdatesOf(...rows);
    return found ? ok(found) : missingFailure;
  });

/** The object with an id: an incident, or a maintenance window with the current components. */
export type IncidentOrMaintenance =
  | { incident: IncidentDetail; maintenance: null }
  | { incident: null; maintenance: MaintenanceWithUpdates; components: ComponentView[] };

/** Reads an incident or a maintenance, for programs that treat both as incidents. 8 statements. */
export async function readIncidentOrMaintenance(ctx: Ctx, asked: IdOnPage): Promise<Result<IncidentOrMaintenance>> {
  const may = permitRole(ctx.actor, ctx.member, asked.pageId, "viewer");
  if (!may.ok) return may;
  const [planned, told, ...rows] = await readBatch(
    ctx,
    ...withUpdatesQueries(ctx, asked),
    ...incidentQueries(ctx, asked),
  );
  const incident = incidentDetailOf(asked, rows);
  if (incident) return ok({ incident, maintenance: null });
  const maintenance = withUpdatesOf(planned, told);
  const [, , ...components] = rows;
  return maintenance ? ok({ incident: null, maintenance, ...componentsViewOf(...components) }) : missingFailure;
}
