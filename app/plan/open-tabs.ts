import { dayMs } from "~/time/durations";

/** Shortest and longest interval between two requests of an open tab while its page has trouble, in seconds. */
const [soonest, latest] = [60, 900];

/**
 * Intervals while all is well; the second from half of the plan's day on, or when tabs would not last until its end.
 */
const [calm, calmLate] = [300, 900];

/** Number of requests per minute in an isolate up to which open tabs still refresh every minute. */
const easyRequestsPerMinute = 60;

/**
 * Shares of a plan's daily requests. After the first share no open tab refreshes again that day; tabs of calm pages
 * stop at the second. Tabs that got their interval before refresh once more, so that 11,000 tabs stay below a third of
 * the day.
 */
const [tabsShare, calmShare] = [2 / 9, 1 / 6];

/**
 * Shares of the tabs' daily requests: from the first on, tabs in trouble ask less often, at the second with their
 * longest interval.
 */
const [watchful, scarce] = [0.5, 0.9];

const halfShare = 0.5;

export interface OpenTabLoad {
  /** Requests of this isolate in a minute. */
  rate: number;
  /** Requests of the whole day at the present rate. */
  expected: number;
  /** Requests of open tabs today. */
  asked: number;
  /** Requests of open tabs for the whole day at the present rate. */
  askedAtPace: number;
  /** Requests after which the plan answers no more; null = unlimited. */
  limit: number | null;
  /** Seconds until the plan's day is over. */
  dayLeft: number;
}

const bounded = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Twice as many tabs ask 1.4 times as often, because the rate falls with this interval. */
const byRate = ({ rate }: OpenTabLoad) => soonest * (rate / easyRequestsPerMinute);

/** The day's other requests slow no tab that shows trouble, because calm tabs have slowed down before. */
function nextAskInTrouble(load: OpenTabLoad): number {
  const { asked, limit } = load;
  const used = limit === null ? 0 : asked / (limit * tabsShare);
  const byShare = soonest + (latest - soonest) * bounded((used - watchful) / (scarce - watchful), 0, 1);
  return bounded(Math.max(byRate(load), byShare), soonest, latest);
}

function nextAskInCalm(load: OpenTabLoad): number {
  const { expected, askedAtPace, limit } = load;
  const isLate = limit !== null && (expected >= limit * halfShare || askedAtPace >= limit * calmShare);
  return bounded(byRate(load), isLate ? calmLate : calm, calmLate);
}

/**
 * Returns the seconds until an open tab asks again, by the state it shows, the isolate's load, and the rest of the day.
 * When tabs have used their share of the day they wait for the next day, and show how old they are.
 */
export function secondsUntilNextPoll(load: OpenTabLoad, isCalm: boolean): number {
  const { asked, limit, dayLeft } = load;
  const share = isCalm ? calmShare : tabsShare;
  if (limit !== null && asked >= limit * share) return Math.round(Math.max(latest, dayLeft));
  return Math.round(isCalm ? nextAskInCalm(load) : nextAskInTrouble(load));
}

/** Returns the expected count of the whole UTC day at the present rate. The first hour is treated as a full hour. */
export const projectedDayCount = (count: number, now: number): number =>
  Math.round(count / Math.max(1 / 24, (now % dayMs) / dayMs));

/** Returns the seconds until the day (UTC) is over. */
export const secondsLeftOfDay = (now: number): number => Math.ceil((dayMs - (now % dayMs)) / 1000);
