import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type IncidentView, type ListIncidentsInput, listIncidentsWith } from "./list";
import { updatesOfAll } from "./queries/incident";
import { type UpdateView, updateView } from "./read";

export interface IncidentWithUpdates {
  incident: IncidentView;
  leftBehind: boolean;
  /** Updates, newest first. */
  updates: UpdateView[];
}

/** Lists incidents with their updates, for programs. 2 statements. */
export async function listIncidentsWithUpdates(
  ctx: Ctx,
  given: ListIncidentsInput,
): Promise<Result<{ incidents: IncidentWithUpdates[]; before: string | null }>> {
  const listed = await listIncidentsWith(ctx, given, (pageId, list) => ({ updates: updatesOfAll(ctx, pageId, list) }));
  if (!listed.ok) return listed;
  const { incidents, before, more } = listed.value;
  const { updates } = more;
  const of = (id: string) => updates.filter((each) => each.incidentId === id).map((row) => updateView(row, null));
  return ok({
    incidents: incidents.map((incident) => ({
      incident,
      leftBehind: incident.leftBehind,
      updates: of(incident.id),
    })),
    before,
  });
}
