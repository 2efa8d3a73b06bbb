import { sql } from "drizzle-orm";

/**
 * Leads the indexes of the list of incidents: as a bare column it would draw the queries of other rooms to them, which
 * would then read all incidents of the page.
 */
export const unindexedPageIdSql = sql<string>`page_id || ''`;

/** Sorts by the impact that is shown, and by the start where it is equal; an unknown impact is treated as minor. */
export const incidentImpactOrderSql = sql<number>`CASE coalesce(impact_override, impact) WHEN 'critical' THEN 3 WHEN 'major' THEN 2 WHEN 'none' THEN 0 ELSE 1 END * 10000000000000 + started_at`;

/**
 * Sorts by duration without the present time, so that an index can hold it: those that last longest are those that run
 * since the earliest start, then come those that ended, then those that were dismissed or withdrawn while they ran.
 */
export const incidentDurationOrderSql = sql<number>`CASE WHEN resolved_at IS NOT NULL THEN max(0, resolved_at - started_at) WHEN closed = 0 THEN 10000000000000 - started_at ELSE 0 END`;
