import { isRoleAtLeast } from "~/access/actor";
import { readOnPage } from "~/change/read-permitted";
import type { QueryRows } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { builtInAlertTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { AutomaticTitle } from "~/text/said-title";
import { alertsToAcknowledgeQuery, monitorsToMuteQuery } from "./queries/verb-targets";

/** The alerts that can be acknowledged and the monitors that can be muted, by name. */
export interface SearchVerbTargets {
  alerts: { id: string; title: string; titleSaid: AutomaticTitle | null }[];
  monitors: { id: string; name: string }[];
}

const localisable = (
  row: QueryRows<ReturnType<typeof alertsToAcknowledgeQuery>>[number],
): SearchVerbTargets["alerts"][number] => ({
  id: row.id,
  title: row.title,
  titleSaid: builtInAlertTitle(row),
});

const nothing: SearchVerbTargets = { alerts: [], monitors: [] };

/** Lists what the person may acknowledge and mute; nothing for a viewer, or without a search. One round trip. */
export async function listSearchVerbTargets(
  ctx: Ctx,
  { pageId, search }: { pageId: string; search: string },
): Promise<Result<SearchVerbTargets>> {
  if (search.trim() === "") return ok(nothing);
  const queries = [alertsToAcknowledgeQuery(ctx, pageId), monitorsToMuteQuery(ctx, pageId)] as const;
  return readOnPage(ctx, { pageId, role: "viewer" }, queries, ([alerts, monitors], role) =>
    ok(isRoleAtLeast(role, "responder") ? { alerts: alerts.map(localisable), monitors } : nothing),
  );
}
