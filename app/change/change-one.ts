import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { priorCommit } from "~/audit/queries/audit";
import { type NamedRows, type RowsOf, readNamed } from "~/db/read";
import type { Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import type { Done } from "./answers";
import type { Authorized, Target } from "./authorize-and-parse";
import { changeFound, type DecisionFacts, type Manner, type Subject } from "./change-found";
import type { Decided } from "./decision";

type Query = BatchItem<"sqlite">;

/** The lookup of one thing and who may change it; a noun defines it once, and its verbs add their input. */
interface One<Schema extends z.ZodType<Target>, Row, Rows extends Query, Facts, Table>
  extends Manner<Schema, Row, Table> {
  row: (ctx: Ctx, input: z.output<Schema>) => Rows;
  /** Picks one of the rows; absent for the first. The decision gets all of them as `rows`. */
  find?: (rows: RowsOf<Rows>, input: z.output<Schema>) => Row | undefined;
  /** Further facts for the decision, read in the same batch. */
  facts?: (ctx: Ctx, input: z.output<Schema>) => Facts;
}

/**
 * Finds one thing, decides and changes it in one commit: rights, input, one read (the earlier commit, the row, the
 * facts), the answer if it is known already, the decision, the guards, the audit entry. A lost race is decided again.
 * Failures: those of the rights, of the input and of `decide`; conflict (version), missing.
 */
export function changeOne<
  Schema extends z.ZodType<Target>,
  Rows extends Query,
  Facts extends Record<string, Query> = Record<never, never>,
  Table extends SQLiteTable = SQLiteTable,
  Row extends Subject = RowsOf<Rows>[number],
>(
  ctx: Ctx,
  one: One<Schema, Row, Rows, Facts, Table>,
  given: z.input<Schema> & Target,
  decide: (
    told: DecisionFacts<Row, z.output<Schema>, NamedRows<Facts> & { rows: RowsOf<Rows> }>,
  ) => Decided<Table> | Promise<Decided<Table>>,
): Promise<Result<Done>> {
  const load = async ({ input, commitId }: Authorized<z.output<Schema>>) => {
    const own = { prior: priorCommit(ctx, commitId), rows: one.row(ctx, input) };
    const [{ prior, rows }, facts] = await readNamed(ctx, own, one.facts?.(ctx, input));
    return { prior, row: one.find ? one.find(rows, input) : rows[0], facts: { ...facts, rows } };
  };
  return changeFound(ctx, { ...one, load }, given, decide);
}
