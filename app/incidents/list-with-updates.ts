import { authorizeAndParse } from "~/change/authorize-and-parse";
import { readBatch } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { findIncidentsByText, type IncidentView, incidentViewOf, type ListedIncidents } from "./list";
import { incidentListQuery, updatesOfIncidentsQuery } from "./queries/incident";
import { type IncidentUpdateView, incidentUpdateView } from "./read";
import { type ListIncidentsWithUpdatesInput, listIncidentsWithUpdatesInputSchema } from "./rules/input";

export interface IncidentWithUpdates {
  incident: IncidentView;
  /** True when alerts opened it, and none is left that would end it. */
  leftBehind: boolean;
  /** Updates, newest first. */
  updates: IncidentUpdateView[];
}

/** Lists incidents with their updates, for programs, newest start first. 2 statements, and one for a search. */
export async function listIncidentsWithUpdates(
  ctx: Ctx,
  given: ListIncidentsWithUpdatesInput,
): Promise<Result<Pick<ListedIncidents, "isSearchCut"> & { incidents: IncidentWithUpdates[] }>> {
  const authorized = authorizeAndParse(ctx, { role: "viewer", input: listIncidentsWithUpdatesInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, ...listing } = authorized.value.input;
  const { hits, isSearchCut } = await findIncidentsByText(ctx, pageId, { search: listing.search ?? "" });
  const list = incidentListQuery(ctx, pageId, { ...listing, textHitIds: [...hits.keys()] });
  const [found, updates] = await readBatch(ctx, list, updatesOfIncidentsQuery(ctx, pageId, list));
  const of = (id: string) =>
    updates.filter((each) => each.incidentId === id).map((row) => incidentUpdateView(row, null));
  const incidents = found.map(({ row, components, leftBehind, ...names }) => ({
    incident: incidentViewOf(row, components, names),
    leftBehind: Boolean(leftBehind),
    updates: of(row.id),
  }));
  return ok({ incidents, isSearchCut });
}
