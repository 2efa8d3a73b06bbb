import { dayMs, minuteMs } from "~/time/durations";

const maxAheadMs = 5 * minuteMs;
const maxAgeMs = 729 * dayMs;

/**
 * True for a sender's time that cannot be correct (minutes ahead, two years old): it still orders events, but is not
 * shown.
 */
export const isSkewedAlertTime = (reported: number, now: number): boolean =>
  reported > now + maxAheadMs || reported < now - maxAgeMs;

/**
 * True for a time in the future. If it were used for ordering, one wrong clock would block an alert's events for years.
 */
export const isFutureAlertTime = (reported: number, now: number): boolean => reported > now + maxAheadMs;

/** Returns the sender's time as ordering may remember it: never in the future. */
export const timeNotInFuture = (reported: number | null, now: number): number | null =>
  reported !== null && isFutureAlertTime(reported, now) ? now : reported;

/** Returns the start that we show: the sender's, never in the future; ours when theirs cannot be correct. */
export const clampStartTime = (reported: number, now: number): number =>
  isSkewedAlertTime(reported, now) ? now : Math.min(reported, now);

/** Returns the end that we show: between the start and now. */
export const clampEndTime = (reported: number | null, startedAt: number, now: number): number =>
  reported === null || isSkewedAlertTime(reported, now)
    ? Math.max(now, startedAt)
    : Math.max(Math.min(reported, now), startedAt);
