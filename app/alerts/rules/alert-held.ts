import { type AlertFact, type AlertStep, type Around, closeGroupMember, decideAlert } from "./alert";
import { isFlapping, type Turning, turned } from "./flapping";
import type { AlertSignal, CloseGroupSignal } from "./signal";

/**
 * An alert that flaps is held firing in one episode, whatever its sender says meanwhile, until it has been calm
 * (`flapping`). What its sender says is kept beside, so that the order of what it sends is judged as ever.
 */

/** As its sender has it. */
const asSent = (known: AlertFact): AlertFact =>
  known.heldEnd === null ? known : { ...known, state: "resolved", endedAt: known.heldEnd };

/** Held: what is told of it is of its present episode, which goes on. */
const goesOn = (known: AlertFact, next: AlertFact, heldEnd: number | null): AlertFact => ({
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

/** The present episode under the start that its sender names now. */
const renamed = (known: AlertFact, next: AlertFact, now: number): NonNullable<AlertStep["ended"]> => ({
  alertId: known.id,
  startedAt: known.startedAt,
  reportedStart: next.reportedStart,
  receivedAt: now,
  endedAt: next.state === "firing" ? null : next.endedAt,
});

/** When the alert turned with this step, as it was true; null = it did not. */
function turnOf({ outcome, alert }: AlertStep): number | null {
  if (outcome === "fires_again") return alert.startedAt;
  return outcome === "resolves" || outcome === "tombstone" ? alert.endedAt : null;
}

/** The step of an alert that flaps: it stays, or begins to be held, in the episode that it has. */
function heldStep(known: AlertFact, step: AlertStep, turning: Turning, now: number): AlertStep {
  const over = step.outcome !== "fires_again";
  const words = step.outcome === "tombstone" ? { ...known, count: step.alert.count } : step.alert;
  const { lastEventAt, resolvedReceivedAt, reportedStart, lastSeenAt } = step.alert;
  const told = { ...words, ...turning, lastEventAt, resolvedReceivedAt, reportedStart, lastSeenAt };
  const alert = goesOn(known, told, over ? step.alert.endedAt : null);
  return { outcome: over ? "held" : "fires_again", write: "whole", alert, ended: renamed(known, alert, now) };
}

/** It was held and has been calm since: the episode that was held ended when its sender said so. */
function afterHold(known: AlertFact, step: AlertStep, now: number): Pick<AlertStep, "ended"> {
  if (known.heldEnd === null) return step.ended ? { ended: step.ended } : {};
  return { ended: { ...renamed(known, known, now), endedAt: known.heldEnd } };
}

function withTurns(known: AlertFact | null, step: AlertStep, { now, order }: Around): AlertStep {
  if (!known || order === "own") return step;
  if (step.write === "none") return { ...step, alert: known };
  const at = turnOf(step);
  if (at === null) return known.heldEnd === null ? step : { ...step, alert: goesOn(known, step.alert, known.heldEnd) };
  const turning = turned(known, at, now);
  if (known.state === "firing" && isFlapping(turning, now)) return heldStep(known, step, turning, now);
  return { ...step, ...afterHold(known, step, now), alert: { ...step.alert, ...turning, heldEnd: null } };
}

/** What came before now does not take back when the alert was heard of last. */
function neverSeenBefore(known: AlertFact | null, step: AlertStep): AlertStep {
  if (!known || step.alert.lastSeenAt >= known.lastSeenAt) return step;
  return { ...step, alert: { ...step.alert, lastSeenAt: known.lastSeenAt } };
}

/** What one signal about one alert comes to (docs/protocols.md, "Accepting alerts"): by its order, held while it flaps. */
export const decideTurn = (id: string, known: AlertFact | null, given: AlertSignal, around: Around): AlertStep =>
  neverSeenBefore(known, withTurns(known, decideAlert(id, known && asSent(known), given, around), around));

/** The same of a member of a group that recovered whole. */
export const closeMember = (known: AlertFact, signal: CloseGroupSignal, around: Around): AlertStep =>
  withTurns(known, closeGroupMember(asSent(known), signal, around), around);
