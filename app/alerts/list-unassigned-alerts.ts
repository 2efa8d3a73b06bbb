import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import { builtInAlertTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { AutomaticTitle } from "~/text/said-title";
import {
  onePageIdListSql,
  rulesWithComponentFlagQuery,
  unassignedAlertCandidatesQuery,
} from "./queries/unassigned-candidates";
import { groupUnassignedAlerts, type UnassignedAlertGroup } from "./rules/unassigned-groups";

type Candidate = Awaited<ReturnType<typeof unassignedAlertCandidatesQuery>>[number];
type Rules = Parameters<typeof groupUnassignedAlerts>[1];

/** Firing alerts of one source that no component shows, all for the same reason, with the most severe of them. */
export interface UnassignedAlertGroupRow extends Omit<UnassignedAlertGroup<Candidate>, "alert"> {
  alert: Pick<Candidate, "id" | "title" | "family" | "sourceName"> & { titleSaid: AutomaticTitle | null };
}

/** Returns the groups, critical ones first. */
export const unassignedAlertGroupRows = (candidates: readonly Candidate[], rules: Rules): UnassignedAlertGroupRow[] =>
  groupUnassignedAlerts(candidates, rules).map(({ alert, ...group }) => {
    const { id, title, family, sourceName } = alert;
    return { ...group, alert: { id, title, family, sourceName, titleSaid: builtInAlertTitle(alert) } };
  });

/**
 * Lists the alerts that fire on a page and reach no component. Two statements; rows: firing alerts of sources with a
 * rule that names no component.
 */
export function listUnassignedAlerts(
  ctx: Ctx,
  { pageId }: { pageId: string },
): Promise<Result<UnassignedAlertGroupRow[]>> {
  const pages = onePageIdListSql(pageId);
  const queries = [unassignedAlertCandidatesQuery(ctx, pages), rulesWithComponentFlagQuery(ctx, pages)] as const;
  return readOnPage(ctx, { pageId, role: "viewer" }, queries, (rows) => ok(unassignedAlertGroupRows(...rows)));
}

/** Counts the alerts of one source among them. */
export const countUnassignedAlertsOfSource = (groups: readonly UnassignedAlertGroupRow[], sourceId: string): number =>
  groups.reduce((sum, each) => sum + (each.sourceId === sourceId ? each.count : 0), 0);
