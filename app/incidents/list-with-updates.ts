import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type IncidentView, type ListIncidentsInput, listIncidentsWithQueries } from "./list";
import { updatesOfIncidents } from "./queries/incident";
import { type IncidentUpdateView, incidentUpdateView } from "./read";

export interface IncidentWithUpdates {
  incident: IncidentView;
  leftBehind: boolean;
  /** Updates, newest first. */
  updates: IncidentUpdateView[];
}

/** Lists incidents with their updates, for programs. 2 statements. */
export async function listIncidentsWithUpdates(
  ctx: Ctx,
  given: ListIncidentsInput,
): Promise<Result<{ incidents: IncidentWithUpdates[]; before: string | null }>> {
  const listed = await listIncidentsWithQueries(ctx, given, (pageId, list) => ({
    updates: updatesOfIncidents(ctx, pageId, list),
  }));
  if (!listed.ok) return listed;
  const { incidents, before, more } = listed.value;
  const { updates } = more;
  const of = (id: string) =>
    updates.filter((each) => each.incidentId === id).map((row) => incidentUpdateView(row, null));
  return ok({
    incidents: incidents.map((incident) => ({
      incident,
      leftBehind: incident.leftBehind,
      updates: of(incident.id),
    })),
    before,
  });
}
