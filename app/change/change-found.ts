import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import type { VersionExpectation } from "~/commit/commit";
import type { ReusableFacts } from "~/commit/decide-with-retry";
import { type SqlStatement, updateRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import {
  type AuthorizedInput,
  authorizeChange,
  type ChangeInputTarget,
  type ChangeRequirement,
} from "./authorize-and-parse";
import type { ChangeResult, PriorCommit } from "./change-result";
import { commitChange } from "./commit";
import { commitChangeWithRetry } from "./commit-with-retry";
import { type ChangeDecision, commitOfDecision, type DecisionResult } from "./decision";
import { findChangeRow, versionOf } from "./find-row";
import { settlePageAfterAnswer } from "./settle-after-answer";
import { withFailuresOfOtherFields } from "./usable-rest";

export type VersionedRow = { id: string };

/** Definition of a change, apart from how its row is read. */
export interface ChangeDefinition<Schema extends z.ZodType<ChangeInputTarget>, Row, Table>
  extends ChangeRequirement<Schema> {
  /** Kind of the changed object in the audit log. */
  subject: string;
  /** The table whose version is guarded; absent if the decision contains its own guards. */
  table?: Table;
  /** Returns the part of the row that a conflict may show, if it holds secrets. */
  show?: (row: NoInfer<Row>) => unknown;
  /** True when the page is settled right after the answer. */
  settles?: boolean;
}

/** The facts of a decision: the audit entry of this very commit, the row, and everything else that was read. */
export interface LoadedChangeFacts<Row, Facts> {
  prior: PriorCommit;
  row: Row | undefined;
  facts: Facts;
}

interface FoundChangeOptions<Schema extends z.ZodType<ChangeInputTarget>, Row, Facts, Table>
  extends ChangeDefinition<Schema, Row, Table> {
  load: (
    authorized: AuthorizedInput<z.output<Schema>>,
    keptFacts: ReusableFacts,
  ) => Promise<LoadedChangeFacts<Row, Facts>>;
}

/**
 * The facts of a decision by name, together with the row, the whole input, and the input without the ids of the
 * subject.
 */
export type DecisionFacts<Row, Input, Facts> = {
  row: Row;
  input: Input;
  fields: Omit<Input, keyof ChangeInputTarget>;
} & Facts;

/** Returns the statements for the row itself: the guard of its version, and the update of its changed columns. */
function ownOf(
  ctx: Ctx,
  { pageId }: AuthorizedInput<unknown>,
  row: VersionedRow,
  table: SQLiteTable | undefined,
  plan: ChangeDecision,
) {
  const own: { changes: SqlStatement[]; expect: VersionExpectation[] } = { changes: [], expect: [] };
  if (!table || pageId === null) return own;
  const version = versionOf(row) ?? -1;
  own.expect.push({ table, rows: [{ id: row.id, version }, ...(plan.besides ?? [])] });
  if (plan.fields) {
    const stale = "staleBefore" in row ? { staleBefore: version + 1 } : {};
    own.changes.push(
      ...updateRowsStatements(table, pageId, [{ id: row.id, ...plan.fields, ...stale, updatedAt: ctx.now() }]),
    );
  }
  return own;
}

/** Does the same as `changeOneRow` for a subject that cannot be read in one batch. `load` reads it. */
export async function changeLoadedRow<
  Schema extends z.ZodType<ChangeInputTarget>,
  Row extends VersionedRow,
  Facts,
  Table extends SQLiteTable = SQLiteTable,
>(
  ctx: Ctx,
  one: FoundChangeOptions<Schema, Row, Facts, Table>,
  given: z.input<Schema> & ChangeInputTarget,
  decide: (told: DecisionFacts<Row, z.output<Schema>, Facts>) => DecisionResult<Table> | Promise<DecisionResult<Table>>,
): Promise<Result<ChangeResult>> {
  const authorized = authorizeChange(ctx, one, given);
  const decideOn = async (told: AuthorizedInput<z.output<Schema>>, keptFacts: ReusableFacts) => {
    const { pageId: _page, id: _id, version, commitId: _commit, ...fields } = told.input;
    const { prior, row, facts } = await one.load(told, keptFacts);
    const found = findChangeRow(prior, row, { pageId: told.pageId, version }, one.show);
    if (found.answer) return { ...found, decided: null };
    return { ...found, decided: await decide({ ...facts, row: found.row, input: told.input, fields }) };
  };
  if (!authorized.ok) {
    return withFailuresOfOtherFields(ctx, { schema: one.input, given }, authorized, (rest) =>
      commitChangeWithRetry<unknown>(ctx, async (keptFacts) => {
        const { answer, decided } = await decideOn(rest, keptFacts);
        return answer ?? decided;
      }),
    );
  }
  const { pageId } = authorized.value;
  const done = await commitChangeWithRetry<ChangeResult>(ctx, async (keptFacts) => {
    const { row, answer, decided } = await decideOn(authorized.value, keptFacts);
    if (answer) return answer;
    if (!decided.ok) return decided;
    const { id } = row;
    if (decided.value === null) return ok({ id });
    const own = ownOf(ctx, authorized.value, row, one.table, decided.value);
    const about = { subject: one.subject, id, settles: one.settles ?? false, drafts: one.drafts };
    return commitChange(ctx, commitOfDecision(ctx, authorized.value, about, decided.value, own));
  });
  if (done.ok && one.settles && pageId !== null) settlePageAfterAnswer(ctx, pageId);
  return done;
}
