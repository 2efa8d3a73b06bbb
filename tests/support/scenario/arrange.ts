import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Insert, insertRows, type Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { TestDeployment } from "../database";
import { unmetered } from "../restored";

/** A column's closed set is any text here: a row of a test is written without `as const`. */
type Loose<Row> = { [Key in keyof Row]: Row[Key] extends string | null | undefined ? Row[Key] | string : Row[Key] };
type LooseRow<T extends SQLiteTable> = Loose<Insert<T>>;
/** Whatever a test cares to say of a row; the piece knows the rest. */
export type Over<T extends SQLiteTable> = Partial<LooseRow<T>>;

type Statements = Statement[] | Promise<Statement[]>;

/** A part of a situation. */
export interface Piece {
  statements(ctx: Ctx): Statements;
}

/** A piece with what it is known by, before it is written. */
export const piece = <Known>(known: Known, statements: (ctx: Ctx, now: number) => Statements): Known & Piece => ({
  ...known,
  statements: (ctx) => statements(ctx, ctx.now()),
});

/** Several pieces in one, known by what they are known by together. */
export const together = <Known>(known: Known, ...pieces: Piece[]): Known & Piece =>
  piece(known, async (ctx) => (await Promise.all(pieces.map((each) => each.statements(ctx)))).flat());

/** Rows of a table, each with whichever columns it names. */
export function rowsOf<T extends SQLiteTable>(table: T, rows: readonly LooseRow<T>[]): Statement[] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).sort().join());
  return [...alike.values()].flatMap((each) => insertRows(table, each as Insert<T>[]));
}

type Arranged = Pick<TestDeployment, "bindings" | "ctx">;

/** Puts a situation straight into the database, all its pieces in one batch that no plan counts. Gives the first of them. */
export async function arrange<P extends Piece>(deployment: Arranged, first: P, ...others: Piece[]): Promise<P> {
  // Each has an invocation of its own, as what is sealed asks the database for its key.
  const all = await Promise.all([first, ...others].map((each) => each.statements(deployment.ctx())));
  await unmetered(deployment.bindings.DB, all.flat());
  return first;
}

/** Rows of which no piece knows anything. */
export const put = <T extends SQLiteTable>(
  deployment: Arranged,
  table: T,
  rows: readonly LooseRow<T>[],
): Promise<unknown> => unmetered(deployment.bindings.DB, rowsOf(table, rows));
