import { and, asc, eq, inArray } from "drizzle-orm";
import { importPartTable } from "~/db/schema";
import { type InsertRow, type SqlStatement, upsertRowsStatements } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

export type ImportPartRow = typeof importPartTable.$inferSelect;
export type ImportJobPartKind = ImportPartRow["kind"];

const isOf = (importId: string, kind: ImportJobPartKind) =>
  and(eq(importPartTable.importJobId, importId), eq(importPartTable.kind, kind));

export const importPartByNumberQuery = (
  { db }: Pick<Ctx, "db">,
  importId: string,
  kind: ImportJobPartKind,
  number: number,
) =>
  db
    .select()
    .from(importPartTable)
    .where(and(isOf(importId, kind), eq(importPartTable.number, number)));

export const importPartsByNumbersQuery = (
  { db }: Pick<Ctx, "db">,
  importId: string,
  kind: ImportJobPartKind,
  numbers: readonly number[],
) =>
  db
    .select()
    .from(importPartTable)
    .where(and(isOf(importId, kind), inArray(importPartTable.number, [...numbers])))
    .orderBy(asc(importPartTable.number));

/** All parts of a kind: for uploads, which are 2 MB in all. */
export const importPartsOfKindQuery = ({ db }: Pick<Ctx, "db">, importId: string, kind: ImportJobPartKind) =>
  db.select().from(importPartTable).where(isOf(importId, kind)).orderBy(asc(importPartTable.number));

/** Writes parts, each in a statement of its own, as a database takes no parameter of more than 2 MB. */
export const writePartStatements = (rows: readonly InsertRow<typeof importPartTable>[]): SqlStatement[] =>
  rows.flatMap((row) => upsertRowsStatements(importPartTable, [row], ["importJobId", "kind", "number"]));

/** Deletes all parts of a job, or those of one kind. */
export const deletePartsStatement = (importId: string, kind?: ImportJobPartKind): SqlStatement => ({
  sql: `DELETE FROM import_part WHERE import_job_id = ?1${kind ? " AND kind = ?2" : ""}`,
  params: kind ? [importId, kind] : [importId],
});
