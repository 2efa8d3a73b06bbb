import { askedAtAssignmentSql } from "~/clock/wishes/queries/wish";
import type { SqlStatement } from "~/db/write";
import { hourMs } from "~/time/durations";
import { contactStoreIntervalMs } from "../rules/source-silence";

/** Tolerance for a clock slightly behind another isolate's, so that the column does not go back with each delivery. */
const clockSkewMs = 10_000;

const heardAt = "coalesce(s.last_heard_at, s.created_at)";

/**
 * Time for which a source's last delivery keeps its components observed, in ms, as in `alerts/settling/rules/silence`;
 * null = without limit.
 */
const holdsFor = "coalesce(heartbeat_seconds * 1000, silence_hours * 3600000)";

/** SQL condition: true when one of its components is shown as no data. */
const shownSilent = `EXISTS (SELECT 1 FROM rule r JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id
  JOIN component c ON c.id = rc.component_id WHERE r.page_id = ?1 AND r.source_id = s.id AND c.observed_status = 'no_data')`;

/**
 * Requests a settling when a silent source delivers again, decided while writing: its period is over; or a settling
 * that may have read earlier data holds the lease, at whose end the period is over; or one that found it silent has
 * committed. Returns a row when the page must settle. Must run before `heard`.
 */
export const settleAfterSilenceStatement = (
  pageId: string,
  sourceIds: readonly string[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE settle SET wanted = wanted + 1, ${askedAtAssignmentSql("?3")} WHERE page_id = ?1 AND EXISTS
    (SELECT 1 FROM json_each(?2) j JOIN source s ON s.id = j.value WHERE ${holdsFor} IS NOT NULL AND
      (${heardAt} + ${holdsFor} <= max(?3, settle.lease_until) OR ${shownSilent}))
    RETURNING wanted`,
  params: [pageId, JSON.stringify(sourceIds), now],
});

/**
 * Rounding of the time, in ms, for a source that counts as operational while it is silent, because pages show its
 * silence in days.
 */
const quietNoteMs = 12 * hourMs;

/**
 * Greatest age of the stored instant: a tenth of the period, a few minutes when silence is measured in hours, and half
 * a day without any period.
 */
const notedFor = `coalesce(min(coalesce(heartbeat_seconds * 100, ${contactStoreIntervalMs}), iif(silence_hours IS NULL, heartbeat_seconds * 100, ${contactStoreIntervalMs})), ${quietNoteMs})`;

const heardThen = "(j.value->>'$.at')";

/**
 * Stores when the sources last delivered, as rarely as that allows, so that a repeat costs at most two rows. A late
 * entry never sets the time back.
 */
export const recordSourceContactStatement = (
  pageId: string,
  sources: readonly { id: string; at: number }[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE source SET last_heard_at = ${heardThen},
      vouches_since = CASE WHEN coalesce(last_heard_at, created_at) + ${holdsFor} <= ${heardThen} THEN ${heardThen} ELSE vouches_since END
    FROM json_each(?2) j WHERE page_id = ?1 AND source.id = j.value->>'$.id'
    AND (${heardThen} >= ?3 OR last_heard_at IS NULL OR ${heardThen} > last_heard_at)
    AND (heartbeat_seconds IS NOT NULL OR silence_hours IS NOT NULL OR quiet_means_well = 1)
    AND (${heardThen} - last_heard_at BETWEEN -${clockSkewMs} AND ${notedFor} - 1) IS NOT TRUE`,
  params: [pageId, JSON.stringify(sources), now],
});

/** Marks the sources' first delivery; from then on they observe their components. */
export const recordFirstContactStatement = (
  pageId: string,
  sourceIds: readonly string[],
  now: number,
): SqlStatement => ({
  sql: `UPDATE source SET unheard = 0, vouches_since = ?3
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(sourceIds), now],
});

/** Sets the last delivery of a source that gets a period. Reads its deliveries, once. */
export const setLastContactStatement = (pageId: string, sourceId: string): SqlStatement => ({
  sql: `UPDATE source SET last_heard_at = (SELECT max(d.received_at) FROM delivery d
      WHERE d.source_id = source.id AND d.outcome <> 'refused') WHERE page_id = ?1 AND id = ?2`,
  params: [pageId, sourceId],
});
