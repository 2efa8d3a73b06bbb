import type { AlertRecord, AlertSignalDecision, AlertSignalOutcome, EpisodeRecord } from "./alert";
import type { SignalOrder } from "./signal";

/**
 * The facts of an alert that must still hold when its turn is written; texts, counts and people's changes are not
 * compared.
 */
export interface AlertStateGuard {
  id: string;
  /** Null when there is no such alert yet. */
  state: AlertRecord["state"] | null;
  startedAt: number | null;
  reportedStart: number | null;
  resolvedReceivedAt: number | null;
  lastEventAt: number | null;
  /** Bound for dated events: its last event must be older than this; null to compare with `lastEventAt`. */
  eventsBefore: number | null;
  /**
   * Time of arrival of a delivery that is decided late, because later reports of the alert are newer; otherwise null.
   */
  lastSeenBy: number | null;
  /** Time at which it was only seen again: it must still be in that state, or have been seen since; else null. */
  seenAgainAt: number | null;
}

/** The result of one alert's steps, as it will be written. */
export interface AlertWriteEntry {
  before: AlertRecord | null;
  alert: AlertRecord;
  /** The guard of its first change; the following steps of the same commit depend on it. */
  guard: AlertStateGuard | null;
  /** The guard of its touches; the guard of a turn includes it. */
  seenAgain: AlertStateGuard | null;
  /** True when more than state and times has changed. */
  reworded: boolean;
  touches: number;
  started: ReadonlyMap<number, EpisodeRecord>;
  ended: ReadonlyMap<number, EpisodeRecord>;
}

/** Changes to the alerts of a source: one list per statement. */
export interface AlertWrites {
  guards: AlertStateGuard[];
  inserted: AlertRecord[];
  /** `by`: how often it was seen besides. */
  updated: (AlertRecord & { by: number })[];
  /** Alerts whose state and times alone change: a group that closes may be large, so texts are not written again. */
  retimed: (AlertRecord & { by: number })[];
  /** Alerts that were only seen again: count + by, last seen. */
  touched: { id: string; by: number; lastSeenAt: number }[];
  started: EpisodeRecord[];
  ended: EpisodeRecord[];
  /** Latest end of an episode that was closed. */
  recoveredAt: number | null;
}

const rewording: readonly AlertSignalOutcome[] = ["new", "updates", "fires_again", "tombstone"];

/**
 * True when the texts are written, also when a later event repeats them: an earlier event may write others meanwhile.
 */
const rewords = ({ outcome, write, alert }: AlertSignalDecision): boolean =>
  rewording.includes(outcome) || (write === "whole" && alert.state === "firing");

/** Returns a guard that the alert is still as it was found, in everything that decides its turns. */
export const alertUnchangedGuard = (id: string, before: AlertRecord | null): AlertStateGuard => ({
  id,
  state: before?.state ?? null,
  startedAt: before?.startedAt ?? null,
  reportedStart: before?.reportedStart ?? null,
  resolvedReceivedAt: before?.resolvedReceivedAt ?? null,
  lastEventAt: before?.lastEventAt ?? null,
  eventsBefore: null,
  lastSeenBy: null,
  seenAgainAt: null,
});

/** The basis of a step: one event of this order (null = several), and the time of a delivery that is decided late. */
export interface DecisionBasis {
  order: SignalOrder | null;
  replayOf: number | null;
}

/** Returns the guard of a step. If several events decided it, all that it was decided on must still hold. */
function guardOf(
  { id, lastEventAt: at, state }: AlertRecord,
  before: AlertRecord | null,
  { order, replayOf }: DecisionBasis,
): AlertStateGuard {
  const dated = order === "event_time" && at !== null;
  const eventsBefore = dated ? at + (state === "firing" ? 1 : 0) : null;
  return { ...alertUnchangedGuard(id, before), eventsBefore, lastSeenBy: replayOf };
}

/** Returns the guard of an alert that is only seen again. Events that name their time are ordered by that anyway. */
function seenAgainGuard(
  alert: AlertRecord,
  before: AlertRecord | null,
  { order }: DecisionBasis,
): AlertStateGuard | null {
  if (order !== "arrival") return null;
  return { ...alertUnchangedGuard(alert.id, before), state: alert.state, seenAgainAt: alert.lastSeenAt };
}

const fresh = (before: AlertRecord | null, alert: AlertRecord): AlertWriteEntry => ({
  before,
  alert,
  guard: null,
  seenAgain: null,
  reworded: false,
  touches: 0,
  started: new Map(),
  ended: new Map(),
});

/** Returns the entry after one more step. The given entry is not changed, because the delivery may still be refused. */
export function alertWriteEntryAfter(
  known: AlertWriteEntry | undefined,
  before: AlertRecord | null,
  step: AlertSignalDecision,
  by: DecisionBasis,
): AlertWriteEntry {
  const entry = known ?? fresh(before, step.alert);
  const [started, ended] = [new Map(entry.started), new Map(entry.ended)];
  if (step.ended) (started.has(step.ended.startedAt) ? started : ended).set(step.ended.startedAt, step.ended);
  if (step.started) started.set(step.started.startedAt, step.started);
  return {
    before: entry.before,
    alert: step.alert,
    started,
    ended,
    // Earlier touches were counted on the alert as it was found, so nothing may have come between.
    guard:
      entry.guard ??
      (step.write === "whole" ? guardOf(entry.touches > 0 ? entry.alert : step.alert, entry.before, by) : null),
    seenAgain: entry.seenAgain ?? (step.write === "touch" ? seenAgainGuard(step.alert, entry.before, by) : null),
    reworded: entry.reworded || rewords(step),
    touches: entry.touches + (step.write === "touch" ? 1 : 0),
  };
}

const heardBesides = ({ alert, before }: AlertWriteEntry) => ({ ...alert, by: alert.count - (before?.count ?? 0) });

function latestEnd(entries: readonly AlertWriteEntry[]): number | null {
  const over = entries.filter((each) => each.alert.state === "resolved" && each.before?.state !== "resolved");
  const ends = over.flatMap((each) => (each.before || each.alert.count > 0 ? (each.alert.endedAt ?? []) : []));
  return ends.length > 0 ? Math.max(...ends) : null;
}

export function collectAlertWrites(all: readonly AlertWriteEntry[]): AlertWrites {
  const turned = all.filter((each) => each.guard !== null);
  const known = turned.filter((each) => each.before !== null);
  return {
    guards: all.flatMap((each) => each.guard ?? each.seenAgain ?? []),
    inserted: turned.filter((each) => !each.before).map((each) => each.alert),
    updated: known.filter((each) => each.reworded).map(heardBesides),
    retimed: known.filter((each) => !each.reworded).map(heardBesides),
    touched: all
      .filter((each) => each.guard === null)
      .map(({ alert, touches }) => ({ id: alert.id, by: touches, lastSeenAt: alert.lastSeenAt })),
    started: all.flatMap((each) => [...each.started.values()]),
    ended: all.flatMap((each) => [...each.ended.values()]),
    recoveredAt: latestEnd(turned),
  };
}
