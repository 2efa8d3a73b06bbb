/** Between one ask of an open tab and its next while something is under way, in seconds. */
const [soonest, latest] = [60, 900];

/** The same while all is well; the second from half of the plan's day on, or where tabs would not last until its end. */
const [calm, calmLate] = [300, 900];

/** Requests a minute of one isolate at which its tabs still ask each minute. */
const easy = 60;

/**
 * Of a plan's day: from the first part on no open tab is asked to come again that day, and none on which all is well from
 * the second. Those that were told before come once more, so that 11,000 tabs together stay below a third.
 */
const [tabsShare, calmShare] = [2 / 9, 1 / 6];

/** Of what tabs may ask in a day: from the first on troubled ones ask less often, at the second as rarely as they ever do. */
const [watchful, scarce] = [0.5, 0.9];

const half = 0.5;

export interface TabLoad {
  /** Requests that this isolate had in a minute. */
  rate: number;
  /** Requests that the day comes to at its present pace. */
  expected: number;
  /** How often open tabs have asked today. */
  asked: number;
  /** The same that the day comes to at its present pace. */
  askedAtPace: number;
  /** After which the plan answers no more; null = never. */
  limit: number | null;
  /** Until the plan's day is over, in seconds. */
  dayLeft: number;
}

const bounded = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));

/** Twice as many tabs ask 1.4 times as often, as the rate falls with what is said here. */
const byRate = ({ rate }: TabLoad) => soonest * (rate / easy);

/** The day's other requests slow no tab that shows trouble: those on which all is well have made room before. */
function nextAskInTrouble(load: TabLoad): number {
  const { asked, limit } = load;
  const used = limit === null ? 0 : asked / (limit * tabsShare);
  const byShare = soonest + (latest - soonest) * bounded((used - watchful) / (scarce - watchful), 0, 1);
  return bounded(Math.max(byRate(load), byShare), soonest, latest);
}

function nextAskInCalm(load: TabLoad): number {
  const { expected, askedAtPace, limit } = load;
  const isLate = limit !== null && (expected >= limit * half || askedAtPace >= limit * calmShare);
  return bounded(byRate(load), isLate ? calmLate : calm, calmLate);
}

/**
 * When an open tab asks again, in seconds: by what it shows, how busy the isolate is, and how much of the day is left.
 * Where tabs have had their part of the day it is the next day's, and they say how old they are.
 */
export function nextAsk(load: TabLoad, isCalm: boolean): number {
  const { asked, limit, dayLeft } = load;
  const share = isCalm ? calmShare : tabsShare;
  if (limit !== null && asked >= limit * share) return Math.round(Math.max(latest, dayLeft));
  return Math.round(isCalm ? nextAskInCalm(load) : nextAskInTrouble(load));
}

const day = 86_400_000;

/** What the day (UTC) comes to at the pace that it has had; its first hour is taken for an hour. */
export const dayAtThisPace = (count: number, now: number): number =>
  Math.round(count / Math.max(1 / 24, (now % day) / day));

/** Until the day (UTC) is over, in seconds. */
export const leftOfDay = (now: number): number => Math.ceil((day - (now % day)) / 1000);
