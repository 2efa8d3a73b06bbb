import type { AlertRecord, AlertSignalContext, AlertSignalDecision } from "./alert";
import {
  alertAtEpisodeStart,
  closeAlertEpisode,
  continueAlertEpisode,
  episodeOf,
  ignoreAlertSignal,
  recordTombstoneEpisode,
  rememberRecovery,
  signalEventTime,
  startNextAlertEpisode,
} from "./alert-episode";
import { isFutureAlertTime, timeNotInFuture } from "./alert-time";
import { alertContentOf, hasSameAlertContent } from "./alert-words";
import { cutRecoveryFlag } from "./cut-flag";
import { type AlertSignal, type CloseGroupSignal, partialSignalFlag } from "./signal";

/** Longest time after a recovery, in ms, within which a delayed firing is not counted as a new one. */
export const lateFiringWindowMs = 20_000;

function firesByArrival(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const start = signal.startedAt ?? known.reportedStart;
  const misdated = isFutureAlertTime(known.reportedStart, around.now);
  if (start < known.reportedStart && misdated) {
    return known.state === "firing"
      ? continueAlertEpisode(known, signal, around)
      : startNextAlertEpisode(known, signal, around);
  }
  if (start < known.reportedStart) return ignoreAlertSignal(known);
  if (start > known.reportedStart) return startNextAlertEpisode(known, signal, around);
  if (known.state === "firing") return continueAlertEpisode(known, signal, around);
  const isLate = around.now - (known.resolvedReceivedAt ?? 0) <= lateFiringWindowMs;
  return isLate ? ignoreAlertSignal(known) : startNextAlertEpisode(known, signal, around);
}

function firesByTime(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  if (signalEventTime(signal, around.now) < (known.lastEventAt ?? 0)) return ignoreAlertSignal(known);
  return known.state === "firing"
    ? continueAlertEpisode(known, signal, around)
    : startNextAlertEpisode(known, signal, around);
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
    return closing ? closeAlertEpisode(known, end, start ?? known.reportedStart, around) : ignoreAlertSignal(known);
  }
  if (start !== null && start > known.reportedStart) return recordTombstoneEpisode(known.id, known, signal, around);
  return start === null || start === known.reportedStart
    ? rememberRecovery(known, timeNotInFuture(end, around.now), around.now)
    : ignoreAlertSignal(known);
}

function resolvesByTime(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const at = signalEventTime(signal, around.now);
  if (known.state === "resolved") return rememberRecovery(known, at, around.now);
  if (at <= (known.lastEventAt ?? 0)) return ignoreAlertSignal(known);
  return closeAlertEpisode(known, signal.endedAt ?? at, known.reportedStart, around, at);
}

function saidByUs(known: AlertRecord, signal: AlertSignal, around: AlertSignalContext): AlertSignalDecision {
  const firing = known.state === "firing";
  if (signal.status === "firing")
    return firing ? continueAlertEpisode(known, signal, around) : startNextAlertEpisode(known, signal, around);
  return firing
    ? closeAlertEpisode(known, signal.endedAt, known.reportedStart, around)
    : ignoreAlertSignal(known, "repeat");
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
  if (known.lastSeenAt > now) return ignoreAlertSignal(known);
  if (known.state !== signal.status) return null;
  if (known.state === "resolved" || hasSameAlertContent(known, signal)) return ignoreAlertSignal(known, "repeat");
  return { outcome: "updates", write: "whole", alert: { ...known, ...alertContentOf(signal) } };
}

/**
 * Decides one signal about one alert (docs/protocols.md, "Accepting alerts"). When the order is doubtful, the alert
 * fires.
 */
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
    if (known?.state === "resolved") return ignoreAlertSignal(known);
    if (!known && signal.flags.includes(partialSignalFlag))
      return ignoreAlertSignal(recordTombstoneEpisode(id, null, signal, around).alert);
  }
  if (known && around.order === "own") return saidByUs(known, signal, around);
  const byTime = around.order === "event_time";
  if (signal.status === "resolved") {
    if (!known) {
      const buried = recordTombstoneEpisode(id, null, signal, around);
      return signal.flags.includes(cutRecoveryFlag) ? ignoreAlertSignal(buried.alert) : buried;
    }
    return byTime ? resolvesByTime(known, signal, around) : resolvesByArrival(known, signal, around);
  }
  if (known) return byTime ? firesByTime(known, signal, around) : firesByArrival(known, signal, around);
  const alert = alertAtEpisodeStart(id, null, signal, around);
  return { outcome: "new", write: "whole", alert, started: episodeOf(alert, around.now) };
}

/**
 * Closes an alert of a group that recovered as a whole, even if the list was cut, unless it started after all ends in
 * the signal.
 */
export function closeGroupMember(
  known: AlertRecord,
  signal: CloseGroupSignal,
  around: AlertSignalContext,
): AlertSignalDecision {
  const { endedAt } = signal;
  const begunLater = endedAt !== null && known.reportedStart > endedAt;
  const isHeardSince = around.isReplay === true && known.lastSeenAt > around.now;
  if (known.state === "resolved" || begunLater || isHeardSince || endedBefore(known, endedAt))
    return ignoreAlertSignal(known);
  return closeAlertEpisode(known, endedAt, known.reportedStart, around, endedAt ?? around.now);
}
