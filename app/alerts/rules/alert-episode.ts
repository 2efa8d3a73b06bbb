import type { AlertRecord, AlertSignalContext, AlertSignalDecision, AlertSignalOutcome, EpisodeRecord } from "./alert";
import { clampEndTime, clampStartTime, isSkewedAlertTime, timeNotInFuture } from "./alert-time";
import { alertContentOf, hasSameAlertContent } from "./alert-words";
import { emptyFlapHistory } from "./flap-history";
import type { AlertSignal } from "./signal";

const tombstoneFlag = "tombstone";

/** Returns the decision that a signal changes nothing. */
export const ignoreAlertSignal = (alert: AlertRecord, outcome: AlertSignalOutcome = "late"): AlertSignalDecision => ({
  outcome,
  write: "none",
  alert,
});

const largest = (...given: (number | null)[]): number | null => {
  const known = given.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

/** Returns the time of a signal's event, or now when it has none that is believable. */
export const signalEventTime = (signal: AlertSignal, now: number): number =>
  timeNotInFuture(signal.eventAt, now) ?? now;

const flagsOf = (signal: AlertSignal, skewed: boolean, ...more: string[]) => [
  ...new Set([...signal.flags, ...(skewed ? ["clock_skew"] : []), ...more]),
];

/** Returns the present episode of an alert. */
export const episodeOf = (alert: AlertRecord, receivedAt: number): EpisodeRecord => ({
  alertId: alert.id,
  startedAt: alert.startedAt,
  reportedStart: alert.reportedStart,
  receivedAt,
  endedAt: alert.endedAt,
});

/** Returns the alert at the start of a new episode, not acknowledged yet. */
export function alertAtEpisodeStart(
  id: string,
  known: AlertRecord | null,
  signal: AlertSignal,
  { now, order }: AlertSignalContext,
): AlertRecord {
  const reported = signal.startedAt ?? signal.eventAt ?? now;
  const repeated = known !== null && order === "arrival" && reported <= known.reportedStart;
  const earliest = known ? Math.max(known.startedAt + 1, known.endedAt ?? 0) : 0;
  return {
    ...alertContentOf(signal),
    id,
    key: signal.key,
    state: "firing",
    startedAt: Math.max(earliest, repeated ? now : clampStartTime(reported, now)),
    endedAt: null,
    resolvedReceivedAt: null,
    firstSeenAt: known?.firstSeenAt ?? now,
    lastSeenAt: now,
    lastEventAt:
      order === "event_time"
        ? signalEventTime(signal, now)
        : largest(known?.lastEventAt ?? null, timeNotInFuture(reported, now)),
    count: (known?.count ?? 0) + 1,
    incidentId: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    dismissedAt: null,
    flags: flagsOf(signal, isSkewedAlertTime(reported, now)),
    version: known?.version ?? 0,
    ...emptyFlapHistory(),
    reportedStart: reported,
  };
}

/** Starts another firing of a known alert; a previous firing that has not ended ends at its start. */
export function startNextAlertEpisode(
  known: AlertRecord,
  signal: AlertSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const alert = alertAtEpisodeStart(known.id, known, signal, around);
  const started = episodeOf(alert, around.now);
  if (known.state === "resolved") return { outcome: "fires_again", write: "whole", alert, started };
  const ended = { ...episodeOf(known, around.now), endedAt: alert.startedAt };
  return { outcome: "fires_again", write: "whole", alert, started, ended };
}

/** Counts a firing of the present episode, and takes its content when that is new. */
export function continueAlertEpisode(
  known: AlertRecord,
  signal: AlertSignal,
  { now, order }: AlertSignalContext,
): AlertSignalDecision {
  const lastEventAt =
    order === "event_time" ? largest(known.lastEventAt, signalEventTime(signal, now)) : known.lastEventAt;
  const heard = { ...known, count: known.count + 1, lastSeenAt: now, lastEventAt };
  if (!hasSameAlertContent(known, signal)) {
    return { outcome: "updates", write: "whole", alert: { ...heard, ...alertContentOf(signal) } };
  }
  return { outcome: "repeat", write: lastEventAt === known.lastEventAt ? "touch" : "whole", alert: heard };
}

/** Closes the current firing. It keeps the texts of its start, because a recovery often contains less. */
export function closeAlertEpisode(
  known: AlertRecord,
  end: number | null,
  reportedStart: number,
  { now, order }: AlertSignalContext,
  at?: number,
): AlertSignalDecision {
  const alert: AlertRecord = {
    ...known,
    state: "resolved",
    endedAt: clampEndTime(end, known.startedAt, now),
    resolvedReceivedAt: now,
    lastSeenAt: now,
    lastEventAt:
      order === "event_time"
        ? (at ?? now)
        : largest(known.lastEventAt, timeNotInFuture(end, now), timeNotInFuture(reportedStart, now)),
    reportedStart: Math.max(known.reportedStart, reportedStart),
  };
  return { outcome: "resolves", write: "whole", alert, ended: episodeOf(alert, now) };
}

/** Keeps an episode whose end alone arrived, so that its late firing opens nothing. */
export function recordTombstoneEpisode(
  id: string,
  known: AlertRecord | null,
  signal: AlertSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const { now, order } = around;
  const dated = { ...signal, startedAt: signal.startedAt ?? signal.endedAt ?? signal.eventAt };
  const born = alertAtEpisodeStart(id, known, dated, around);
  const at =
    order === "event_time"
      ? signalEventTime(signal, now)
      : largest(born.lastEventAt, timeNotInFuture(signal.endedAt, now));
  const alert: AlertRecord = {
    ...born,
    state: "resolved",
    endedAt: clampEndTime(signal.endedAt, born.startedAt, now),
    resolvedReceivedAt: now,
    lastEventAt: at,
    count: known?.count ?? 0,
    flags: [...new Set([...born.flags, tombstoneFlag])],
  };
  return { outcome: "tombstone", write: "whole", alert, started: episodeOf(alert, now) };
}

/** Keeps only the order of a repeated recovery, or its arrival if it has no time, so that what came before is late. */
export function rememberRecovery(known: AlertRecord, lastEventAt: number | null, now: number): AlertSignalDecision {
  if (lastEventAt === null) return { outcome: "repeat", write: "whole", alert: { ...known, lastSeenAt: now } };
  if (lastEventAt <= (known.lastEventAt ?? 0)) return ignoreAlertSignal(known, "repeat");
  const alert = { ...known, lastEventAt, resolvedReceivedAt: now, lastSeenAt: now };
  return { outcome: "repeat", write: "whole", alert };
}
