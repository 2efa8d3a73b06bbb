import { dayMs, hourMs, minuteMs, secondMs } from "~/time/durations";

/** Waits between attempts, in ms: at most ten over three days, and seven for a message that expires after 24 hours. */
export const retryDelaysMs: readonly number[] = [
  5 * secondMs,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  dayMs,
];

const jitterShare = 0.1;
export const maxRetryAfterMs = dayMs;

/** Returns the maximum wait of a notice for its round (the first round is 0). A longer wait is due to a wrong clock. */
export function maxNoticeWaitMs(round: number, least: number): number {
  return Math.max(least, Math.ceil((retryDelaysMs[round - 1] ?? 0) * (1 + jitterShare)));
}

export interface RetryState {
  /** Number of attempts, this one included: ≥ 1. */
  tries: number;
  now: number;
  /** Random number, 0 ≤ chance < 1. */
  chance: number;
  /** Wait that the other side asked for, in seconds (`Retry-After`), obeyed up to a day. */
  retryAfter?: number | null;
}

/** Returns the instant until which the other side asked for no calls (`Retry-After`), obeyed up to a day. */
export const retryAtFromRetryAfter = (now: number, retryAfter: number): number =>
  now + Math.min(Math.max(0, retryAfter) * secondMs, maxRetryAfterMs);

/**
 * Returns the instant until which no calls are allowed; null when that is over, or more than a day ahead, which comes
 * from a wrong clock.
 */
export const pendingRetryAt = (until: number | null | undefined, now: number): number | null =>
  until && until > now && until <= now + maxRetryAfterMs ? until : null;

/** Returns the instant at which to try again; null after the last attempt. */
export function nextRetryAt({ tries, now, chance, retryAfter }: RetryState): number | null {
  const delay = retryDelaysMs[tries - 1];
  if (delay === undefined) return null;
  return Math.max(now + Math.round(delay * (1 + jitterShare * chance)), retryAtFromRetryAfter(now, retryAfter ?? 0));
}
