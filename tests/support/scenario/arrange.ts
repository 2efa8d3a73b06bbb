import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type InsertRow, insertRowsStatements, type SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { TestDeployment } from "../database";
import { unmetered } from "../restored";

/** Accepts any text for a column's closed set, so that a test's row needs no `as const`. */
type Loose<Row> = { [Key in keyof Row]: Row[Key] extends string | null | undefined ? Row[Key] | string : Row[Key] };
type LooseRow<T extends SQLiteTable> = Loose<InsertRow<T>>;
/** The columns that a test sets; the piece fills the rest. */
export type Over<T extends SQLiteTable> = Partial<LooseRow<T>>;

type Statements = SqlStatement[] | Promise<SqlStatement[]>;

/** A part of a situation. */
export interface Piece {
  statements(ctx: Ctx): Statements;
}

/** Returns a piece with its ids, which are known before it is written. */
export const piece = <Known>(known: Known, statements: (ctx: Ctx, now: number) => Statements): Known & Piece => ({
  ...known,
  statements: (ctx) => statements(ctx, ctx.now()),
});

/** Merges several pieces into one with their common ids. */
export const together = <Known>(known: Known, ...pieces: Piece[]): Known & Piece =>
  piece(known, async (ctx) => (await Promise.all(pieces.map((each) => each.statements(ctx)))).flat());

/** Returns statements that insert rows of a table, each with the columns it names. */
export function rowsOf<T extends SQLiteTable>(table: T, rows: readonly LooseRow<T>[]): SqlStatement[] {
  const alike = Map.groupBy(rows, (row) => Object.keys(row).sort().join());
  return [...alike.values()].flatMap((each) => insertRowsStatements(table, each as InsertRow<T>[]));
}

type Arranged = Pick<TestDeployment, "bindings" | "ctx">;

/**
 * Writes a situation directly into the database, all its pieces in one batch that no plan counts. Returns the first
 * piece.
 */
export async function arrange<P extends Piece>(deployment: Arranged, first: P, ...others: Piece[]): Promise<P> {
  // Each has its own invocation, because sealing reads the key from the database.
  const all = await Promise.all([first, ...others].map((each) => each.statements(deployment.ctx())));
  await unmetered(deployment.bindings.DB, all.flat());
  return first;
}

/** Inserts rows for which there is no piece. */
export const put = <T extends SQLiteTable>(
  deployment: Arranged,
  table: T,
  rows: readonly LooseRow<T>[],
): Promise<unknown> => unmetered(deployment.bindings.DB, rowsOf(table, rows));
