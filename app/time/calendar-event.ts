import { Temporal } from "temporal-polyfill";
import { fail, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import {
  type CalendarRange,
  type CalendarUnit,
  type CalendarUnitRanges,
  parseSystemdCalendarEvent,
  type SystemdCalendarEvent,
} from "./calendar-text";
import { isTimeZone } from "./day";

interface CalendarSchedule {
  expression: string;
  timeZone: string;
}

const units = ["year", "month", "day", "hour", "minute", "second"] as const;

/** First value of each unit, by its place; the year ends with systemd's last. */
const firsts = [1970, 1, 1, 0, 0, 0] as const;
const lasts = [2199, 12, 31, 23, 59, 59] as const;

/** Returns the first value of `range` from `from` on, up to `most`; null = none. */
function nextOf({ start, stop, step }: CalendarRange, from: number, most: number): number | null {
  if (from <= start) return start <= most ? start : null;
  if (step === 0) return null;
  const value = start + Math.ceil((from - start) / step) * step;
  return value <= Math.min(stop ?? most, most) ? value : null;
}

function nextIn(chain: CalendarUnitRanges, from: number, most: number): number | null {
  if (chain === null) return from <= most ? from : null;
  const found = chain.map((range) => nextOf(range, from, most)).filter((each) => each !== null);
  return found.length > 0 ? Math.min(...found) : null;
}

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();

const weekdayOf = (year: number, month: number, day: number) =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;

/**
 * Converts a range that counts from the end of the month to a range from its start. Without a stop it extends to the
 * end of the month.
 */
function fromStart({ start, stop, step }: CalendarRange, days: number): CalendarRange {
  if (stop === null) return { start: days + 1 - start, stop: null, step };
  return { start: days + 1 - stop, stop: days + 1 - start, step };
}

/** Returns the next day of this month, from `from` on, that fits both date and weekday. */
function nextDay({ day, fromEnd, weekdays }: SystemdCalendarEvent, [year = 0, month = 0]: number[], from: number) {
  const days = daysIn(year, month);
  const chain = fromEnd && day ? day.map((range) => fromStart(range, days)).filter(({ start }) => start > 0) : day;
  for (let at = nextIn(chain, from, days); at !== null; at = nextIn(chain, at + 1, days)) {
    if (weekdays === null || weekdays.has(weekdayOf(year, month, at))) return at;
  }
  return null;
}

/** Returns the first wall clock time from `from` on that fits, unit by unit from the year down. */
function firstFrom(
  event: SystemdCalendarEvent,
  from: readonly number[],
  fixed: number[] = [],
  exact = true,
): number[] | null {
  const at = fixed.length;
  const unit: CalendarUnit | undefined = units[at];
  if (unit === undefined) return fixed;
  const [least = 0, most = 0, own = 0] = [firsts[at], lasts[at], from[at]];
  const next = (value: number) => (unit === "day" ? nextDay(event, fixed, value) : nextIn(event[unit], value, most));
  for (let value = next(exact ? own : least); value !== null; value = next(value + 1)) {
    const found = firstFrom(event, from, [...fixed, value], exact && value === own);
    if (found) return found;
  }
  return null;
}

const wallOf = ({ year, month, day, hour, minute, second }: Temporal.PlainDateTime) => [
  year,
  month,
  day,
  hour,
  minute,
  second,
];

const plainOf = ([year = 0, month = 0, day = 0, hour, minute, second]: number[]) =>
  new Temporal.PlainDateTime(year, month, day, hour, minute, second);

const dayInSeconds = 86_400;

/**
 * Returns the first wall clock time after `plain` whose first occurrence is after `after`, past a repeated hour. It
 * searches by halving, because going through the seconds takes a third of a second.
 */
function wallAfter(plain: Temporal.PlainDateTime, timeZone: string, after: number): Temporal.PlainDateTime {
  let [before, behind] = [0, dayInSeconds];
  while (behind - before > 1) {
    const middle = Math.floor((before + behind) / 2);
    const { epochMilliseconds } = plain.add({ seconds: middle }).toZonedDateTime(timeZone);
    if (epochMilliseconds > after) behind = middle;
    else before = middle;
  }
  return plain.add({ seconds: behind });
}

/**
 * Follows systemd at clock changes. A skipped wall-clock time is left out, and the search continues after the gap. Of a
 * repeated wall-clock time, the first occurrence counts.
 */
function nextAfter(event: SystemdCalendarEvent, timeZone: string, after: number): number | null {
  const begun = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone).toPlainDateTime();
  let from = begun.round({ smallestUnit: "second", roundingMode: "floor" }).add({ seconds: 1 });
  for (;;) {
    const wall = firstFrom(event, wallOf(from));
    if (wall === null) return null;
    const plain = plainOf(wall);
    const zoned = plain.toZonedDateTime(timeZone, { disambiguation: "compatible" });
    const real = zoned.toPlainDateTime();
    if (!real.equals(plain)) from = real;
    else if (zoned.epochMilliseconds > after) return zoned.epochMilliseconds;
    else from = wallAfter(plain, timeZone, after);
  }
}

/**
 * Returns the schedule with the zone moved from the end of the expression to its own field. Fails with `invalid`, at
 * `expression` or `timeZone`.
 */
export function validateCalendarSchedule({ expression, timeZone }: CalendarSchedule): Result<CalendarSchedule> {
  const read = parseSystemdCalendarEvent(expression);
  if (!read.ok) return read;
  const zone = read.value.timeZone ?? timeZone;
  if (!isTimeZone(zone)) return fail({ name: "invalid", fields: { timeZone: refusalFor("zone.unknown") } });
  return ok({ expression: read.value.text, timeZone: zone });
}

/**
 * Returns the next `count` times after `after` (UTC ms), earliest first, or fewer if the expression has no more. An
 * invalid expression has none.
 */
export function nextCalendarRuns({ expression, timeZone }: CalendarSchedule, after: number, count: number): number[] {
  const read = parseSystemdCalendarEvent(expression);
  if (!read.ok || !isTimeZone(timeZone)) return [];
  const found: number[] = [];
  for (let at: number | null = after; found.length < count; found.push(at)) {
    at = nextAfter(read.value.event, timeZone, at);
    if (at === null) break;
  }
  return found;
}
