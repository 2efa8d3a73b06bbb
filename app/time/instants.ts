import { hourMs, minuteMs } from "./durations";

/**
 * Clocks go back and ahead. A remembered instant is treated as young only at a known age, and an instant in the future
 * is accepted only within the limit of its kind: everything else is treated as over, so that a wrong clock delays
 * nothing once it is right again.
 */

/** Largest difference between the clocks of two machines, or of two moments of one invocation, in ms. */
export const maxClockDifferenceMs = 1000;

/** Lead above which a stamp was written by a wrong clock, in ms. */
export const maxStampAheadMs = 5 * minuteMs;

/** True when an instant is less than `length` ms old. A negative age is treated as stale. */
export const isRecentInstant = (at: number, now: number, length: number): boolean => at <= now && now - at < length;

/** True when something lasts until `until`, of a kind with a maximum of `longest` ms (lease, hold, breaker). */
export const isUnexpired = (until: number, now: number, longest: number): boolean =>
  until > now && until <= now + longest + maxClockDifferenceMs;

/** True when a stamp was written by a wrong clock. */
export const isStampAhead = (stampedAt: number, now: number): boolean => stampedAt > now + maxStampAheadMs;

/** True when a stamp shows activity within the last `length` ms. */
export const isStampedWithin = (stampedAt: number, now: number, length: number): boolean =>
  stampedAt <= now + maxStampAheadMs && now - stampedAt <= length;

/** Age of a stamp above which the clock may have leapt; a tick comes every minute and stamps about every ten. */
const maxPauseMs = hourMs;

/**
 * True when the last stamp is so old that the deployment stood still or the clock leapt ahead, which cannot be told
 * apart yet.
 */
export const hasClockLeapt = (stampedAt: number, now: number): boolean => stampedAt > 0 && now - stampedAt > maxPauseMs;

/** Returns an instant as it may be shown at `now`: never later than the present minute. */
export const clampToNow = (at: number, now: number): number => (at <= now ? at : Math.floor(now / minuteMs) * minuteMs);

/** Returns an instant (UTC ms) of ISO 8601 that a schema has accepted. */
export const parseIsoInstant = (text: string): number => Date.parse(text);
