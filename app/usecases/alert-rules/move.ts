import { priorCommit } from "~/db/queries/audit";
import { rulesOfSources } from "~/db/queries/rule";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { rule } from "~/db/schema/index";
import { updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type MoveRuleInput, moveRuleInput } from "~/rules/alerts/input";
import { ok, type Result } from "~/rules/basics/failure";
import { moved } from "~/rules/basics/ordering";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { ruleView } from "./view";

/** Moves a rule one place among the rules of its source; the catch-all stays last. Failures: conflict, missing. */
export async function moveRule(ctx: Ctx, given: MoveRuleInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(moveRuleInput, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id(), direction } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, rules] = await read(ctx, priorCommit(ctx, commitId), rulesOfSources(ctx, pageId));
    const all = rules.map(ruleView);
    const found = find(
      prior,
      all.find((each) => each.id === id),
      { pageId, version },
    );
    if (found.answer) return found.answer;
    const siblings = all.filter((each) => each.sourceId === found.row.sourceId && !each.catchAll);
    const changed = moved(siblings, id, direction);
    if (changed.length === 0) return ok({ id });
    const rows = changed.map((each) => ({ id: each.id, position: each.position }));
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: rule, rows: changed.map((each) => ({ id: each.id, version: each.version })) }],
      changes: [...updateRows(rule, pageId, rows), wantSettle(pageId, ctx.now())],
      audit: { action: "rule.move", subjectKind: "rule", subjectId: id, after: { direction } },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
