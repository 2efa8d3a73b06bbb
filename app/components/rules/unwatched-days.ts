import { dayOf, dayStart, daysBetween } from "~/time/day";

/**
 * Years back that a start date may lie when the days since are without coverage, because one row is written for each.
 */
export const maxUnwatchedYears = 10;

/** Days of one year without coverage, in packed form: ms of major, partial, degraded, maintenance, no data. */
export interface UnwatchedDays {
  componentId: string;
  year: number;
  days: Record<string, number[]>;
}

export interface UnwatchedDaysInput {
  componentId: string;
  zone: string;
  /** The new start date. */
  from: string;
  /** The start of the page's open day (ms), which its rows cover. */
  openDayAt: number;
  /** Facts of an existing component: when it was created, its former start date, and since when it has no coverage. */
  known?: { createdAt: number; startDate: string; unwatchedSince: number | null };
}

function isUnwatched(date: string, { zone, known }: UnwatchedDaysInput): boolean {
  if (!known) return true;
  if (date >= known.startDate) return false;
  const { createdAt, unwatchedSince } = known;
  return date < dayOf(zone, createdAt) || (unwatchedSince !== null && date >= dayOf(zone, unwatchedSince));
}

/**
 * Returns the closed days without data since a component's start date: those before it was created, and those without
 * coverage. There is one row for each year.
 */
export function unwatchedDays(past: UnwatchedDaysInput): UnwatchedDays[] {
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

/** Returns the earliest start date when the days since are without coverage. */
export const earliestStartDate = (today: string): string =>
  `${String(Number(today.slice(0, 4)) - maxUnwatchedYears).padStart(4, "0")}-01-01`;
