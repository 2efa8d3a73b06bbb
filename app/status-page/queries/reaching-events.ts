import { type SQL, sql } from "drizzle-orm";
import type { PageIdOrSql } from "~/db/read-pages";
import { dayMs } from "~/time/durations";

/**
 * Limit in ms: shorter items are found by their start, within this time before the instant; longer ones have an index
 * by their end, whose condition repeats the number.
 */
const longEventMs = dayMs;

/**
 * Selects ids of incidents of any visibility that started before an instant and ended after it: short ones of the day
 * before, long ones, and open ones. Uses three indexes and never the one by start alone (`+`), so its cost does not
 * grow with the history.
 */
export const lastingIncidentIdsSql = (pageId: PageIdOrSql, at: number): SQL => sql`(
  SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.started_at >= ${at - longEventMs} AND i.started_at < ${at} AND i.resolved_at > ${at}
  UNION SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.resolved_at > i.started_at + 86400000 AND i.resolved_at > ${at} AND +i.started_at < ${at}
  UNION SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.closed = 0 AND +i.started_at < ${at})`;

/** Selects the same of maintenance windows; a cancelled one may have ended earlier. */
export const lastingMaintenanceIdsSql = (pageId: PageIdOrSql, at: number): SQL => sql`(
  SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at >= ${at - longEventMs} AND m.starts_at < ${at} AND coalesce(m.completed_at, m.ends_at) > ${at}
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND coalesce(m.completed_at, m.ends_at) > m.starts_at + 86400000 AND coalesce(m.completed_at, m.ends_at) > ${at} AND +m.starts_at < ${at}
  UNION SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('in_progress', 'verifying') AND +m.starts_at < ${at})`;

/**
 * Selects ids of incidents that are open, started since an instant, or lasted beyond it; an id may occur more than
 * once.
 */
export const shownIncidentIdsSql = (pageId: PageIdOrSql, since: number): SQL => sql`(
  SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.started_at >= ${since - longEventMs} AND (i.started_at >= ${since} OR i.resolved_at > ${since})
  UNION ALL SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.closed = 0
  UNION ALL SELECT i.id FROM incident i WHERE i.page_id = ${pageId} AND i.resolved_at > i.started_at + 86400000 AND i.resolved_at > ${since} AND +i.started_at < ${since})`;

/**
 * Selects the same of maintenance windows, and the scheduled ones. Uses indexes, because a series has a long history.
 */
export const shownMaintenanceIdsSql = (pageId: PageIdOrSql, since: number): SQL => sql`(
  SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.starts_at >= ${since - longEventMs} AND (m.starts_at >= ${since} OR coalesce(m.completed_at, m.ends_at) > ${since})
  UNION ALL SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND m.status IN ('scheduled', 'in_progress', 'verifying')
  UNION ALL SELECT m.id FROM maintenance m WHERE m.page_id = ${pageId} AND coalesce(m.completed_at, m.ends_at) > m.starts_at + 86400000 AND coalesce(m.completed_at, m.ends_at) > ${since} AND +m.starts_at < ${since})`;
