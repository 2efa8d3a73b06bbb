import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { priorCommitQuery } from "~/audit/queries/audit";
import { type QueryRows, type RowsByQueryName, readNamedQueries } from "~/db/read";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { AuthorizedInput, ChangeInputTarget } from "./authorize-and-parse";
import { type ChangeDefinition, changeLoadedRow, type DecisionFacts, type VersionedRow } from "./change-found";
import type { ChangeResult } from "./change-result";
import type { DecisionResult } from "./decision";

type Query = BatchItem<"sqlite">;

/** Defines how an object is read and who may change it. A noun defines this once, and its verbs add their input. */
interface ChangeTarget<Schema extends z.ZodType<ChangeInputTarget>, Row, Rows extends Query, Facts, Table>
  extends ChangeDefinition<Schema, Row, Table> {
  row: (ctx: Ctx, input: z.output<Schema>) => Rows;
  /** Selects one of the rows; if absent, the first row is used. The decision gets all rows as `rows`. */
  find?: (rows: QueryRows<Rows>, input: z.output<Schema>) => Row | undefined;
  /** Further facts for the decision, read in the same batch. */
  facts?: (ctx: Ctx, input: z.output<Schema>) => Facts;
}

/**
 * Checks the rights and the input, reads an object once, decides, and changes it in one commit. A repeated form gets
 * the first answer, and a lost race is decided again. Failures: those of the rights, of the input and of `decide`;
 * conflict (version), missing.
 */
export function changeOneRow<
  Schema extends z.ZodType<ChangeInputTarget>,
  Rows extends Query,
  Facts extends Record<string, Query> = Record<never, never>,
  Table extends SQLiteTable = SQLiteTable,
  Row extends VersionedRow = QueryRows<Rows>[number],
>(
  ctx: Ctx,
  one: ChangeTarget<Schema, Row, Rows, Facts, Table>,
  given: z.input<Schema> & ChangeInputTarget,
  decide: (
    told: DecisionFacts<Row, z.output<Schema>, RowsByQueryName<Facts> & { rows: QueryRows<Rows> }>,
  ) => DecisionResult<Table> | Promise<DecisionResult<Table>>,
): Promise<Result<ChangeResult>> {
  const load = async ({ input, commitId }: AuthorizedInput<z.output<Schema>>) => {
    const own = { prior: priorCommitQuery(ctx, commitId), rows: one.row(ctx, input) };
    const [{ prior, rows }, facts] = await readNamedQueries(ctx, own, one.facts?.(ctx, input));
    return { prior, row: one.find ? one.find(rows, input) : rows[0], facts: { ...facts, rows } };
  };
  return changeLoadedRow(ctx, { ...one, load }, given, decide);
}
