import { permit } from "~/access/permission";
import { read } from "~/db/read";
import { missing, ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import type { Ctx } from "~/platform/ctx";
import { stayingIn } from "./only-watched";
import { firingOfRules, rulesOf } from "./queries/rule";
import { onlyWatchedBy } from "./queries/watching";
import { leavingWith } from "./rules/rule-leaving";
import { type RuleView, ruleFact, ruleView } from "./view";

/** Effects of deleting a rule, for its confirmation. */
export interface RuleLeaving {
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
export async function readLeaving(
  ctx: Ctx,
  { pageId, sourceId, id }: { pageId: string; sourceId: string; id: string },
): Promise<Result<RuleLeaving>> {
  const going = { rule: id };
  const may = permit(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [alone, left, ...around] = await read(
    ctx,
    onlyWatchedBy(ctx, pageId, going),
    leftBehindBy(ctx, pageId, going),
    rulesOf(ctx, pageId, sourceId),
    firingOfRules(ctx, pageId, sourceId),
  );
  const [found, firing] = around;
  const rules = found.map(ruleView);
  const rule = rules.find((each) => each.id === id);
  if (!rule) return missing;
  const leaving = leavingWith(rules.map(ruleFact), id, firing);
  return ok({
    rule,
    taken: leaving.taken.map(({ title }) => title),
    next: leaving.next.map(({ ruleId, count }) => ({ rule: rules.find((each) => each.id === ruleId) ?? null, count })),
    unassigned: leaving.unassigned.map(({ title }) => title),
    alone: alone.map(({ name }) => name),
    staying: stayingIn(left).map(({ title }) => title),
  });
}
