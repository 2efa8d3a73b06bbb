import { updatesOfAll } from "~/db/queries/incident";
import { read } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { ok, type Result } from "~/rules/basics/failure";
import { type IncidentView, type ListIncidentsInput, listIncidents } from "./list";
import { type UpdateView, updateView } from "./read";

export interface IncidentWithUpdates {
  incident: IncidentView;
  /** Newest first. */
  updates: UpdateView[];
}

/** The list as programs want it: each incident with its updates. 2 statements. */
export async function listIncidentsWithUpdates(
  ctx: Ctx,
  given: ListIncidentsInput,
): Promise<Result<{ incidents: IncidentWithUpdates[]; before: string | null }>> {
  const listed = await listIncidents(ctx, given);
  if (!listed.ok) return listed;
  const { incidents, before } = listed.value;
  const ids = incidents.map((each) => each.id);
  const [updates] = await read(ctx, updatesOfAll(ctx, given.pageId, ids));
  const of = (id: string) => updates.filter((each) => each.incidentId === id).map((row) => updateView(row, null));
  return ok({ incidents: incidents.map((incident) => ({ incident, updates: of(incident.id) })), before });
}
