import { sql } from "drizzle-orm";

/** SQL for what inboxes still hold of a page (inbox/queries/inbox-notes). */
const ofPage = (what: "entries" | "oldestAt") => sql.raw(`j.value->>'$.${what}'`);
const inboxesOf = (pageId: string) => sql`FROM inbox i, json_each(i.pages) j WHERE j.value->>'$.pageId' = ${pageId}`;

/** Columns of a page's row: the tick's stamp, what waits to be settled or published, the last delivery. */
export const pageHealthColumns = (pageId: string) => ({
  tickAt: sql<number>`coalesce((SELECT d.tick_at FROM deployment d LIMIT 1), 0)`.as("tick_at"),
  settlePending: sql<number>`EXISTS (SELECT 1 FROM settle s WHERE s.page_id = ${pageId} AND s.wanted > s.done)`.as(
    "settle_pending",
  ),
  snapshotPending: sql<number>`EXISTS (SELECT 1 FROM snapshot s WHERE s.page_id = ${pageId} AND s.wanted > s.built)`.as(
    "snapshot_pending",
  ),
  heldCount: sql<number>`coalesce((SELECT sum(${ofPage("entries")}) ${inboxesOf(pageId)}), 0)`.as("held_count"),
  heldSince: sql<number | null>`(SELECT min(${ofPage("oldestAt")}) ${inboxesOf(pageId)})`.as("held_since"),
  lastDeliveryAt: sql<
    number | null
  >`(SELECT max((SELECT max(d.received_at) FROM delivery d WHERE d.source_id = s.id)) FROM source s WHERE s.page_id = ${pageId} AND s.family = 'source')`.as(
    "last_delivery_at",
  ),
});
