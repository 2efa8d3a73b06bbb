import { priorCommit } from "~/db/queries/audit";
import { rulesOf } from "~/db/queries/rule";
import { shownComponents } from "~/db/queries/snapshot-facts";
import { sourceById } from "~/db/queries/source";
import { wantSettle } from "~/db/queries/wish";
import { read } from "~/db/read";
import { rule, ruleComponent } from "~/db/schema/index";
import { deleteRows, insertRows, type Statement, updateRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type SaveRuleInput, saveRuleInput } from "~/rules/alerts/input";
import { invalid, type Result } from "~/rules/basics/failure";
import { permit } from "~/rules/basics/permission";
import { parseInput } from "~/rules/fields/parse";
import { type Done, missing, replayOf } from "../change/answers";
import { changing } from "../change/changing";
import { commitChange } from "../change/commit";
import { differences, present } from "../change/differences";
import { find } from "../change/find";
import { settleSoon } from "../change/settle-soon";
import { type RuleView, ruleView } from "./view";

export type { SaveRuleInput };

type Parsed = ReturnType<typeof saveRuleInput.parse>;

const ruleLimit = 100;

const componentRows = (pageId: string, ruleId: string, components: Parsed["components"]): Statement[] =>
  insertRows(
    ruleComponent,
    Object.entries(components ?? {}).map(([componentId, status]) => ({ pageId, ruleId, componentId, status })),
  );

const columnsOf = ({ match, mode, hold, resolveAfter, groupBy, position }: Parsed) =>
  present({ match, mode, holdSeconds: hold, resolveAfterSeconds: resolveAfter, groupBy, position });

async function facts(ctx: Ctx, pageId: string, sourceId: string, commitId: string) {
  const [prior, [source], rules, components] = await read(
    ctx,
    priorCommit(ctx, commitId),
    sourceById(ctx, pageId, sourceId),
    rulesOf(ctx, pageId, sourceId),
    shownComponents(ctx, pageId),
  );
  return { prior, source, rules: rules.map(ruleView), known: new Set(components.map((each) => each.id)) };
}

function insertion(ctx: Ctx, input: Parsed, id: string, rules: RuleView[]): Statement[] {
  const last = Math.max(0, ...rules.filter((each) => !each.catchAll).map((each) => each.position));
  const row = {
    ...{ match: {}, groupBy: [], position: last + 1 },
    ...columnsOf(input),
    id,
    pageId: input.pageId,
    sourceId: input.sourceId,
    createdAt: ctx.now(),
    updatedAt: ctx.now(),
  };
  return [...insertRows(rule, [row]), ...componentRows(input.pageId, id, input.components)];
}

function replacement(ctx: Ctx, input: Parsed, before: RuleView): Statement[] {
  const { match, ...columns } = columnsOf(input);
  const fields = before.catchAll || match === undefined ? columns : { ...columns, match };
  const rows = updateRows(rule, input.pageId, [{ id: before.id, ...fields, updatedAt: ctx.now() }]);
  if (!input.components) return rows;
  const gone = deleteRows(ruleComponent, input.pageId, [{ pageId: input.pageId, ruleId: before.id }]);
  return [...rows, ...gone, ...componentRows(input.pageId, before.id, input.components)];
}

/** Makes or changes a rule; the catch-all keeps matching everything. Failures: invalid, conflict, missing. */
export async function saveRule(ctx: Ctx, given: SaveRuleInput): Promise<Result<Done>> {
  const may = permit(ctx.actor, ctx.member, given.pageId, "admin");
  if (!may.ok) return may;
  const parsed = parseInput(saveRuleInput, given);
  if (!parsed.ok) return parsed;
  const input = parsed.value;
  const { pageId, sourceId, commitId = ctx.id() } = input;
  const id = input.id ?? ctx.id();
  const done = await changing(ctx, async () => {
    const { prior, source, rules, known } = await facts(ctx, pageId, sourceId, commitId);
    const replay = replayOf(prior, pageId);
    if (replay) return replay;
    if (!source) return missing;
    const strange = Object.keys(input.components ?? {}).find((each) => !known.has(each));
    if (strange !== undefined) return invalid(`components.${strange}`, "No such component.");
    if (!input.id && rules.length > ruleLimit) return invalid("match", `A source has at most ${ruleLimit} rules.`);
    const found = input.id
      ? find(
          prior,
          rules.find((each) => each.id === id),
          input,
        )
      : null;
    if (found?.answer) return found.answer;
    const before = found?.row ?? null;
    const after = { ...columnsOf(input), ...present({ components: input.components }) };
    const changed = before ? differences(before, after) : { after };
    return commitChange(ctx, {
      id: commitId,
      pageId,
      expect: before ? [{ table: rule, rows: [{ id, version: before.version }] }] : [],
      changes: [
        ...(before ? replacement(ctx, input, before) : insertion(ctx, input, id, rules)),
        wantSettle(pageId, ctx.now()),
      ],
      audit: { action: before ? "rule.update" : "rule.create", subjectKind: "rule", subjectId: id, ...changed },
    });
  });
  if (done.ok) settleSoon(ctx, pageId);
  return done;
}
