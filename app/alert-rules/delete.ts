import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { rule, ruleComponent } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { fail, ok, type Result } from "~/failures/failure";
import { incidentsLeftBehindBy } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { componentsWatchedOnlyBy } from "./queries/observed-components";
import { dropGroups, rulesOfSources } from "./queries/rule";
import { ruleAccess } from "./rule-access";
import { type RuleTarget, ruleTarget } from "./rules/input";
import { partFrom } from "./unwatched-after-delete";

const isCatchAll = fail({
  name: "conflict",
  code: "catch_all",
  detail: "rule.catch_all",
});

/**
 * Deletes a rule; its alerts go to the next matching rule. The catch-all cannot be deleted. Failures: conflict,
 * missing.
 */
export const deleteRule = (ctx: Ctx, given: RuleTarget): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    {
      ...ruleAccess,
      input: ruleTarget,
      row: (_, input) => rulesOfSources(ctx, input.pageId, input.sourceId),
      facts: (_, { pageId, id }) => ({
        alone: componentsWatchedOnlyBy(ctx, pageId, { rule: id }),
        left: incidentsLeftBehindBy(ctx, pageId, { rule: id }),
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
