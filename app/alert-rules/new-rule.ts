import { withoutUndefinedFields } from "~/change/differences";
import { ruleComponentTable, ruleTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";
import { invalidFieldFailure, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { saveRuleInputSchema } from "./rules/input";

type RuleInput = ReturnType<typeof saveRuleInputSchema.parse>;

/** Returns a refusal when a component is archived or of another page. */
export function unknownComponentRefusal(
  given: RuleInput["components"],
  components: readonly { id: string }[],
): Result<never> | null {
  const strange = Object.keys(given ?? {}).find((id) => !components.some((each) => each.id === id));
  return strange === undefined ? null : invalidFieldFailure(`components.${strange}`, "component.unknown");
}

export const ruleComponentStatements = (
  pageId: string,
  ruleId: string,
  components: RuleInput["components"],
): SqlStatement[] =>
  insertRowsStatements(
    ruleComponentTable,
    Object.entries(components ?? {}).map(([componentId, status]) => ({ pageId, ruleId, componentId, status })),
  );

export const ruleColumns = ({ match, mode, hold, resolveAfter, groupBy, position, ...words }: RuleInput) => {
  const { publicTitle, publicBody, showsTitle } = words;
  const waits = { holdSeconds: hold, resolveAfterSeconds: resolveAfter };
  return withoutUndefinedFields({ match, mode, ...waits, groupBy, position, publicTitle, publicBody, showsTitle });
};

/** Returns the rows of a new rule, at its position before the catch-all. */
export function newRuleStatements(ctx: Ctx, id: string, position: number, input: RuleInput): SqlStatement[] {
  const { pageId, sourceId, components } = input;
  const times = { createdAt: ctx.now(), updatedAt: ctx.now() };
  const row = { match: {}, groupBy: [], position, ...ruleColumns(input), id, pageId, sourceId, ...times };
  return [...insertRowsStatements(ruleTable, [row]), ...ruleComponentStatements(pageId, id, components)];
}
