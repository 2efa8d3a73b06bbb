import { settle } from "~/db/schema";
import { insertRows, type Statement } from "~/db/write";

/** `asked_at` is since when more is wanted than done. Right-hand sides see the row as it was. */
export const askedAt = (now: string): string => `asked_at = CASE WHEN wanted = done THEN ${now} ELSE asked_at END`;

/** Of which components somebody changes what observes them: those that rules of these sources name, and others by their ids. */
export interface ObserversChange {
  sources: readonly string[];
  components?: readonly string[];
}

const named = `SELECT c.component_id AS id FROM rule r JOIN rule_component c ON c.page_id = r.page_id AND c.rule_id = r.id
  WHERE r.page_id = ?1 AND r.source_id IN (SELECT value FROM json_each(?4)) UNION SELECT value FROM json_each(?5)`;

/** The settling dates coverage by it, however late it comes. */
const changed = `observers_changed_at = json_patch(observers_changed_at, (SELECT json_group_object(id, ?2) FROM (${named})))`;

/**
 * The page wants to be settled again: somebody changed alerts, rules or what watches its components, which visitors see
 * also where nothing moves: `publishes`, unless the commit itself publishes. Blind +1, never compared. Goes before rules
 * that leave.
 */
export function wantSettle(pageId: string, now: number, publishes = true, observers?: ObserversChange): Statement {
  const wish = `wanted = wanted + 1, ${askedAt("?2")}, publishes = max(publishes, ?3)`;
  const params = [pageId, now, Number(publishes)];
  if (!observers) return { sql: `UPDATE settle SET ${wish} WHERE page_id = ?1`, params };
  const { sources, components = [] } = observers;
  const who = [JSON.stringify(sources), JSON.stringify(components)];
  return { sql: `UPDATE settle SET ${wish}, ${changed} WHERE page_id = ?1`, params: [...params, ...who] };
}

/** A part that cannot be read wants to be built again, unless somebody wants that already. */
export const buildAnew = ({ pageId, part, built }: { pageId: string; part: string; built: number }, now: number) => ({
  sql: `UPDATE snapshot SET wanted = wanted + 1, asked_at = ?4
    WHERE page_id = ?1 AND audience = 'public' AND part = ?2 AND built = ?3 AND wanted = built`,
  params: [pageId, part, built, now],
});

/** What signals ask of the page's settling. */
export interface SettleWish {
  now: number;
  /** How many deliveries ask for it: each has a mark of its own. */
  times: number;
  /** Dates a recovery as it truly was. */
  recoveredAt: number | null;
  /** The front page is published whatever the settling comes to. */
  publishes?: boolean;
  /** The window of changed alerts, and what each source has changed in it now. */
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

/** Blind: so many more are wanted, and what was changed is added to its window. One row. */
export function askToSettle(
  pageId: string,
  { times, now, changed, publishes = false, ...wish }: SettleWish,
): Statement[] {
  const row = { pageId, wanted: times, askedAt: now, ...wish, publishes, windowCounts: changed };
  return insertRows(settle, [row], { onConflict: { key: ["pageId"], set: `${wished}, ${counted}` } });
}
