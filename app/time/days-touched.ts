/** A stretch of time, [from, to) in ms. */
interface Stretch {
  from: number;
  to: number;
}

export interface TouchedDays {
  first: string;
  last: string;
}

/**
 * The first and the last calendar day that a stretch shares time with, if only a second of it; what has no length is of
 * the day on which it was. `dayAt` gives the day, YYYY-MM-DD, of an instant in the zone at hand.
 */
export function daysTouched({ from, to }: Stretch, dayAt: (at: number) => string): TouchedDays {
  const [first, last] = [dayAt(from), dayAt(Math.max(from, to - 1))];
  return { first, last: last < first ? first : last };
}

/** What of these days lies within others; null where nothing does. */
export function daysWithin({ first, last }: TouchedDays, within: TouchedDays): TouchedDays | null {
  const shared = {
    first: first > within.first ? first : within.first,
    last: last < within.last ? last : within.last,
  };
  return shared.first <= shared.last ? shared : null;
}
