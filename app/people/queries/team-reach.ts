import { sql } from "drizzle-orm";

/** SQL that is true when a membership `m` may act on its page. */
export const mayRespondSql = "m.role IN ('responder', 'admin', 'owner')";

/**
 * Columns of a page's row that count the members and channels which a draft notifies. Read by the page's members and
 * channels.
 */
export const teamReachColumns = {
  people: sql<number>`(SELECT count(*) FROM membership m JOIN person p ON p.id = m.person_id
    WHERE m.page_id = page.id AND ${sql.raw(mayRespondSql)} AND p.email IS NOT NULL AND p.disabled_at IS NULL)`.as(
    "people",
  ),
  channels: sql<number>`(SELECT count(*) FROM channel c WHERE c.page_id = page.id AND c.disabled_at IS NULL
    AND EXISTS (SELECT 1 FROM json_each(c.events) e WHERE e.value = 'draft_opened'))`.as("channels"),
};
