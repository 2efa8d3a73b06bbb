/** An open incident is stale when nobody has said anything for so long, and again each time that long is over, in ms. */
export const staleAfter = 6 * 3600_000;

/**
 * The last instant, UTC ms, at which an incident became stale again; null while it is not. It is the sequence of its
 * notice: the same however often it is asked, another one after a new update.
 */
export function staleAt(lastWordAt: number, now: number): number | null {
  const times = Math.floor((now - lastWordAt) / staleAfter);
  return times < 1 ? null : lastWordAt + times * staleAfter;
}

/** Nobody looked for longer than this: a gap that people are told of, in ms. */
const gapAfter = 15 * 60_000;

/** The gap in which nothing was checked; null when there was none, or when this is the first tick ever. */
export function gapBefore(tickAt: number, now: number): { from: number; to: number } | null {
  return tickAt > 0 && now - tickAt > gapAfter ? { from: tickAt, to: now } : null;
}
