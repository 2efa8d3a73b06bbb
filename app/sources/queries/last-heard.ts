import { askedAt } from "~/clock/wishes/queries/wish";
import type { Statement } from "~/db/write";
import { heardEvery } from "../rules/source-silence";

/** A clock that is a little behind another isolate's does not turn the column back at each delivery. */
const skew = 10_000;

const heardAt = "coalesce(s.last_heard_at, s.created_at)";

/** For so many ms its word is taken to hold, as `alerts/settling/rules/silence` has it; null = without an end. */
const holdsFor = "coalesce(heartbeat_seconds * 1000, silence_hours * 3600000)";

/** Its components, or one of them, are told as no data. */
const shownSilent = `EXISTS (SELECT 1 FROM rule r JOIN rule_component rc ON rc.page_id = r.page_id AND rc.rule_id = r.id
  JOIN component c ON c.id = rc.component_id WHERE r.page_id = ?1 AND r.source_id = s.id AND c.observed_status = 'no_data')`;

/**
 * A source that was silent speaks again, decided where it is written: its period is over; or a settling that may have read
 * this before us holds the lease, and by its end the period is over; or one that found it silent has committed. Returns a
 * row when the page is to settle. Goes before `heard`.
 */
export const breaksSilence = (pageId: string, sourceIds: readonly string[], now: number): Statement => ({
  sql: `UPDATE settle SET wanted = wanted + 1, ${askedAt("?3")} WHERE page_id = ?1 AND EXISTS
    (SELECT 1 FROM json_each(?2) j JOIN source s ON s.id = j.value WHERE ${holdsFor} IS NOT NULL AND
      (${heardAt} + ${holdsFor} <= max(?3, settle.lease_until) OR ${shownSilent}))
    RETURNING wanted`,
  params: [pageId, JSON.stringify(sourceIds), now],
});

/** Pages say of a source whose quiet means well for how many days it has been quiet. */
const quietNotedFor = 12 * 3600_000;

/**
 * How old what was noted may be: a tenth of the period, where somebody waits for hours of silence a few minutes, and half
 * a day where nobody waits.
 */
const notedFor = `coalesce(min(coalesce(heartbeat_seconds * 100, ${heardEvery}), iif(silence_hours IS NULL, heartbeat_seconds * 100, ${heardEvery})), ${quietNotedFor})`;

const heardThen = "(j.value->>'$.at')";

/**
 * Written as seldom as that allows, so that a repeat costs no more than two rows. What came before now takes nothing back
 * that was heard since.
 */
export const heard = (pageId: string, sources: readonly { id: string; at: number }[], now: number): Statement => ({
  sql: `UPDATE source SET last_heard_at = ${heardThen},
      vouches_since = CASE WHEN coalesce(last_heard_at, created_at) + ${holdsFor} <= ${heardThen} THEN ${heardThen} ELSE vouches_since END
    FROM json_each(?2) j WHERE page_id = ?1 AND source.id = j.value->>'$.id'
    AND (${heardThen} >= ?3 OR last_heard_at IS NULL OR ${heardThen} > last_heard_at)
    AND (heartbeat_seconds IS NOT NULL OR silence_hours IS NOT NULL OR quiet_means_well = 1)
    AND (${heardThen} - last_heard_at BETWEEN -${skew} AND ${notedFor} - 1) IS NOT TRUE`,
  params: [pageId, JSON.stringify(sources), now],
});

/** The first that they delivered: from then on they vouch for their components. */
export const firstHeard = (pageId: string, sourceIds: readonly string[], now: number): Statement => ({
  sql: `UPDATE source SET unheard = 0, vouches_since = ?3
    WHERE page_id = ?1 AND id IN (SELECT value FROM json_each(?2))`,
  params: [pageId, JSON.stringify(sourceIds), now],
});

/** Of a source that gets a period: when it spoke last. Reads its deliveries, once. */
export const heardBefore = (pageId: string, sourceId: string): Statement => ({
  sql: `UPDATE source SET last_heard_at = (SELECT max(d.received_at) FROM delivery d
      WHERE d.source_id = source.id AND d.outcome <> 'refused') WHERE page_id = ?1 AND id = ?2`,
  params: [pageId, sourceId],
});
