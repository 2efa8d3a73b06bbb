/** How many alerts each source has changed since `at`: a fixed window, so that it is one column of a row. */
export interface ChangeWindow {
  at: number;
  counts: Readonly<Record<string, number>>;
}

const length = 5 * 60_000;

export const windowStart = (now: number): number => now - (now % length);

/** What the source has changed in the present window; a stored window that is another one, even a later one, is over. */
const changedIn = ({ at, counts }: ChangeWindow, sourceId: string, now: number): number =>
  at === windowStart(now) ? (counts[sourceId] ?? 0) : 0;

/**
 * Whether so many more may change (0 = without a limit). A body is taken whole or not at all, so that the first one of
 * a window is taken whatever its size.
 */
export function hasRoom(window: ChangeWindow, sourceId: string, of: { now: number; changed: number; limit: number }) {
  const before = changedIn(window, sourceId, of.now);
  return of.limit === 0 || of.changed === 0 || before === 0 || before + of.changed <= of.limit;
}

export function withChanged(window: ChangeWindow, sourceId: string, changed: number, now: number): ChangeWindow {
  const at = windowStart(now);
  const counts = window.at === at ? window.counts : {};
  return { at, counts: { ...counts, [sourceId]: (counts[sourceId] ?? 0) + changed } };
}

/** Seconds until the next window, ≥ 1. */
export const untilNextWindow = (now: number): number =>
  Math.max(1, Math.ceil((windowStart(now) + length - now) / 1000));
