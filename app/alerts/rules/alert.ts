import { believableTime, clampEndTime, clampStartTime, isFutureTime, isSkewedTime } from "./alert-time";
import { alertContentOf, hasSameContent } from "./alert-words";
import { cutRecoveryFlag } from "./cut-flag";
import { emptyFlapHistory, type FlapHistory } from "./flap-history";
import { type AlertSignal, type CloseGroupSignal, partialSignalFlag, type SignalOrder } from "./signal";

/** An alert with its present or last episode. `reportedStart` and `lastEventAt` are in the sender's clock. */
export interface AlertRecord extends FlapHistory {
  id: string;
  key: string;
  state: "firing" | "resolved";
  severity: string | null;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  groupKey: string;
  startedAt: number;
  endedAt: number | null;
  resolvedReceivedAt: number | null;
  firstSeenAt: number;
  lastSeenAt: number;
  /** event_time: the last event's time. arrival: the latest start or end that the sender has reported. */
  lastEventAt: number | null;
  count: number;
  incidentId: string | null;
  acknowledgedAt: number | null;
  acknowledgedBy: string | null;
  dismissedAt: number | null;
  flags: string[];
  version: number;
  /** The start of the present episode as the sender reports it; a firing after a gap repeats it. */
  reportedStart: number;
}

export interface EpisodeRecord {
  alertId: string;
  startedAt: number;
  reportedStart: number;
  receivedAt: number;
  endedAt: number | null;
}

export type AlertSignalOutcome =
  | "new"
  | "repeat"
  | "updates"
  | "fires_again"
  | "resolves"
  | "held"
  | "late"
  | "tombstone";

export interface AlertSignalContext {
  now: number;
  order: SignalOrder;
  /** True when `now` is the arrival of a delivery that is read again. */
  isReplay?: boolean;
  /** True when an earlier episode of this alert is known to have started at that reported start. */
  isOlderEpisode(reportedStart: number): boolean;
}

/** The outcome of one signal. `touch`: only seen again, written without a guard; `whole`: written guarded. */
export interface AlertSignalDecision {
  outcome: AlertSignalOutcome;
  write: "none" | "touch" | "whole";
  alert: AlertRecord;
  started?: EpisodeRecord;
  ended?: EpisodeRecord;
}

/** Longest time after a recovery within which a firing of the same episode counts as late, not as new; ms. */
export const lateFiringWindowMs = 20_000;

export const tombstoneFlag = "tombstone";

const ignore = (alert: AlertRecord, outcome: AlertSignalOutcome = "late"): AlertSignalDecision => ({
  outcome,
  write: "none",
  alert,
});

const largest = (...given: (number | null)[]): number | null => {
  const known = given.filter((each) => each !== null);
  return known.length > 0 ? Math.max(...known) : null;
};

const eventAt = (signal: AlertSignal, now: number) => believableTime(signal.eventAt, now) ?? now;

const flagsOf = (signal: AlertSignal, skewed: boolean, ...more: string[]) => [
  ...new Set([...signal.flags, ...(skewed ? ["clock_skew"] : []), ...more]),
];

const episodeOf = (alert: AlertRecord, receivedAt: number): EpisodeRecord => ({
  alertId: alert.id,
  startedAt: alert.startedAt,
  reportedStart: alert.reportedStart,
  receivedAt,
  endedAt: alert.endedAt,
});

/** Returns the alert at the start of a new episode, not acknowledged yet. */
function begun(
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
        ? eventAt(signal, now)
        : largest(known?.lastEventAt ?? null, believableTime(reported, now)),
    count: (known?.count ?? 0) + 1,
    incidentId: null,
    acknowledgedAt: null,
    acknowledgedBy: null,
    dismissedAt: null,
    flags: flagsOf(signal, isSkewedTime(reported, now)),
    version: known?.version ?? 0,
    ...emptyFlapHistory(),
    reportedStart: reported,
  };
}

function fire(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const alert = begun(known.id, known, signal, around);
  const started = episodeOf(alert, around.now);
  if (known.state === "resolved") return { outcome: "fires_again", write: "whole", alert, started };
  const ended = { ...episodeOf(known, around.now), endedAt: alert.startedAt };
  return { outcome: "fires_again", write: "whole", alert, started, ended };
}

function hear(known: AlertRecord, signal: AlertSignal, { now, order }: AlertSignalContext): AlertSignalDecision {
  const lastEventAt = order === "event_time" ? largest(known.lastEventAt, eventAt(signal, now)) : known.lastEventAt;
  const heard = { ...known, count: known.count + 1, lastSeenAt: now, lastEventAt };
  if (!hasSameContent(known, signal)) {
    return { outcome: "updates", write: "whole", alert: { ...heard, ...alertContentOf(signal) } };
  }
  return { outcome: "repeat", write: lastEventAt === known.lastEventAt ? "touch" : "whole", alert: heard };
}

function firesByArrival(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const start = signal.startedAt ?? known.reportedStart;
  const misdated = isFutureTime(known.reportedStart, around.now);
  if (start < known.reportedStart && misdated) {
    return known.state === "firing" ? hear(known, signal, around) : fire(known, signal, around);
  }
  if (start < known.reportedStart) return ignore(known);
  if (start > known.reportedStart) return fire(known, signal, around);
  if (known.state === "firing") return hear(known, signal, around);
  const isLate = around.now - (known.resolvedReceivedAt ?? 0) <= lateFiringWindowMs;
  return isLate ? ignore(known) : fire(known, signal, around);
}

function firesByTime(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  if (eventAt(signal, around.now) < (known.lastEventAt ?? 0)) return ignore(known);
  return known.state === "firing" ? hear(known, signal, around) : fire(known, signal, around);
}

/** Closes the present episode; its texts stay those of the firing, because a recovery often says less. */
function close(
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
        : largest(known.lastEventAt, believableTime(end, now), believableTime(reportedStart, now)),
    reportedStart: Math.max(known.reportedStart, reportedStart),
  };
  return { outcome: "resolves", write: "whole", alert, ended: episodeOf(alert, now) };
}

/** Keeps an episode whose end alone arrived, so that its late firing opens nothing. */
function bury(
  id: string,
  known: AlertRecord | null,
  signal: AlertSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const { now, order } = around;
  const dated = { ...signal, startedAt: signal.startedAt ?? signal.endedAt ?? signal.eventAt };
  const born = begun(id, known, dated, around);
  const at =
    order === "event_time" ? eventAt(signal, now) : largest(born.lastEventAt, believableTime(signal.endedAt, now));
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

/** Keeps only the order of a repeated or later recovery, so that what was sent before it counts as late. */
function remember(known: AlertRecord, lastEventAt: number | null, now: number): AlertSignalDecision {
  if (lastEventAt === null || lastEventAt <= (known.lastEventAt ?? 0)) return ignore(known, "repeat");
  const alert = { ...known, lastEventAt, resolvedReceivedAt: now, lastSeenAt: now };
  return { outcome: "repeat", write: "whole", alert };
}

/** True when this end is known already: after a gap the same content repeats the last recovery. */
const endedBefore = (known: AlertRecord, end: number | null) =>
  end !== null && known.lastEventAt !== null && known.lastEventAt > known.reportedStart && end <= known.lastEventAt;

/** True when a recovery means the present episode: by its start, or by covering it when senders merged two starts. */
function closesByArrival(
  known: AlertRecord,
  start: number | null,
  end: number | null,
  around: AlertSignalContext,
): boolean {
  if (endedBefore(known, end)) return false;
  if (start === null || start >= known.reportedStart) return true;
  return end !== null && end > known.reportedStart && !around.isOlderEpisode(start);
}

function resolvesByArrival(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const { startedAt: start, endedAt: end } = signal;
  if (known.state === "firing") {
    const closing = closesByArrival(known, start, end, around);
    return closing ? close(known, end, start ?? known.reportedStart, around) : ignore(known);
  }
  if (start !== null && start > known.reportedStart) return bury(known.id, known, signal, around);
  return start === null || start === known.reportedStart
    ? remember(known, believableTime(end, around.now), around.now)
    : ignore(known);
}

function resolvesByTime(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const at = eventAt(signal, around.now);
  if (known.state === "resolved") return remember(known, at, around.now);
  if (at <= (known.lastEventAt ?? 0)) return ignore(known);
  return close(known, signal.endedAt ?? at, known.reportedStart, around, at);
}

function saidByUs(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const firing = known.state === "firing";
  if (signal.status === "firing") return firing ? hear(known, signal, around) : fire(known, signal, around);
  return firing ? close(known, signal.endedAt, known.reportedStart, around) : ignore(known, "repeat");
}

/** True when the sender gave a title; without one an alert's title is its key (`alerts/rules/signal-limits`). */
const hasTitle = ({ title, key }: AlertSignal) => title !== "" && title !== key;

/** Fills in what a signal leaves out with what is known of the alert. */
function inKnownWords(known: AlertRecord, signal: AlertSignal): AlertSignal {
  if (!signal.flags.includes(partialSignalFlag)) return signal;
  const { link, labels, groupKey } = known;
  return {
    ...signal,
    title: hasTitle(signal) ? signal.title : known.title,
    body: signal.body || known.body,
    severity: signal.severity ?? (known.severity as AlertSignal["severity"]),
    link,
    labels,
    groupKey,
  };
}

/**
 * Takes from a replay only what is news: what arrived for the alert after that delivery is newer and stays, and so does
 * what the delivery said then. Content that is read from it only now is taken.
 */
function replayed(
  known: AlertRecord | null,
  signal: AlertSignal,
  { now, isReplay }: AlertSignalContext,
): AlertSignalDecision | null {
  if (!isReplay || !known || known.lastSeenAt < now) return null;
  if (known.lastSeenAt > now) return ignore(known);
  if (known.state !== signal.status) return null;
  if (known.state === "resolved" || hasSameContent(known, signal)) return ignore(known, "repeat");
  return { outcome: "updates", write: "whole", alert: { ...known, ...alertContentOf(signal) } };
}

/** Decides one signal about one alert (docs/protocols.md, "Accepting alerts"). When in doubt, firing wins. */
export function decideAlertSignal(
  id: string,
  known: AlertRecord | null,
  given: AlertSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const signal = known ? inKnownWords(known, given) : given;
  const before = replayed(known, signal, around);
  if (before) return before;
  if (signal.status === "firing" && signal.reopens === false) {
    if (known?.state === "resolved") return ignore(known);
    if (!known && signal.flags.includes(partialSignalFlag)) return ignore(bury(id, null, signal, around).alert);
  }
  if (known && around.order === "own") return saidByUs(known, signal, around);
  const byTime = around.order === "event_time";
  if (signal.status === "resolved") {
    if (!known) {
      const buried = bury(id, null, signal, around);
      return signal.flags.includes(cutRecoveryFlag) ? ignore(buried.alert) : buried;
    }
    return byTime ? resolvesByTime(known, signal, around) : resolvesByArrival(known, signal, around);
  }
  if (known) return byTime ? firesByTime(known, signal, around) : firesByArrival(known, signal, around);
  const alert = begun(id, null, signal, around);
  return { outcome: "new", write: "whole", alert, started: episodeOf(alert, around.now) };
}

/**
 * Closes a member of a group that recovered as a whole, also one that was cut from the message, unless it started after
 * all ends that the message names.
 */
export function closeGroupMember(
  known: AlertRecord,
  signal: CloseGroupSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const { endedAt } = signal;
  const begunLater = endedAt !== null && known.reportedStart > endedAt;
  if (known.state === "resolved" || begunLater || endedBefore(known, endedAt)) return ignore(known);
  return close(known, endedAt, known.reportedStart, around, endedAt ?? around.now);
}
