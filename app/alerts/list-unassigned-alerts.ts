import { readOnPage } from "~/change/read-permitted";
import { ok, type Result } from "~/failures/failure";
import { ownTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { SaidTitle } from "~/text/said-title";
import { bareRules, onlyPage, unassignedCandidates } from "./queries/unassigned-candidates";
import { type UnassignedGroup, unassignedGroups } from "./rules/unassigned-groups";

type Candidate = Awaited<ReturnType<typeof unassignedCandidates>>[number];
type Rules = Parameters<typeof unassignedGroups>[1];

/** Firing alerts of one source that no component shows, for one reason, with the loudest of them. */
export interface UnassignedRow extends Omit<UnassignedGroup<Candidate>, "alert"> {
  alert: Pick<Candidate, "id" | "title" | "family" | "sourceName"> & { titleSaid: SaidTitle | null };
}

/** Returns the groups, critical ones first. */
export const unassignedItems = (candidates: readonly Candidate[], rules: Rules): UnassignedRow[] =>
  unassignedGroups(candidates, rules).map(({ alert, ...group }) => {
    const { id, title, family, sourceName } = alert;
    return { ...group, alert: { id, title, family, sourceName, titleSaid: ownTitle(alert) } };
  });

/**
 * Lists the alerts that fire on a page and reach no component. Two statements; rows: firing alerts of sources with a
 * rule that names no component.
 */
export function listUnassignedAlerts(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<UnassignedRow[]>> {
  const pages = onlyPage(pageId);
  const queries = [unassignedCandidates(ctx, pages), bareRules(ctx, pages)] as const;
  return readOnPage(ctx, { pageId, role: "viewer" }, queries, (rows) => ok(unassignedItems(...rows)));
}

/** Counts the alerts of one source among them. */
export const unassignedAlertsOfSource = (groups: readonly UnassignedRow[], sourceId: string): number =>
  groups.reduce((sum, each) => sum + (each.sourceId === sourceId ? each.count : 0), 0);
