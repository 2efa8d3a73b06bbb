import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { rule } from "~/db/schema";
import { updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { moveByOne } from "~/text/positions";
import { rulesOfSources } from "./queries/rule";
import { ruleAccess } from "./rule-access";
import { type MoveRuleInput, moveRuleInput } from "./rules/input";

/** Moves a rule one place among the rules of its source; the catch-all stays last. Failures: conflict, missing. */
export const moveRule = (ctx: Ctx, given: MoveRuleInput): Promise<Result<ChangeResult>> =>
  changeOne(
    ctx,
    { ...ruleAccess, input: moveRuleInput, row: (_, { pageId }) => rulesOfSources(ctx, pageId) },
    given,
    ({ row: { id, sourceId }, input: { pageId, direction }, rows }) => {
      const siblings = rows.flatMap((each) => (each.row.sourceId === sourceId && !each.row.catchAll ? [each.row] : []));
      const changed = moveByOne(siblings, id, direction);
      if (changed.length === 0) return ok(null);
      return ok({
        action: "rule.move",
        changes: updateRows(
          rule,
          pageId,
          changed.map((each) => ({ id: each.id, position: each.position })),
        ),
        besides: changed.filter((each) => each.id !== id).map((each) => ({ id: each.id, version: each.version })),
        after: { direction },
      });
    },
  );
