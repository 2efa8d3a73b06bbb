import { type PurgeProgress, purgeCursorOfTable } from "~/backup/rules/purge";
import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { slugBeforeDeletion } from "./page-purge";
import type { ExaminedPurgeRow, ExpiringTable } from "./purge-walk";

/** Maximum number of statements of a deletion, for one table. */
export const maxDeletionStatements = 3;

export interface ExaminedPurgePortion {
  table: ExpiringTable;
  rows: ExaminedPurgeRow[];
}

/** Reads a portion of each of these tables, in one round trip; one statement per table. */
export async function readPurgePortions(
  ctx: Ctx,
  tables: readonly ExpiringTable[],
  marks: PurgeProgress,
): Promise<ExaminedPurgePortion[]> {
  const looks = tables.map((table) => table.look(purgeCursorOfTable(marks, table.name), ctx.now()));
  const results = await runBatch(ctx, looks);
  return tables.map((table, at) => ({ table, rows: (results[at]?.results ?? []) as unknown as ExaminedPurgeRow[] }));
}

/**
 * Deletes the expired rows, children first, in one transaction; returns the most rows that a statement of each table
 * deleted.
 */
export async function deleteExpiredRows(
  ctx: Ctx,
  looks: readonly ExaminedPurgePortion[],
): Promise<Map<string, number>> {
  const taken = looks.flatMap(({ table, rows }) => {
    const keys = rows.filter(({ gone }) => gone === 1).map(({ key }) => key);
    const statements = keys.length > 0 ? table.take(keys, ctx.now()) : [];
    return statements.map((statement) => ({ name: table.name, statement }));
  });
  if (taken.length === 0) return new Map();
  const results = await runBatch(
    ctx,
    taken.map(({ statement }) => statement),
  );
  const most = new Map<string, number>();
  taken.forEach(({ name }, at) => {
    most.set(name, Math.max(most.get(name) ?? 0, results[at]?.meta.changes ?? 0));
  });
  return most;
}

/** Writes only this column: two concurrent ticks at most walk the same portion twice. */
export const savePurgeProgressStatement = (marks: PurgeProgress): SqlStatement => ({
  sql: "UPDATE deployment SET purge_cursor = ?1 WHERE id = 1",
  params: [JSON.stringify(marks)],
});

/** A deleted page and its former slug, under which copies may remain. */
export interface DeletedPage {
  id: string;
  slug: string;
}

/** Returns the page whose rows are purged next; null when none is deleted. */
export async function findDeletedPage(ctx: Ctx): Promise<DeletedPage | null> {
  const sql = "SELECT id, slug FROM page WHERE deleted_at IS NOT NULL ORDER BY deleted_at LIMIT 1";
  const [result] = await runBatch(ctx, [{ sql, params: [] }]);
  const row = result?.results[0] as { id: string; slug: string } | undefined;
  return row ? { id: row.id, slug: slugBeforeDeletion(row.slug) } : null;
}
