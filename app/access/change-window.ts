import { minuteMs } from "~/time/durations";

/**
 * Number of alerts that each source has changed since `at`. The window is fixed, so that it fits one column of a row.
 */
export interface AlertChangeWindow {
  at: number;
  counts: Readonly<Record<string, number>>;
}

const windowMs = 5 * minuteMs;

export const alertChangeWindowStart = (now: number): number => now - (now % windowMs);

/**
 * Returns how many alerts the source has changed in the current window. Any other stored window, even a later one, is
 * treated as over.
 */
const changedIn = ({ at, counts }: AlertChangeWindow, sourceId: string, now: number): number =>
  at === alertChangeWindowStart(now) ? (counts[sourceId] ?? 0) : 0;

/**
 * Returns true if so many more alerts may change (0 for no limit). A body is accepted as a whole or not at all, so the
 * first body in a window is accepted whatever its size.
 */
export function mayChangeMoreAlerts(
  window: AlertChangeWindow,
  sourceId: string,
  of: { now: number; changed: number; limit: number },
) {
  const before = changedIn(window, sourceId, of.now);
  return of.limit === 0 || of.changed === 0 || before === 0 || before + of.changed <= of.limit;
}

export function changeWindowAfterChanges(
  window: AlertChangeWindow,
  sourceId: string,
  changed: number,
  now: number,
): AlertChangeWindow {
  const at = alertChangeWindowStart(now);
  const counts = window.at === at ? window.counts : {};
  return { at, counts: { ...counts, [sourceId]: (counts[sourceId] ?? 0) + changed } };
}

/** Returns the seconds until the next window, ≥ 1. */
export const secondsUntilNextWindow = (now: number): number =>
  Math.max(1, Math.ceil((alertChangeWindowStart(now) + windowMs - now) / 1000));
