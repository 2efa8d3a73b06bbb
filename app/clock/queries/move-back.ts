import { leaseEndsAheadSql, mayRunAgainSql } from "~/db/instants";
import type { SqlStatement } from "~/db/write";
import { importDueCondition } from "~/importers/queries/import-due";
import { renderingDueCondition } from "~/status-page/rendering/queries/rendering-due";
import { firstWorkUnitRetryDelayMs, maxPromptDelayMs, type WorkUnit, type WorkUnitKind } from "~/time/units";
import { minClosableDayAgeMs } from "./due-units";

const maxReasonChars = 200;

/** Kinds with a row of their own; the others are found due again every minute. */
type PostponableUnitKind = Exclude<WorkUnitKind, "checks" | "send">;

/** `workUnitRetryDelayMs` of time/units in SQL. */
const later = (tries: string) => `?2 + min(${firstWorkUnitRetryDelayMs} << min(${tries}, 10), ${maxPromptDelayMs})`;
const moved = `not_before = ${later("tries")}, tries = tries + 1, reason = ?3`;

const ids = "(SELECT value FROM json_each(?1))";

/**
 * Conditions under which a unit is still due: another invocation may have done it, or moved it back, since it was
 * found.
 */
const stillDue: Record<PostponableUnitKind, string> = {
  settle: `(wanted > done OR due_at <= ?2 OR ${leaseEndsAheadSql("?2")}) AND ${mayRunAgainSql("?2")}`,
  publish: `built < wanted AND ${mayRunAgainSql("?2")}`,
  heartbeats: `(due_at <= ?2 OR pending_from IS NOT NULL) AND not_before <= ?2`,
  silence: "silence_due_at <= ?2 AND silence_not_before <= ?2",
  escalation: "escalation_due_at <= ?2 AND escalation_not_before <= ?2",
  maintenance: "due_at <= ?2 AND not_before <= ?2",
  series: "due_at <= ?2 AND not_before <= ?2",
  restating: "due_at <= ?2 AND not_before <= ?2",
  rendering: renderingDueCondition("?2"),
  import: importDueCondition("?2"),
  manual: "manual_until <= ?2 AND manual_not_before <= ?2",
  day: `open_day_at <= ?2 - ${minClosableDayAgeMs} AND day_not_before <= ?2`,
};

const updates: Record<PostponableUnitKind, string> = {
  settle: `UPDATE settle SET ${moved} WHERE page_id IN ${ids}`,
  publish: `UPDATE snapshot SET ${moved} WHERE page_id IN ${ids}`,
  heartbeats: `UPDATE heartbeat SET ${moved} WHERE id IN ${ids}`,
  silence: `UPDATE source SET silence_not_before = ${later("silence_tries")}, silence_tries = silence_tries + 1
    WHERE id IN ${ids}`,
  escalation: `UPDATE page SET escalation_not_before = ${later("escalation_tries")}, escalation_tries = escalation_tries + 1
    WHERE id IN ${ids}`,
  maintenance: `UPDATE maintenance SET ${moved} WHERE id IN ${ids}`,
  series: `UPDATE maintenance_series SET ${moved} WHERE id IN ${ids}`,
  restating: `UPDATE restating SET ${moved} WHERE page_id IN ${ids}`,
  rendering: `UPDATE rendering SET ${moved} WHERE id IN ${ids}`,
  // An import counts a try when it begins.
  import: `UPDATE import_job SET not_before = ${later("max(tries - 1, 0)")}, reason = ?3 WHERE id IN ${ids}`,
  manual: `UPDATE component SET manual_not_before = ?2 + ${maxPromptDelayMs}
    WHERE page_id IN ${ids}`,
  day: `UPDATE page SET day_not_before = ${later("day_tries")}, day_tries = day_tries + 1
    WHERE id IN ${ids}`,
};

/**
 * Kinds without a reason: a manual end, a day, a silence and an escalation are columns of a row with other contents.
 */
const withoutReason: ReadonlySet<PostponableUnitKind> = new Set(["manual", "day", "silence", "escalation"]);

/**
 * Returns the statement that postpones units which could not run, so that they do not delay other work; the time since
 * which they are due does not change. All units must be of one kind. Returns null for a kind without rows of its own.
 */
export function postponeWorkUnitsStatement(
  units: readonly WorkUnit[],
  now: number,
  reason: string,
): SqlStatement | null {
  const kind = units[0]?.kind;
  if (kind === undefined || !(kind in updates)) return null;
  const of = kind as PostponableUnitKind;
  const params = [JSON.stringify(units.map(({ id }) => id)), now];
  const told = withoutReason.has(of) ? [] : [reason.slice(0, maxReasonChars)];
  return { sql: `${updates[of]} AND ${stillDue[of]}`, params: [...params, ...told] };
}
