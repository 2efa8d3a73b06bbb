import { permit } from "~/access/permission";
import { type ComponentView, componentsView } from "~/components/list";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { detailOf, type IncidentDetail, incidentQueries } from "~/incidents/read";
import type { Ctx } from "~/platform/ctx";
import { type MaintenanceWithUpdates, withUpdatesOf, withUpdatesQueries } from "./list-with-updates";

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
