import { settleTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement } from "~/db/write";

/** Sets `asked_at`, the time since which more is wanted than done. Right-hand sides see the row before the update. */
export const askedAtAssignmentSql = (now: string): string =>
  `asked_at = CASE WHEN wanted = done THEN ${now} ELSE asked_at END`;

/** Components whose sources are changed: those named by rules of these sources, and others by their ids. */
export interface ObserversChange {
  sources: readonly string[];
  components?: readonly string[];
}

const named = `SELECT c.component_id AS id FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id
  WHERE r.page_id = ?1 AND r.source_id IN (SELECT value FROM json_each(?4)) UNION SELECT value FROM json_each(?5)`;

/** Records the time of the change; the settling dates coverage by it, however late it runs. */
const changed = `observers_changed_at = json_patch(observers_changed_at, (SELECT json_group_object(id, ?2) FROM (${named})))`;

/**
 * Requests a settling of the page after a change to alerts, rules or a component's sources. `publishes` = the front
 * page is published in any case, unless the commit itself does. A blind +1, never compared. It must run before rules
 * are deleted.
 */
export function requestSettleStatement(
  pageId: string,
  now: number,
  publishes = true,
  observers?: ObserversChange,
): SqlStatement {
  const wish = `wanted = wanted + 1, ${askedAtAssignmentSql("?2")}, publishes = max(publishes, ?3)`;
  const params = [pageId, now, Number(publishes)];
  if (!observers) return { sql: `UPDATE settle SET ${wish} WHERE page_id = ?1`, params };
  const { sources, components = [] } = observers;
  const who = [JSON.stringify(sources), JSON.stringify(components)];
  return { sql: `UPDATE settle SET ${wish}, ${changed} WHERE page_id = ?1`, params: [...params, ...who] };
}

/** Requests a new build of an unreadable part, unless one is already requested. */
export const requestBuildStatement = (
  { pageId, part, built }: { pageId: string; part: string; built: number },
  now: number,
) => ({
  sql: `UPDATE snapshot SET wanted = wanted + 1, asked_at = ?4
    WHERE page_id = ?1 AND audience = 'public' AND part = ?2 AND built = ?3 AND wanted = built`,
  params: [pageId, part, built, now],
});

/** Request for the page's settling made by signals. */
export interface SignalSettleRequest {
  now: number;
  /** Number of deliveries that request it: each has a mark of its own. */
  times: number;
  /** Correct time of a recovery. */
  recoveredAt: number | null;
  /** True = the front page is published whatever the settling changes. */
  publishes?: boolean;
  /** The window of changed alerts, and the number that each source has just changed in it. */
  windowAt: number;
  changed: Readonly<Record<string, number>>;
}

const summed = `(SELECT json_group_object(key, total) FROM (SELECT key, sum(value) AS total FROM
  (SELECT key, value FROM json_each(settle.window_counts) UNION ALL SELECT key, value FROM json_each(excluded.window_counts))
  GROUP BY key))`;

const none = "excluded.window_counts = '{}'";
const counted = `window_at = CASE WHEN ${none} THEN window_at ELSE excluded.window_at END,
  window_counts = CASE WHEN ${none} THEN window_counts
    WHEN window_at = excluded.window_at THEN ${summed} ELSE excluded.window_counts END`;

const wished = `wanted = wanted + excluded.wanted,
  asked_at = CASE WHEN wanted = done AND excluded.wanted > 0 THEN excluded.asked_at ELSE asked_at END,
  recovered_at = CASE WHEN excluded.recovered_at IS NULL THEN recovered_at
    ELSE max(coalesce(recovered_at, 0), excluded.recovered_at) END,
  publishes = max(publishes, excluded.publishes)`;

/** Adds `times` to the wanted count without a comparison, and the changes to their window. One row. */
export function addSettleRequestStatements(
  pageId: string,
  { times, now, changed, publishes = false, ...wish }: SignalSettleRequest,
): SqlStatement[] {
  const row = { pageId, wanted: times, askedAt: now, ...wish, publishes, windowCounts: changed };
  return insertRowsStatements(settleTable, [row], { onConflict: { key: ["pageId"], set: `${wished}, ${counted}` } });
}
