import { and, asc, eq, inArray } from "drizzle-orm";
import { importPart } from "~/db/schema";
import { type InsertRow, type SqlStatement, upsertRows } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

export type ImportPartRow = typeof importPart.$inferSelect;
export type ImportPartKind = ImportPartRow["kind"];

const isOf = (importId: string, kind: ImportPartKind) =>
  and(eq(importPart.importJobId, importId), eq(importPart.kind, kind));

export const importPartByNumberQuery = (
  { db }: Pick<Ctx, "db">,
  importId: string,
  kind: ImportPartKind,
  number: number,
) =>
  db
    .select()
    .from(importPart)
    .where(and(isOf(importId, kind), eq(importPart.number, number)));

export const importPartsByNumbersQuery = (
  { db }: Pick<Ctx, "db">,
  importId: string,
  kind: ImportPartKind,
  numbers: readonly number[],
) =>
  db
    .select()
    .from(importPart)
    .where(and(isOf(importId, kind), inArray(importPart.number, [...numbers])))
    .orderBy(asc(importPart.number));

/** All parts of a kind: for uploads, which are 2 MB in all. */
export const importPartsOfKindQuery = ({ db }: Pick<Ctx, "db">, importId: string, kind: ImportPartKind) =>
  db.select().from(importPart).where(isOf(importId, kind)).orderBy(asc(importPart.number));

/** Writes parts, each in a statement of its own, as a database takes no parameter of more than 2 MB. */
export const writePartStatements = (rows: readonly InsertRow<typeof importPart>[]): SqlStatement[] =>
  rows.flatMap((row) => upsertRows(importPart, [row], ["importJobId", "kind", "number"]));

/** Deletes all parts of a job, or those of one kind. */
export const deletePartsStatement = (importId: string, kind?: ImportPartKind): SqlStatement => ({
  sql: `DELETE FROM import_part WHERE import_job_id = ?1${kind ? " AND kind = ?2" : ""}`,
  params: kind ? [importId, kind] : [importId],
});
