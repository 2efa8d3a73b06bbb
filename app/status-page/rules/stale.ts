import { checksStoppedAfterMs } from "./seen-page";

/**
 * Returns the last instant, UTC ms, at which an incident became stale again: `after` ms without an update, and each
 * time that long again; null while it is not. It is the sequence of its notice: repeated calls give the same one, until
 * a new update.
 */
export function incidentStaleAt(lastWordAt: number, now: number, after: number): number | null {
  const times = after > 0 ? Math.floor((now - lastWordAt) / after) : 0;
  return times < 1 ? null : lastWordAt + times * after;
}

/**
 * Returns the standstill before this tick in which nothing was checked, by the same limit as on the page; null when
 * there was none, or when this is the first tick ever.
 */
export function standstillBeforeTick(tickAt: number, now: number): { from: number; to: number } | null {
  return tickAt > 0 && now - tickAt > checksStoppedAfterMs ? { from: tickAt, to: now } : null;
}
