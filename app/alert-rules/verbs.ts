import { permitRole } from "~/access/permission";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { readOnPage } from "~/change/read-permitted";
import { readBatch } from "~/db/read";
import { ruleComponentTable, ruleTable } from "~/db/schema";
import { deleteRowsStatements, updateRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import { incidentsLeftByDeletionQuery } from "~/incidents/queries/left-behind-incidents";
import type { Ctx } from "~/platform/ctx";
import { moveItemByOne } from "~/text/positions";
import { soleWatchedComponentsQuery } from "./queries/observed-components";
import {
  alertRulesOfPageQuery,
  deleteAlertGroupsOfRuleStatement,
  newestFiringAlertsOfSourceQuery,
  rulesOfExternalSourcesQuery,
} from "./queries/rule";
import { type RuleView, ruleRecordOf, ruleViewOf } from "./rule-view";
import { type MoveRuleInput, moveRuleInputSchema, type RuleTargetInput, ruleTargetInputSchema } from "./rules/input";
import { alertsAfterRuleDeletion } from "./rules/rule-leaving";
import { incidentOutcomesAfterDeletion, incidentsThatStayOpen } from "./unwatched-after-delete";

type RuleViewRows = Parameters<typeof ruleViewOf>[0][];

/** Lookup of a rule among those that were read, for its changes. */
export const ruleChangeTarget = {
  role: "admin",
  subject: "rule",
  table: ruleTable,
  find: (rows: RuleViewRows, { id }: { id?: string | undefined }) =>
    rows.map(ruleViewOf).find((each) => each.id === id),
  settles: true,
} as const;

/** Lists the rules of a page or of one source, in the order in which they are tried, the catch-all last. */
export const listRules = (
  ctx: Ctx,
  { pageId, sourceId }: { pageId: string; sourceId?: string | undefined },
): Promise<Result<RuleView[]>> =>
  readOnPage(ctx, { pageId, role: "viewer" }, [rulesOfExternalSourcesQuery(ctx, pageId, sourceId)], ([rules]) =>
    ok(rules.map(ruleViewOf)),
  );

/** Moves a rule one place among the rules of its source; the catch-all stays last. Failures: conflict, missing. */
export const moveRule = (ctx: Ctx, given: MoveRuleInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...ruleChangeTarget,
      input: moveRuleInputSchema,
      row: (_, { pageId }) => rulesOfExternalSourcesQuery(ctx, pageId),
    },
    given,
    ({ row: { id, sourceId }, input: { pageId, direction }, rows }) => {
      const siblings = rows.flatMap((each) => (each.row.sourceId === sourceId && !each.row.catchAll ? [each.row] : []));
      const changed = moveItemByOne(siblings, id, direction);
      if (changed.length === 0) return ok(null);
      return ok({
        action: "rule.move",
        changes: updateRowsStatements(
          ruleTable,
          pageId,
          changed.map((each) => ({ id: each.id, position: each.position })),
        ),
        besides: changed.filter((each) => each.id !== id).map((each) => ({ id: each.id, version: each.version })),
        after: { direction },
      });
    },
  );

/** Effects of deleting a rule, for its confirmation. */
export interface RuleDeletionEffects {
  rule: RuleView;
  /** Titles of the firing alerts that it takes now, newest first. */
  taken: string[];
  next: { rule: RuleView | null; count: number }[];
  /** Titles of the alerts that no component reflects from then on. */
  unassigned: string[];
  /**
   * Names of the components that lose their last observer. `staying` has the titles of the incidents that no alert can
   * end any more.
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
  const may = permitRole(ctx.actor, ctx.member, pageId, "admin");
  if (!may.ok) return may;
  const [alone, left, ...around] = await readBatch(
    ctx,
    soleWatchedComponentsQuery(ctx, pageId, going),
    incidentsLeftByDeletionQuery(ctx, pageId, going),
    alertRulesOfPageQuery(ctx, pageId, sourceId),
    newestFiringAlertsOfSourceQuery(ctx, pageId, sourceId),
  );
  const [found, firing] = around;
  const rules = found.map(ruleViewOf);
  const rule = rules.find((each) => each.id === id);
  if (!rule) return missingFailure;
  const leaving = alertsAfterRuleDeletion(rules.map(ruleRecordOf), id, firing);
  return ok({
    rule,
    taken: leaving.taken.map(({ title }) => title),
    next: leaving.next.map(({ ruleId, count }) => ({ rule: rules.find((each) => each.id === ruleId) ?? null, count })),
    unassigned: leaving.unassigned.map(({ title }) => title),
    alone: alone.map(({ name }) => name),
    staying: incidentsThatStayOpen(left).map(({ title }) => title),
  });
}

const isCatchAll = fail({
  name: "conflict",
  code: "catch_all",
  detail: "rule.catch_all",
});

/**
 * Deletes a rule; its alerts go to the next matching rule. The catch-all cannot be deleted. Failures: conflict,
 * missing.
 */
export const deleteRule = (ctx: Ctx, given: RuleTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...ruleChangeTarget,
      input: ruleTargetInputSchema,
      row: (_, input) => rulesOfExternalSourcesQuery(ctx, input.pageId, input.sourceId),
      facts: (_, { pageId, id }) => ({
        alone: soleWatchedComponentsQuery(ctx, pageId, { rule: id }),
        left: incidentsLeftByDeletionQuery(ctx, pageId, { rule: id }),
      }),
    },
    given,
    ({ row, input: { pageId }, alone, left }) => {
      if (row.catchAll) return isCatchAll;
      const { id, sourceId, match, components, mode } = row;
      const parted = incidentOutcomesAfterDeletion(ctx, pageId, left);
      return ok({
        action: "rule.delete",
        leftUnwatched: alone,
        changes: [
          ...deleteRowsStatements(ruleComponentTable, pageId, [{ ruleId: id }]),
          deleteAlertGroupsOfRuleStatement(pageId, id),
          ...deleteRowsStatements(ruleTable, pageId, [{ id }]),
          ...parted.changes,
        ],
        notices: parted.notices,
        observers: { sources: [sourceId] },
        before: { sourceId, match, components, mode },
      });
    },
  );
