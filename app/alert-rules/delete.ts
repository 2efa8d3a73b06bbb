import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { rule, ruleComponent } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { leftBehindBy } from "~/incidents/queries/left-behind";
import type { Ctx } from "~/platform/ctx";
import { oneRule } from "./one";
import { partFrom } from "./only-watched";
import { dropGroups, rulesOfSources } from "./queries/rule";
import { onlyWatchedBy } from "./queries/watching";
import { type RuleTarget, ruleTarget } from "./rules/input";

const isCatchAll = fail({
  name: "conflict",
  code: "catch_all",
  detail: "rule.catch_all",
});

/**
 * Deletes a rule; its alerts go to the next matching rule. The catch-all cannot be deleted. Failures: conflict,
 * missing.
 */
export const deleteRule = (ctx: Ctx, given: RuleTarget): Promise<Result<Done>> =>
  changeOne(
    ctx,
    {
      ...oneRule,
      input: ruleTarget,
      row: (_, input) => rulesOfSources(ctx, input.pageId, input.sourceId),
      facts: (_, { pageId, id }) => ({
        alone: onlyWatchedBy(ctx, pageId, { rule: id }),
        left: leftBehindBy(ctx, pageId, { rule: id }),
      }),
    },
    given,
    ({ row, input: { pageId }, alone, left }) => {
      if (row.catchAll) return isCatchAll;
      const { id, sourceId, match, components, mode } = row;
      const parted = partFrom(ctx, pageId, left);
      return ok({
        action: "rule.delete",
        leftUnwatched: alone,
        changes: [
          ...deleteRows(ruleComponent, pageId, [{ ruleId: id }]),
          dropGroups(pageId, id),
          ...deleteRows(rule, pageId, [{ id }]),
          ...parted.changes,
        ],
        notices: parted.notices,
        observers: { sources: [sourceId] },
        before: { sourceId, match, components, mode },
      });
    },
  );
