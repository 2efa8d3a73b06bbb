import { runBatch } from "~/db/run-batch";
import type { Statement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";

/**
 * Mark in the slug of a deleted page, which no page can have; the former slug is part of it, for the deletion of its
 * copies.
 */
const mark = "~";
export const deletedSlug = (slug: string, id: string): string => `${mark}${slug}${mark}${id}`;
export const slugBefore = (slug: string): string => slug.split(mark)[1] ?? "";

const of = (sql: string, pageId: string, ...more: unknown[]): Statement => ({ sql, params: [pageId, ...more] });

/**
 * Deletes at once, in the commit that deletes the page, what visitors see, its members, its checks, sources and
 * notices. The rest are rows that are no longer read.
 */
export const forgetPageNow = (pageId: string, now: number): Statement[] => [
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

interface Purged {
  table: string;
  key: string;
  /** SQL for the page's rows (?1): by the table's own index, or by that of their parent. */
  where: string;
}

const ofParent = (table: string, key: string, column: string, parent: string): Purged => ({
  table,
  key,
  where: `${column} IN (SELECT id FROM ${parent} WHERE page_id = ?1)`,
});
const ofPage = (table: string, key = "id"): Purged => ({ table, key, where: "page_id = ?1" });

/**
 * Tables in order: children before parents, and those without an index by page last, which are walked once all else is
 * gone.
 */
export const tablesOfPage: readonly Purged[] = [
  ofPage("snapshot", "slug, audience, part"),
  ofPage("membership", "page_id, person_id"),
  ofPage("invitation", "token_hash"),
  ofPage("settle", "page_id"),
  ofPage("monitor_shard"),
  ofPage("subscriber", "page_id, id"),
  ofParent("batch", "notice_id, round, number", "notice_id", "notice"),
  ofParent("channel_delivery", "channel_id, notice_id", "channel_id", "channel"),
  ofParent("channel_thread", "channel_id, subject_id", "channel_id", "channel"),
  ofParent("ping_body", "heartbeat_id, slot", "heartbeat_id", "heartbeat"),
  ofParent("monitor_hour", "monitor_id, hour", "monitor_id", "monitor"),
  ofParent("monitor_year", "monitor_id, year", "monitor_id", "monitor"),
  ofParent("monitor_evidence", "monitor_id, at", "monitor_id", "monitor"),
  ofParent("delivery", "source_id, id", "source_id", "source"),
  ofParent("source_overlap", "source_id, what", "source_id", "source"),
  ofParent("incident_update", "id", "incident_id", "incident"),
  ofParent("incident_note", "id", "incident_id", "incident"),
  ofParent("incident_component", "incident_id, component_id", "incident_id", "incident"),
  ofParent("maintenance_update", "id", "maintenance_id", "maintenance"),
  ofParent("maintenance_component", "maintenance_id, component_id", "maintenance_id", "maintenance"),
  ofPage("notice"),
  ofPage("channel"),
  ofPage("heartbeat"),
  ofPage("agent"),
  ofPage("monitor"),
  ofPage("maintenance"),
  ofPage("maintenance_series"),
  ofPage("incident"),
  ofPage("template"),
  ofPage("rule_component", "page_id, rule_id, component_id"),
  ofPage("rule"),
  ofPage("alert_group", "page_id, id"),
  ofPage("correction", "page_id, id"),
  ofPage("source"),
  ofPage("status_change", "page_id, recorded_at, id"),
  ofPage("component_year", "page_id, year, component_id"),
  ofPage("restated_component", "page_id, component_id"),
  ofPage("restating", "page_id"),
  ofPage("component"),
  ofPage("component_group"),
  ofPage("page_image", "page_id, kind"),
  ofPage("episode", "alert_id, started_at"),
  ofPage("alert"),
  ofPage("quarantine_list", "due_at, page_id, id"),
  { ...ofPage("audit_entry"), where: "page_id = ?1 AND action <> 'page.delete'" },
];

const found = ({ table, where }: Purged) => `WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${where}) THEN '${table}'`;
const firstFull = `SELECT CASE ${tablesOfPage.map(found).join("\n")} END AS full`;

/** Returns the first table that still has rows of the page; null when none has. */
export async function firstTableOf(ctx: Ctx, pageId: string): Promise<Purged | null> {
  const [result] = await runBatch(ctx, [of(firstFull, pageId)]);
  const { full } = (result?.results[0] ?? { full: null }) as { full: string | null };
  return tablesOfPage.find(({ table }) => table === full) ?? null;
}

/** Deletes at most `limit` rows of one table. */
export const purgeRows = ({ table, key, where }: Purged, pageId: string, limit: number): Statement =>
  of(`DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE ${where} LIMIT ?2)`, pageId, limit);

/**
 * Deletes the row itself, once nothing else is left of it. The entry that says who deleted it stays, as the
 * deployment's own.
 */
export const purgePage = (pageId: string): Statement[] => [
  of("UPDATE audit_entry SET page_id = NULL WHERE page_id = ?1 AND action = 'page.delete'", pageId),
  of("UPDATE deployment SET home_page_id = NULL WHERE home_page_id = ?1", pageId),
  of("DELETE FROM page WHERE id = ?1 AND deleted_at IS NOT NULL", pageId),
];
