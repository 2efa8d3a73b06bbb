const aheadLimit = 5 * 60_000;
const ageLimit = 729 * 24 * 3600_000;

/** A sender's time that cannot be true (minutes ahead, two years old): order keeps it, display does not. */
export const isSkewed = (reported: number, now: number): boolean =>
  reported > now + aheadLimit || reported < now - ageLimit;

/** A time that has not come yet: no order may be kept by it, or an alert with a wrong clock once is deaf for years. */
export const isAhead = (reported: number, now: number): boolean => reported > now + aheadLimit;

/** What order may remember of a sender's time. */
export const believable = (reported: number | null, now: number): number | null =>
  reported !== null && isAhead(reported, now) ? now : reported;

/** The start that we show: the sender's, never in the future; ours where theirs cannot be true. */
export const clampStart = (reported: number, now: number): number =>
  isSkewed(reported, now) ? now : Math.min(reported, now);

/** The end that we show: between the start and now. */
export const clampEnd = (reported: number | null, startedAt: number, now: number): number =>
  reported === null || isSkewed(reported, now)
    ? Math.max(now, startedAt)
    : Math.max(Math.min(reported, now), startedAt);
