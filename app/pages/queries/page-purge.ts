import { runBatch } from "~/db/run-batch";
import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import { type PurgedPageTable, purgedPageTables } from "./page-tables";

/**
 * Mark in the slug of a deleted page, which no page can have; the former slug is part of it, for the deletion of its
 * copies.
 */
const mark = "~";
export const slugOfDeletedPage = (slug: string, id: string): string => `${mark}${slug}${mark}${id}`;
export const slugBeforeDeletion = (slug: string): string => slug.split(mark)[1] ?? "";

const of = (sql: string, pageId: string, ...more: unknown[]): SqlStatement => ({ sql, params: [pageId, ...more] });

/**
 * Deletes at once, in the commit that deletes the page, what visitors see, its members, its checks, sources and
 * notices. The rest are rows that are no longer read.
 */
export const deletePageStatements = (pageId: string, now: number): SqlStatement[] => [
  of("DELETE FROM snapshot WHERE page_id = ?1", pageId),
  of("DELETE FROM membership WHERE page_id = ?1", pageId),
  of("DELETE FROM invitation WHERE page_id = ?1", pageId),
  of("DELETE FROM settle WHERE page_id = ?1", pageId),
  of("DELETE FROM monitor_shard WHERE page_id = ?1", pageId),
  of(
    "UPDATE source SET token_hash = 'deleted:' || id, silence_due_at = NULL WHERE page_id = ?1 AND token_hash NOT LIKE 'deleted:%'",
    pageId,
  ),
  of("UPDATE heartbeat SET due_at = NULL, pending_from = NULL WHERE page_id = ?1", pageId),
  of("UPDATE channel SET disabled_at = coalesce(disabled_at, ?2) WHERE page_id = ?1", pageId, now),
  of(
    "UPDATE channel_delivery SET due_at = NULL WHERE channel_id IN (SELECT id FROM channel WHERE page_id = ?1) AND due_at IS NOT NULL",
    pageId,
  ),
  of("UPDATE notice SET due_at = NULL, outcome = 'cancelled' WHERE page_id = ?1 AND due_at IS NOT NULL", pageId),
  of("UPDATE maintenance SET due_at = NULL WHERE page_id = ?1 AND due_at IS NOT NULL", pageId),
];

const found = ({ table, where }: PurgedPageTable) =>
  `WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${where}) THEN '${table}'`;
const firstFull = `SELECT CASE ${purgedPageTables.map(found).join("\n")} END AS full`;

/** Returns the first table that still has rows of the page; null when none has. */
export async function findTableWithRowsOfPage(ctx: Ctx, pageId: string): Promise<PurgedPageTable | null> {
  const [result] = await runBatch(ctx, [of(firstFull, pageId)]);
  const { full } = (result?.results[0] ?? { full: null }) as { full: string | null };
  return purgedPageTables.find(({ table }) => table === full) ?? null;
}

/** Deletes at most `limit` rows of one table. */
export const purgeTableRowsStatement = (
  { table, key, where }: PurgedPageTable,
  pageId: string,
  limit: number,
): SqlStatement =>
  of(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?2)`, pageId, limit);

/**
 * Deletes the row itself, once nothing else is left of it. The entry that says who deleted it stays, as the
 * deployment's own.
 */
export const purgePageRowStatements = (pageId: string): SqlStatement[] => [
  of("UPDATE audit_entry SET page_id = NULL WHERE page_id = ?1 AND action = 'page.delete'", pageId),
  of("UPDATE deployment SET home_page_id = NULL WHERE home_page_id = ?1", pageId),
  of("DELETE FROM page WHERE id = ?1 AND deleted_at IS NOT NULL", pageId),
];
