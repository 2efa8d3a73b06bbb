import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { ownTitle } from "~/notifications/rules/own-title";
import type { Ctx } from "~/platform/ctx";
import type { SaidTitle } from "~/text/said-title";
import { bareRules, maybeUnassigned, onlyPage } from "./queries/unassigned";
import { type UnassignedGroup, unassignedGroups } from "./rules/unassigned-groups";

type Candidate = Awaited<ReturnType<typeof maybeUnassigned>>[number];
type Rules = Parameters<typeof unassignedGroups>[1];

/** Firing alerts of one source that no component shows, for one reason, with the loudest of them. */
export interface ListedUnassigned extends Omit<UnassignedGroup<Candidate>, "alert"> {
  alert: Pick<Candidate, "id" | "title" | "family" | "sourceName"> & { titleSaid: SaidTitle | null };
}

/** Returns the groups, critical ones first. */
export const unassignedIn = (candidates: readonly Candidate[], rules: Rules): ListedUnassigned[] =>
  unassignedGroups(candidates, rules).map(({ alert, ...group }) => {
    const { id, title, family, sourceName } = alert;
    return { ...group, alert: { id, title, family, sourceName, titleSaid: ownTitle(alert) } };
  });

/**
 * Lists the alerts that fire on a page and reach no component. Two statements; rows: firing alerts of sources with a
 * rule that names no component.
 */
export async function listUnassigned(ctx: Ctx, { pageId }: { pageId: string }): Promise<Result<ListedUnassigned[]>> {
  const may = permit(ctx.actor, ctx.member, pageId, "viewer");
  if (!may.ok) return may;
  const pages = onlyPage(pageId);
  const [candidates, rules] = await read(ctx, maybeUnassigned(ctx, pages), bareRules(ctx, pages));
  return ok(unassignedIn(candidates, rules));
}

/** Counts the alerts of one source among them. */
export const unassignedOfSource = (groups: readonly ListedUnassigned[], sourceId: string): number =>
  groups.reduce((sum, each) => sum + (each.sourceId === sourceId ? each.count : 0), 0);
