import { dayOf, dayStart, daysBetween } from "~/time/day";

/** How many years back a start date may lie where nobody vouches for the days since: one row is written for each. */
export const mostYearsUnwatched = 10;

/** Days of one year in which nobody vouched, as they are packed: ms of major, partial, degraded, maintenance, no data. */
export interface UnwatchedDays {
  componentId: string;
  year: number;
  days: Record<string, number[]>;
}

export interface UnwatchedPast {
  componentId: string;
  zone: string;
  /** The start date as it is now. */
  from: string;
  /** The start of the page's open day (ms), which its rows tell by themselves. */
  openDayAt: number;
  /** Of a component that is there already: when it was made, its start date of before, and since when nobody vouches. */
  known?: { createdAt: number; startDate: string; unwatchedSince: number | null };
}

function isUnwatched(date: string, { zone, known }: UnwatchedPast): boolean {
  if (!known) return true;
  if (date >= known.startDate) return false;
  const { createdAt, unwatchedSince } = known;
  return date < dayOf(zone, createdAt) || (unwatchedSince !== null && date >= dayOf(zone, unwatchedSince));
}

/**
 * The closed days since a component's start date of which nobody knows how it was: those before it was made, and those in
 * which nobody vouched for it already. One row for each year.
 */
export function unwatchedDays(past: UnwatchedPast): UnwatchedDays[] {
  const { componentId, zone, from, openDayAt } = past;
  const start = dayStart(zone, from);
  const all = start < openDayAt ? daysBetween(zone, start, openDayAt).filter(({ to }) => to <= openDayAt) : [];
  const unwatched = all.filter(({ date }) => date >= from && isUnwatched(date, past));
  const byYear = Map.groupBy(unwatched, ({ date }) => Number(date.slice(0, 4)));
  return [...byYear].map(([year, days]) => ({
    componentId,
    year,
    days: Object.fromEntries(days.map(({ date, from: at, to }) => [date.slice(5), [0, 0, 0, 0, to - at]])),
  }));
}

/** The first day that may be a start date where nobody vouches for the days since. */
export const earliestUnwatched = (today: string): string =>
  `${String(Number(today.slice(0, 4)) - mostYearsUnwatched).padStart(4, "0")}-01-01`;
