import { permit } from "~/access/permission";
import { missing } from "~/change/answers";
import { read } from "~/db/read";
import { ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import type { Ctx } from "~/platform/ctx";
import { stayingIn } from "./only-watched";
import { firingOfRules, rulesOf } from "./queries/rule";
import { onlyWatchedBy } from "./queries/watching";
import { leavingWith } from "./rules/rule-leaving";
import { type RuleView, ruleFact, ruleView } from "./view";

/** What deleting a rule comes to, for who is asked before. */
export interface RuleLeaving {
  rule: RuleView;
  /** What it takes of what fires now: titles, the newest first. */
  taken: string[];
  next: { rule: RuleView | null; count: number }[];
  /** Titles of what no component shows from then on. */
  unassigned: string[];
  /** Components that nothing watches any more, and incidents that no alert is left to end, by name. */
  alone: string[];
  staying: string[];
}

/** Failures: missing. One read of four statements. */
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
