import { checksStoppedAfterMs } from "./seen-page";

/**
 * Returns the last time, UTC ms, at which an incident became stale: `after` ms without an update, and again after each
 * such time; null while it is not stale. It is the sequence of its notice, so repeated calls return the same until a
 * new update.
 */
export function incidentStaleAt(lastWordAt: number, now: number, after: number): number | null {
  const times = after > 0 ? Math.floor((now - lastWordAt) / after) : 0;
  return times < 1 ? null : lastWordAt + times * after;
}

/**
 * Returns the period before this tick in which nothing was checked, by the same limit as on the page; null when there
 * was none, or when this is the first tick ever.
 */
export function standstillBeforeTick(tickAt: number, now: number): { from: number; to: number } | null {
  return tickAt > 0 && now - tickAt > checksStoppedAfterMs ? { from: tickAt, to: now } : null;
}
