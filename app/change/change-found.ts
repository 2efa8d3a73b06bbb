import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { Expectation } from "~/commit/commit";
import type { KeptFacts } from "~/commit/deciding";
import { type Statement, updateRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Done, Prior } from "./answers";
import { type Authorized, authorizeAndParse, type Requirement, type Target } from "./authorize-and-parse";
import { changing } from "./changing";
import { commitChange } from "./commit";
import { changeOf, type Decided, type Decision } from "./decision";
import { find, versionOf } from "./find";
import { settleAfterAnswer } from "./settle-after-answer";
import { andJudged } from "./usable-rest";

export type Subject = { id: string };

/** The way something is changed, apart from where its row is read. */
export interface Manner<Schema extends z.ZodType<Target>, Row, Table> extends Requirement<Schema> {
  /** Its name in the audit log. */
  subject: string;
  /** The table whose version is guarded; absent when the decision brings its own guards. */
  table?: Table;
  /** Returns the part of the row that a conflict may show, if it holds secrets. */
  show?: (row: NoInfer<Row>) => unknown;
  /** True when the page is settled right after the answer. */
  settles?: boolean;
}

/** The facts of a decision: the audit entry of this very commit, the row, and everything else that was read. */
export interface Loaded<Row, Facts> {
  prior: Prior;
  row: Row | undefined;
  facts: Facts;
}

interface FoundBy<Schema extends z.ZodType<Target>, Row, Facts, Table> extends Manner<Schema, Row, Table> {
  load: (authorized: Authorized<z.output<Schema>>, keptFacts: KeptFacts) => Promise<Loaded<Row, Facts>>;
}

/** The whole input; the input without the fields that name the subject; the row; and the facts by their names. */
export type DecisionFacts<Row, Input, Facts> = { row: Row; input: Input; fields: Omit<Input, keyof Target> } & Facts;

/** Returns the row's own statements: the guard of its version, and its changed columns. */
function ownOf(
  ctx: Ctx,
  { pageId }: Authorized<unknown>,
  row: Subject,
  table: SQLiteTable | undefined,
  plan: Decision,
) {
  const own: { changes: Statement[]; expect: Expectation[] } = { changes: [], expect: [] };
  if (!table || pageId === null) return own;
  const version = versionOf(row) ?? -1;
  own.expect.push({ table, rows: [{ id: row.id, version }, ...(plan.besides ?? [])] });
  if (plan.fields) {
    const stale = "staleBefore" in row ? { staleBefore: version + 1 } : {};
    own.changes.push(...updateRows(table, pageId, [{ id: row.id, ...plan.fields, ...stale, updatedAt: ctx.now() }]));
  }
  return own;
}

/** Does the same as `changeOne` for a subject that one batch of queries cannot find: `load` reads it. */
export async function changeFound<
  Schema extends z.ZodType<Target>,
  Row extends Subject,
  Facts,
  Table extends SQLiteTable = SQLiteTable,
>(
  ctx: Ctx,
  one: FoundBy<Schema, Row, Facts, Table>,
  given: z.input<Schema> & Target,
  decide: (told: DecisionFacts<Row, z.output<Schema>, Facts>) => Decided<Table> | Promise<Decided<Table>>,
): Promise<Result<Done>> {
  const authorized = authorizeAndParse(ctx, one, given);
  const decideOn = async (told: Authorized<z.output<Schema>>, keptFacts: KeptFacts) => {
    const { pageId: _page, id: _id, version, commitId: _commit, ...fields } = told.input;
    const { prior, row, facts } = await one.load(told, keptFacts);
    const found = find(prior, row, { pageId: told.pageId, version }, one.show);
    if (found.answer) return { ...found, decided: null };
    return { ...found, decided: await decide({ ...facts, row: found.row, input: told.input, fields }) };
  };
  if (!authorized.ok) {
    return andJudged(ctx, { schema: one.input, given }, authorized, (rest) =>
      changing<unknown>(ctx, async (keptFacts) => {
        const { answer, decided } = await decideOn(rest, keptFacts);
        return answer ?? decided;
      }),
    );
  }
  const { pageId } = authorized.value;
  const done = await changing<Done>(ctx, async (keptFacts) => {
    const { row, answer, decided } = await decideOn(authorized.value, keptFacts);
    if (answer) return answer;
    if (!decided.ok) return decided;
    const { id } = row;
    if (decided.value === null) return ok({ id });
    const own = ownOf(ctx, authorized.value, row, one.table, decided.value);
    const about = { subject: one.subject, id, settles: one.settles ?? false };
    return commitChange(ctx, changeOf(ctx, authorized.value, about, decided.value, own));
  });
  if (done.ok && one.settles && pageId !== null) settleAfterAnswer(ctx, pageId);
  return done;
}
