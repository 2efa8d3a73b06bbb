import { type SQL, sql } from "drizzle-orm";
import type { PageRef } from "~/db/read-pages";

/** What is shorter began within this before the instant at hand; what is longer has an index by its end, whose condition repeats the number. */
const long = 86_400_000;

/**
 * Ids of incidents, of whatever visibility, that started before an instant and lasted beyond it: short ones of the day
 * before it, long ones, and those that are open. Three indexes, and none of them by the start alone (`+`), however long the
 * history is.
 */
export const incidentsReaching = (pageId: PageRef, at: number): SQL => sql`(
  SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.started_at >= ${at - long} AND i.started_at < ${at} AND i.resolved_at > ${at}
  UNION SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.resolved_at > i.started_at + 86400000 AND i.resolved_at > ${at} AND +i.started_at < ${at}
  UNION SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.closed = 0 AND +i.started_at < ${at})`;

/** The same of maintenance; one that was called off may not have lasted so long. */
export const maintenancesReaching = (pageId: PageRef, at: number): SQL => sql`(
  SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at >= ${at - long} AND m.starts_at < ${at} AND coalesce(m.completed_at, m.ends_at) > ${at}
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND coalesce(m.completed_at, m.ends_at) > m.starts_at + 86400000 AND coalesce(m.completed_at, m.ends_at) > ${at} AND +m.starts_at < ${at}
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying') AND +m.starts_at < ${at})`;

/** Ids of those that are open, begun since an instant, or lasting beyond it; one that is two of these comes twice. */
export const incidentsShown = (pageId: PageRef, since: number): SQL => sql`(
  SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.started_at >= ${since - long} AND (i.started_at >= ${since} OR i.resolved_at > ${since})
  UNION ALL SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.closed = 0
  UNION ALL SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.resolved_at > i.started_at + 86400000 AND i.resolved_at > ${since} AND +i.started_at < ${since})`;

/** The same, and what is planned: by indexes, because a series has a long past. */
export const maintenancesShown = (pageId: PageRef, since: number): SQL => sql`(
  SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at >= ${since - long} AND (m.starts_at >= ${since} OR coalesce(m.completed_at, m.ends_at) > ${since})
  UNION ALL SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('scheduled', 'in_progress', 'verifying')
  UNION ALL SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND coalesce(m.completed_at, m.ends_at) > m.starts_at + 86400000 AND coalesce(m.completed_at, m.ends_at) > ${since} AND +m.starts_at < ${since})`;
