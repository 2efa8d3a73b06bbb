/** Between one ask of an open tab and its next, in seconds. */
const [soonest, latest] = [60, 900];

/** Requests a minute of one isolate at which its tabs still ask each minute. */
const easy = 60;

/** Of a day's limit: from the first on tabs ask less often, at the second as rarely as they ever do. */
const [watchful, scarce] = [0.5, 0.9];

export interface TabLoad {
  /** Requests that this isolate had in a minute. */
  rate: number;
  /** Requests that the day comes to at its present pace. */
  expected: number;
  /** After which the plan answers no more; null = never. */
  limit: number | null;
}

const bounded = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/**
 * When a tab on which something is under way asks again, in seconds: by how busy the isolate is, and by how much of the day
 * is left. As the rate falls with what is said here, twice as many tabs ask 1.4 times as often.
 */
export function nextAsk({ rate, expected, limit }: TabLoad): number {
  const byRate = soonest * (rate / easy);
  const used = limit === null ? 0 : expected / limit;
  const byDay = soonest + (latest - soonest) * bounded((used - watchful) / (scarce - watchful), 0, 1);
  return Math.round(bounded(Math.max(byRate, byDay), soonest, latest));
}

const day = 86_400_000;

/** What the day (UTC) comes to at the pace that it has had; its first hour is taken for an hour. */
export const dayAtThisPace = (count: number, now: number): number =>
  Math.round(count / Math.max(1 / 24, (now % day) / day));
