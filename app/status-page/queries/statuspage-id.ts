import { type SQL, sql } from "drizzle-orm";

/** Ids of Statuspage’s things alone are published again: its clients keep them, and other origins have none that do. */
const published = "origin = 'statuspage'";

/** Selects Statuspage's ids of the page itself, its groups and its components, by ours, as a JSON object. */
export const statuspageIdsOfPageSql = sql<string>`(SELECT json_group_object(f.our_id, f.their_id) FROM foreign_id f
  WHERE f.page_id = page.id AND f.${sql.raw(published)} AND f.kind IN ('page', 'group', 'component'))`;

/** Selects Statuspage's id of an object of the page; null when it was not imported from there. */
export const statuspageIdSql = (pageId: SQL, ourId: SQL) =>
  sql<
    string | null
  >`(SELECT f.their_id FROM foreign_id f INDEXED BY foreign_id_ours WHERE f.page_id = ${pageId} AND f.our_id = ${ourId} AND f.${sql.raw(published)} LIMIT 1)`;

/** Selects Statuspage's id and the part after the host in the id of its feed’s entry, as a JSON list; null as above. */
const statuspageEntrySql = (pageId: SQL, ourId: SQL) =>
  sql<
    string | null
  >`(SELECT json_array(f.their_id, f.feed_tag) FROM foreign_id f INDEXED BY foreign_id_ours WHERE f.page_id = ${pageId} AND f.our_id = ${ourId} AND f.${sql.raw(published)} LIMIT 1)`;

export const statuspageEntryOfIncidentSql = statuspageEntrySql(sql`incident.page_id`, sql`incident.id`);
export const statuspageEntryOfMaintenanceSql = statuspageEntrySql(sql`maintenance.page_id`, sql`maintenance.id`);
export const statuspageIdOfIncidentSql = statuspageIdSql(sql`incident.page_id`, sql`incident.id`);
export const statuspageIdOfMaintenanceSql = statuspageIdSql(sql`maintenance.page_id`, sql`maintenance.id`);
