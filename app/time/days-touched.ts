/** A stretch of time, [from, to) in ms. */
interface TimeRange {
  from: number;
  to: number;
}

export interface DaySpan {
  first: string;
  last: string;
}

/**
 * Returns the first and the last calendar day that share time with a stretch, if only a second; a stretch without
 * length belongs to its day. `dayAt` returns the day, YYYY-MM-DD, of an instant in the zone.
 */
export function daysOfTimeRange({ from, to }: TimeRange, dayAt: (at: number) => string): DaySpan {
  const [first, last] = [dayAt(from), dayAt(Math.max(from, to - 1))];
  return { first, last: last < first ? first : last };
}

/** Returns the part of these days that lies within others; null when there is none. */
export function clipDays({ first, last }: DaySpan, within: DaySpan): DaySpan | null {
  const shared = {
    first: first > within.first ? first : within.first,
    last: last < within.last ? last : within.last,
  };
  return shared.first <= shared.last ? shared : null;
}
