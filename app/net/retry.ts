const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between tries, in ms: at most ten over three days, and seven of what expires after 24 hours. */
export const retryDelays: readonly number[] = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

const jitter = 0.1;
export const longestWish = 24 * hour;

/** The longest that a notice waits by itself for its round, of which 0 is the first; more was a wrong clock's. */
export function longestWaitFor(round: number, least: number): number {
  return Math.max(least, Math.ceil((retryDelays[round - 1] ?? 0) * (1 + jitter)));
}

export interface Tried {
  /** Tries so far, this one included: ≥ 1. */
  tries: number;
  now: number;
  /** 0 ≤ chance < 1. */
  chance: number;
  /** What the other side asked for in seconds (`Retry-After`), obeyed up to a day. */
  retryAfter?: number | null;
}

/** Until when the other side asked to be left alone (`Retry-After`), obeyed up to a day. */
export const askedUntil = (now: number, retryAfter: number): number =>
  now + Math.min(Math.max(0, retryAfter) * second, longestWish);

/** Until when it is to be left alone; null = not any more, or the instant was a wrong clock's: nobody is obeyed for longer than a day. */
export const stillAsked = (until: number | null | undefined, now: number): number | null =>
  until && until > now && until <= now + longestWish ? until : null;

/** When to try again; null = that was the last try. */
export function retryAt({ tries, now, chance, retryAfter }: Tried): number | null {
  const delay = retryDelays[tries - 1];
  if (delay === undefined) return null;
  return Math.max(now + Math.round(delay * (1 + jitter * chance)), askedUntil(now, retryAfter ?? 0));
}
