import { type Day, daysBetween } from "~/time/day";
import { dayMs } from "~/time/durations";
import { parseLocalTime } from "~/time/local-time";

/** A place on the time axis: `at` in UTC ms; the date (`YYYY-MM-DD`) at the start of a day, else null. */
export interface ChartTimeTick {
  at: number;
  date: string | null;
}

/** Number of labels that fit beside each other on a phone. */
const maxTicks = 8;

const hours = ["06", "12", "18"] as const;

/** Hours that the clocks skip have no tick. */
const hoursOf = (zone: string, { date }: Day): ChartTimeTick[] =>
  hours.flatMap((hour) => {
    const found = parseLocalTime(`${date}T${hour}:00`, zone);
    return found.ok ? [{ at: found.at, date: null }] : [];
  });

/** Days are counted back from the last one, so that its start always has a tick. */
function everyFew(days: readonly Day[]): readonly Day[] {
  const every = Math.ceil(days.length / maxTicks);
  return days.filter((_, index) => (days.length - 1 - index) % every === 0);
}

/**
 * Returns starts of days in a zone within (from, to), UTC ms; up to two days also 6, 12 and 18 o'clock; oldest first,
 * at most eight. Temporal's calendar places days of 23 and 25 hours as clocks show them.
 */
export function chartTimeTicks(zone: string, from: number, to: number): ChartTimeTick[] {
  const inside = ({ at }: ChartTimeTick) => at > from && at < to;
  const days = daysBetween(zone, from, to);
  const begins = (day: Day): ChartTimeTick => ({ at: day.from, date: day.date });
  if (to - from > 2 * dayMs) return everyFew(days.filter((day) => inside(begins(day)))).map(begins);
  const ticks = days.flatMap((day) => [begins(day), ...hoursOf(zone, day)]).filter(inside);
  return ticks.length > maxTicks ? ticks.filter(({ date }) => date !== null) : ticks;
}
