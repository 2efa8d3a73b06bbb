import { type Day, dayOf, dayStart } from "~/time/day";
import { dayMs } from "~/time/durations";

/**
 * Length of the past whose days are examined, in ms; older days stay as they were counted. The page's own report
 * reaches as far.
 */
const reachMs = 10 * 366 * dayMs;
/** Number of days derived from two starts: a zone that changes its clocks does not change them back within a week. */
const daysPerBlock = 7;

const dateOf = (utc: number) => new Date(utc).toISOString().slice(0, 10);

/** Returns the days of a zone from one date to before another; a date that the zone skipped has no day. */
function daysFrom(zone: string, first: string, end: string): Day[] {
  const days: Day[] = [];
  const last = Date.parse(end);
  const add = (utc: number, from: number, to: number) => {
    if (from < to && utc < last) days.push({ date: dateOf(utc), from, to });
  };
  for (let utc = Date.parse(first); utc < last; utc += daysPerBlock * dayMs) {
    const starts = [dayStart(zone, dateOf(utc)), dayStart(zone, dateOf(utc + daysPerBlock * dayMs))] as const;
    const isEven = starts[1] - starts[0] === daysPerBlock * dayMs;
    for (let index = 0; index < daysPerBlock; index++) {
      const at = utc + index * dayMs;
      if (isEven) add(at, starts[0] + index * dayMs, starts[0] + (index + 1) * dayMs);
      else add(at, dayStart(zone, dateOf(at)), dayStart(zone, dateOf(at + dayMs)));
    }
  }
  return days;
}

/**
 * Returns the days to examine, from the components' first start on: those that were over when the coverage layer was
 * introduced.
 */
export function daysToExamine(zone: string, startDates: readonly string[], until: number): Day[] {
  const earliest = dayOf(zone, until - reachMs);
  const first = startDates.reduce((one, other) => (other < one ? other : one), "9999-12-31");
  return daysFrom(zone, first > earliest ? first : earliest, dayOf(zone, until + dayMs)).filter(
    ({ to }) => to <= until,
  );
}

/** Returns the days from a component's own start on. */
export const daysSinceStartDate = (days: readonly Day[], startDate: string): Day[] =>
  days.filter(({ date }) => date >= startDate);

/** Returns the years in which these days are packed. */
export const yearsOfDays = (days: readonly Day[]): number[] => [
  ...new Set(days.map(({ date }) => Number(date.slice(0, 4)))),
];
