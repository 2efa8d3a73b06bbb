import type { AlertRecord, AlertSignalContext, AlertSignalDecision } from "./alert";
import { closeGroupMember, decideAlertSignal } from "./alert-decision";
import { type FlapHistory, flapHistoryAfterChange, isFlapping } from "./flap-history";
import type { AlertSignal, CloseGroupSignal } from "./signal";

/**
 * An alert that flaps is held in one firing, whatever its sender reports, until it has been calm (`flapping`). The
 * sender's reports are recorded separately, so that the order of events is judged as usual.
 */

/** Returns the alert in the state that its sender last reported. */
const asSent = (known: AlertRecord): AlertRecord =>
  known.heldEnd === null ? known : { ...known, state: "resolved", endedAt: known.heldEnd };

/** Returns the held alert: its present episode continues with the new content. */
const goesOn = (known: AlertRecord, next: AlertRecord, heldEnd: number | null): AlertRecord => ({
  ...next,
  state: "firing",
  startedAt: known.startedAt,
  endedAt: null,
  incidentId: known.incidentId,
  acknowledgedAt: known.acknowledgedAt,
  acknowledgedBy: known.acknowledgedBy,
  dismissedAt: known.dismissedAt,
  heldEnd,
});

/** Returns the present episode under the start that its sender reports now. */
const renamed = (known: AlertRecord, next: AlertRecord, now: number): NonNullable<AlertSignalDecision["ended"]> => ({
  alertId: known.id,
  startedAt: known.startedAt,
  reportedStart: next.reportedStart,
  receivedAt: now,
  endedAt: next.state === "firing" ? null : next.endedAt,
});

/** Returns when the alert turned with this step, at the actual time; null when it did not. */
function turnOf({ outcome, alert }: AlertSignalDecision): number | null {
  if (outcome === "fires_again") return alert.startedAt;
  return outcome === "resolves" || outcome === "tombstone" ? alert.endedAt : null;
}

/** Returns the step of an alert that flaps: it stays, or starts to be held, in its present episode. */
function heldStep(
  known: AlertRecord,
  step: AlertSignalDecision,
  turning: FlapHistory,
  now: number,
): AlertSignalDecision {
  const over = step.outcome !== "fires_again";
  const words = step.outcome === "tombstone" ? { ...known, count: step.alert.count } : step.alert;
  const { lastEventAt, resolvedReceivedAt, reportedStart, lastSeenAt } = step.alert;
  const told = { ...words, ...turning, lastEventAt, resolvedReceivedAt, reportedStart, lastSeenAt };
  const alert = goesOn(known, told, over ? step.alert.endedAt : null);
  return { outcome: over ? "held" : "fires_again", write: "whole", alert, ended: renamed(known, alert, now) };
}

/** Ends a held episode when its sender said so, since the alert has been calm. */
function afterHold(known: AlertRecord, step: AlertSignalDecision, now: number): Pick<AlertSignalDecision, "ended"> {
  if (known.heldEnd === null) return step.ended ? { ended: step.ended } : {};
  return { ended: { ...renamed(known, known, now), endedAt: known.heldEnd } };
}

function withTurns(
  known: AlertRecord | null,
  step: AlertSignalDecision,
  { now, order }: AlertSignalContext,
): AlertSignalDecision {
  if (!known || order === "own") return step;
  if (step.write === "none") return { ...step, alert: known };
  const at = turnOf(step);
  if (at === null) return known.heldEnd === null ? step : { ...step, alert: goesOn(known, step.alert, known.heldEnd) };
  const turning = flapHistoryAfterChange(known, at, now);
  if (known.state === "firing" && isFlapping(turning, now)) return heldStep(known, step, turning, now);
  return { ...step, ...afterHold(known, step, now), alert: { ...step.alert, ...turning, heldEnd: null } };
}

/** Keeps `lastSeenAt` from moving back when an older delivery is decided. */
function neverSeenBefore(known: AlertRecord | null, step: AlertSignalDecision): AlertSignalDecision {
  if (!known || step.alert.lastSeenAt >= known.lastSeenAt) return step;
  return { ...step, alert: { ...step.alert, lastSeenAt: known.lastSeenAt } };
}

/**
 * Decides one signal about one alert (docs/protocols.md, "Accepting alerts") by its order; the alert is held while it
 * flaps.
 */
export const decideFlappingAlertSignal = (
  id: string,
  known: AlertRecord | null,
  given: AlertSignal,
  around: AlertSignalContext,
): AlertSignalDecision =>
  neverSeenBefore(known, withTurns(known, decideAlertSignal(id, known && asSent(known), given, around), around));

/** Does the same for a member of a group that recovered as a whole. */
export const closeFlappingGroupMember = (
  known: AlertRecord,
  signal: CloseGroupSignal,
  around: AlertSignalContext,
): AlertSignalDecision => withTurns(known, closeGroupMember(asSent(known), signal, around), around);
