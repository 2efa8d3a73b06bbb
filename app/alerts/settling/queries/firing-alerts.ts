import { sql } from "drizzle-orm";
import type { PageIdOrSql } from "~/db/read-pages";
import { alertTable, sourceTable } from "~/db/schema";
import { wantedAlertReceivedAtSql } from "~/notifications/queries/team-news";
import type { Ctx } from "~/platform/ctx";
import { cutListAlertKeyPrefix } from "../../rules/signal";

/** Most firing alerts of one source that are read; of a source that has more, nothing is taken as recovered. */
export const maxFiringAlertsPerSource = 1000;

/**
 * Reads the newest of each source by the index that holds firing alerts in that order: nothing is sorted, the rest is
 * not read.
 */
export const newestFiringAlertsOfPageQuery = ({ db }: Ctx, pageId: PageIdOrSql) => {
  const { id, key, sourceId, severity, title, labels, startedAt, incidentId, dismissedAt, version } = alertTable;
  const { causeId } = alertTable;
  const { turns, flappingSince, heldEnd } = alertTable;
  return db
    .select({
      id,
      key,
      sourceId,
      severity,
      title,
      labels,
      startedAt,
      incidentId,
      dismissedAt,
      version,
      causeId,
      turns,
      flappingSince,
      heldEnd,
      heardAt: wantedAlertReceivedAtSql(pageId),
    })
    .from(sourceTable)
    .crossJoin(alertTable)
    .where(
      sql`source.page_id = ${pageId} AND alert.id IN (SELECT b.id FROM alert b WHERE b.page_id = ${pageId} AND b.state = 'firing' AND b.source_id = source.id ORDER BY b.started_at DESC LIMIT ${maxFiringAlertsPerSource})`,
    );
};

interface FiringAlertKey {
  sourceId: string;
  key?: string;
  dismissedAt?: number | null;
}

/**
 * Returns the sources whose firing alerts were not all read, or whose lists were cut, unless that alert was dismissed.
 */
export function sourcesWithCutAlerts(alerts: readonly FiringAlertKey[]): Set<string> {
  const cut = alerts.filter(({ key, dismissedAt }) => key?.startsWith(cutListAlertKeyPrefix) && !dismissedAt);
  return new Set([...crowded(alerts), ...cut.map(({ sourceId }) => sourceId)]);
}

function crowded(alerts: readonly { sourceId: string }[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { sourceId } of alerts) counts.set(sourceId, (counts.get(sourceId) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= maxFiringAlertsPerSource).map(([sourceId]) => sourceId));
}
