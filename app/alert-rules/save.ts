import { type RulePublicTexts, ruleTextProblem } from "~/alerts/rules/public-words";
import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { createOneRow } from "~/change/create-one";
import { changedValues, withoutUndefinedFields } from "~/change/differences";
import { ruleComponentTable } from "~/db/schema";
import { deleteRowsStatements } from "~/db/write";
import { invalidFieldFailure, missingFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { sourceByIdQuery } from "~/sources/queries/source";
import { activeComponentsOfPageQuery } from "~/status-page/queries/snapshot-facts";
import { newRuleStatements, ruleColumns, ruleComponentStatements, unknownComponentRefusal } from "./new-rule";
import { soleWatchedComponentsQuery } from "./queries/observed-components";
import { alertRulesOfPageQuery } from "./queries/rule";
import { type SaveRuleInput, saveRuleInputSchema } from "./rules/input";
import { unwatchedComponentsAfter } from "./rules/unwatched-after-change";
import { ruleChangeTarget } from "./verbs";

export type { SaveRuleInput };

type RuleInput = ReturnType<typeof saveRuleInputSchema.parse>;
type RuleFacts = { source: readonly { kind: string }[]; components: readonly { id: string }[] };

const maxRules = 100;

const facts = (ctx: Ctx, { pageId, sourceId }: RuleInput) => ({
  source: sourceByIdQuery(ctx, pageId, sourceId),
  components: activeComponentsOfPageQuery(ctx, pageId),
});

const rulesOfSource = (ctx: Ctx, { pageId, sourceId }: RuleInput) => alertRulesOfPageQuery(ctx, pageId, sourceId);

/** Returns a refusal when the source or a component is missing. */
const refusalOf = (input: RuleInput, { source, components }: RuleFacts): Result<never> | null =>
  source.length === 0 ? missingFailure : unknownComponentRefusal(input.components, components);

const namedIn = (components: RuleInput["components"]) => Object.keys(components ?? {});

/** Validates the public texts: only known placeholders, and the alert's own title only when that is allowed. */
function wordsRefusal(words: RulePublicTexts): Result<never> | null {
  const trouble = ruleTextProblem(words);
  return trouble ? invalidFieldFailure(trouble.field, trouble.message) : null;
}

const noWords: RulePublicTexts = { publicTitle: "", publicBody: "", showsTitle: false };
const wordsIn = ({ publicTitle, publicBody, showsTitle }: RuleInput) => ({ publicTitle, publicBody, showsTitle });

const auditedOf = (input: RuleInput) => ({
  ...ruleColumns(input),
  ...withoutUndefinedFields({ components: input.components }),
});

const newRule = (ctx: Ctx, given: SaveRuleInput): Promise<Result<ChangeResult>> =>
  createOneRow(
    ctx,
    {
      role: "admin",
      subject: "rule",
      input: saveRuleInputSchema,
      facts: (_, input) => ({ ...facts(ctx, input), rules: rulesOfSource(ctx, input) }),
      settles: true,
    },
    given,
    ({ id, input, source, components, rules }) => {
      const refusal =
        refusalOf(input, { source, components }) ??
        wordsRefusal({ ...noWords, ...withoutUndefinedFields(wordsIn(input)) });
      if (refusal) return refusal;
      if (rules.length > maxRules) return invalidFieldFailure("match", refusalFor("rule.limit", { most: maxRules }));
      const last = Math.max(0, ...rules.filter(({ row }) => !row.catchAll).map(({ row }) => row.position));
      return ok({
        action: "rule.create",
        changes: newRuleStatements(ctx, id, last + 1, input),
        observers: { sources: [], components: namedIn(input.components) },
        after: auditedOf(input),
      });
    },
  );

const otherRule = (ctx: Ctx, given: SaveRuleInput & { id: string }): Promise<Result<ChangeResult>> =>
  changeOneRow(
    ctx,
    {
      ...ruleChangeTarget,
      input: saveRuleInputSchema,
      row: rulesOfSource,
      facts: (_, input) => ({
        ...facts(ctx, input),
        alone: soleWatchedComponentsQuery(ctx, input.pageId, { rule: input.id ?? "" }),
      }),
    },
    given,
    ({ row, input, source, components, alone }) => {
      const refusal =
        refusalOf(input, { source, components }) ?? wordsRefusal({ ...row, ...withoutUndefinedFields(wordsIn(input)) });
      if (refusal) return refusal;
      const { pageId } = input;
      const { match, ...columns } = ruleColumns(input);
      const gone = deleteRowsStatements(ruleComponentTable, pageId, [{ pageId, ruleId: row.id }]);
      return ok({
        action: "rule.update",
        leftUnwatched: unwatchedComponentsAfter(alone, input.components, source[0]?.kind ?? ""),
        fields: row.catchAll || match === undefined ? columns : { ...columns, match },
        ...(input.components ? { observers: { sources: [row.sourceId], components: namedIn(input.components) } } : {}),
        changes: input.components ? [...gone, ...ruleComponentStatements(pageId, row.id, input.components)] : [],
        ...changedValues(row, auditedOf(input)),
      });
    },
  );

/** Creates or changes a rule; the catch-all keeps matching everything. Failures: invalid, conflict, missing. */
export const saveRule = (ctx: Ctx, given: SaveRuleInput): Promise<Result<ChangeResult>> =>
  given.id === undefined ? newRule(ctx, given) : otherRule(ctx, { ...given, id: given.id });
