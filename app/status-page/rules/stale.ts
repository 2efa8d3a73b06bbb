import { stoppedAfter } from "./seen";

/**
 * The last instant, UTC ms, at which an incident became stale again: `after` ms without a word, and each time that long
 * is over; null while it is not. It is the sequence of its notice: the same however often it is asked, another one
 * after a new update.
 */
export function staleAt(lastWordAt: number, now: number, after: number): number | null {
  const times = after > 0 ? Math.floor((now - lastWordAt) / after) : 0;
  return times < 1 ? null : lastWordAt + times * after;
}

/**
 * The standstill in which nothing was checked, as the page itself calls it one; null when there was none, or when this is
 * the first tick ever.
 */
export function gapBefore(tickAt: number, now: number): { from: number; to: number } | null {
  return tickAt > 0 && now - tickAt > stoppedAfter ? { from: tickAt, to: now } : null;
}
