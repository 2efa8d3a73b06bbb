import { sql } from "drizzle-orm";

/** So many are read; the list of sources has all of them. */
const most = 10;

/**
 * Of the page's row, as JSON: alert sources of which nobody has said what their quiet means, as `sources/rules/quiet` has
 * it. Rows: the page's sources, monitors and heartbeats.
 */
export const quietSourcesOfPage = sql<string>`(SELECT json_group_array(json_object('id', q.id, 'name', q.name, 'version', q.version, 'assumed', q.quiet_means_well)) FROM (SELECT * FROM source s WHERE s.page_id = page.id AND s.family = 'source' AND s.heartbeat_seconds IS NULL AND s.silence_hours IS NULL AND (s.quiet_means_well = 0 OR s.quiet_answered = 0) LIMIT ${sql.raw(String(most))}) q)`;
