import { priorCommit } from "~/db/queries/audit";
import { dropGroups, rulesOfSources } from "~/db/queries/rule";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { rule, ruleComponent } from "~/db/schema/index";
import { deleteRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type RuleTarget, ruleTarget } from "~/rules/alerts/input";
import { fail, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import type { Done } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { ruleView } from "./view";

/** Deletes a rule; its alerts go by the next one that matches. The catch-all stays. Failures: conflict, missing. */
export async function deleteRule(ctx: Ctx, given: RuleTarget): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(ruleTarget, given);
  if (!parsed.ok) return parsed;
  const { pageId, id, version, commitId = ctx.id() } = parsed.value;
  const done = await changing(ctx, async () => {
    const [prior, rules] = await read(
      ctx,
      priorCommit(ctx, commitId),
      rulesOfSources(ctx, pageId, parsed.value.sourceId),
    );
    const row = rules.map(ruleView).find((each) => each.id === id);
    const found = find(prior, row, { pageId, version });
    if (found.answer) return found.answer;
    if (found.row.catchAll) {
      return fail({ name: "conflict", code: "catch_all", detail: "The catch-all stays as long as its source." });
    }
    const { sourceId, match, components, mode } = found.row;
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: [{ table: rule, rows: [{ id, version: found.row.version }] }],
      changes: [
        ...deleteRows(ruleComponent, pageId, [{ ruleId: id }]),
        dropGroups(pageId, id),
        ...deleteRows(rule, pageId, [{ id }]),
        wantSettle(pageId, ctx.now()),
      ],
      audit: {
        action: "rule.delete",
        subjectKind: "rule",
        subjectId: id,
        before: { sourceId, match, components, mode },
      },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
