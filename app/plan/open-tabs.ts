import { dayMs } from "~/time/durations";

/** Shortest and longest interval between two requests of an open tab while its page has trouble, in seconds. */
const [soonest, latest] = [60, 900];

/**
 * Intervals while all is well; the second from half of the plan's day on, or when tabs would not last until its end.
 */
const [calm, calmLate] = [300, 900];

/** Requests per minute of one isolate up to which its tabs still ask every minute. */
const easyRequestsPerMinute = 60;

/**
 * Shares of a plan's day: once tabs have used the first, no open tab asks again that day; calm ones stop at the second.
 * Tabs that got their interval before ask once more, so that 11,000 tabs together stay below a third.
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

/** Returns the count of the whole day (UTC) at its present rate; its first hour counts as a full hour. */
export const projectedDayCount = (count: number, now: number): number =>
  Math.round(count / Math.max(1 / 24, (now % dayMs) / dayMs));

/** Returns the seconds until the day (UTC) is over. */
export const secondsLeftOfDay = (now: number): number => Math.ceil((dayMs - (now % dayMs)) / 1000);
