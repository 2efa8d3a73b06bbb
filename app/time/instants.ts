/**
 * Clocks go back and ahead. What is remembered is young only at a known age, and what lies ahead is believed only as far
 * as its kind may reach: everything else counts as over, so that a wrong clock holds nothing up once it is right again.
 */

/** So far the clocks of two machines, or of two moments of one invocation, may differ, in ms. */
export const clocksDiffer = 1000;

/** A stamp that lies further ahead than this was written by a clock that was wrong, in ms. */
export const stampAhead = 5 * 60_000;

/** Whether what was known at `at` is younger than `length` ms. A negative age is no age: stale. */
export const isYoung = (at: number, now: number, length: number): boolean => at <= now && now - at < length;

/** Whether something still lasts until `until`, of a kind that is given at most `longest` ms (lease, hold, breaker). */
export const stillLasts = (until: number, now: number, longest: number): boolean =>
  until > now && until <= now + longest + clocksDiffer;

/** Whether a stamp is of a clock that was wrong. */
export const isAhead = (stampedAt: number, now: number): boolean => stampedAt > now + stampAhead;

/** Whether a stamp says that somebody was there within the last `length` ms. */
export const isStampedWithin = (stampedAt: number, now: number, length: number): boolean =>
  stampedAt <= now + stampAhead && now - stampedAt <= length;

/** A tick comes each minute and stamps about every ten. */
const longestPause = 60 * 60_000;

/** Whether the last stamp is so old that either nobody was there or the clock leapt ahead: for now nobody can say which. */
export const hasLeapt = (stampedAt: number, now: number): boolean => stampedAt > 0 && now - stampedAt > longestPause;

/** An instant as it may be told at `now`: nothing has been so since a time that is yet to come. */
export const toldAt = (at: number, now: number): number => (at <= now ? at : Math.floor(now / 60_000) * 60_000);
