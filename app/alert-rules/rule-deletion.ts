import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { missingFailure, ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { componentsWatchedOnlyBy } from "./queries/observed-components";
import { firingAlertsOfRules, rulesOf } from "./queries/rule";
import { type RuleView, ruleFact, ruleView } from "./rule-view";
import { alertsAfterRule } from "./rules/rule-leaving";
import { stayingIncidents } from "./unwatched-after-delete";

/** Effects of deleting a rule, for its confirmation. */
export interface RuleDeletionEffects {
  rule: RuleView;
  /** Titles of the firing alerts that it takes now, newest first. */
  taken: string[];
  next: { rule: RuleView | null; count: number }[];
  /** Titles of the alerts that no component reflects from then on. */
  unassigned: string[];
  /**
   * Names of the components that nothing watches any more; `staying`: titles of the incidents without any alert left to
   * end them.
   */
  alone: string[];
  staying: string[];
}

/** Reads the effects of deleting a rule. One read of four statements. Failures: missing. */
export async function readRuleDeletion(
  ctx: Ctx,
  { pageId, sourceId, id }: { pageId: string; sourceId: string; id: string },
): Promise<Result<RuleDeletionEffects>> {
  const going = { rule: id };
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [alone, left, ...around] = await read(
    ctx,
    componentsWatchedOnlyBy(ctx, pageId, going),
    incidentsLeftBehindBy(ctx, pageId, going),
    rulesOf(ctx, pageId, sourceId),
    firingAlertsOfRules(ctx, pageId, sourceId),
  );
  const [found, firing] = around;
  const rules = found.map(ruleView);
  const rule = rules.find((each) => each.id === id);
  if (!rule) return missingFailure;
  const leaving = alertsAfterRule(rules.map(ruleFact), id, firing);
  return ok({
    rule,
    taken: leaving.taken.map(({ title }) => title),
    next: leaving.next.map(({ ruleId, count }) => ({ rule: rules.find((each) => each.id === ruleId) ?? null, count })),
    unassigned: leaving.unassigned.map(({ title }) => title),
    alone: alone.map(({ name }) => name),
    staying: stayingIncidents(left).map(({ title }) => title),
  });
}
