import { Temporal } from "temporal-polyfill";

/** A calendar day of one zone: `date` is YYYY-MM-DD, [from, to) in ms; `to` is the `from` of the next day. */
export interface Day {
  date: string;
  from: number;
  to: number;
}

/**
 * Maximum number of starts that are kept, for about 40 pages of 90 days; a zone's starts never change while the process
 * lives.
 */
const maxCachedStarts = 4096;
const starts = new Map<string, number>();

function computedStart(zone: string, date: string): number {
  return Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds;
}

/** Returns the first instant (ms) of a date in a zone; when midnight is skipped, the first instant after the gap. */
export function dayStart(zone: string, date: string): number {
  const key = `${zone} ${date}`;
  const known = starts.get(key);
  if (known !== undefined) return known;
  const start = computedStart(zone, date);
  if (starts.size >= maxCachedStarts) starts.clear();
  starts.set(key, start);
  return start;
}

const dateAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const localDate = (zone: string, instant: number): string =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate().toString();

/**
 * Returns the day of a date. The next date may have no time of its own (Samoa once left a day out): its start is then
 * that of the following date.
 */
const dayFrom = (zone: string, date: string): Day => ({
  date,
  from: dayStart(zone, date),
  to: dayStart(zone, dateAfter(date, 1)),
});

/** When clocks go back over midnight, the repeated minutes belong to the day that had already started. */
function computedDay(zone: string, instant: number): Day {
  const day = dayFrom(zone, localDate(zone, instant));
  return day.to <= instant ? dayFrom(zone, dateAfter(day.date, 1)) : day;
}

/** The day of each zone that was last requested: most requests that follow are within the same day. */
const current = new Map<string, Day>();

function dayAt(zone: string, instant: number): Day {
  const known = current.get(zone);
  if (known && known.from <= instant && instant < known.to) return known;
  const day = computedDay(zone, instant);
  if (current.size >= maxCachedStarts) current.clear();
  current.set(zone, day);
  return day;
}

/** Cache by zone and end. */
const ended = new Map<string, Day>();

/** Returns the day that ends when this one starts. */
function dayBefore(zone: string, { from }: Day): Day {
  const key = `${zone} ${from}`;
  const known = ended.get(key);
  if (known) return known;
  const day = computedDay(zone, from - 1);
  if (ended.size >= maxCachedStarts) ended.clear();
  ended.set(key, day);
  return day;
}

/** Returns the calendar day, YYYY-MM-DD, of an instant (ms). */
export const dayOf = (zone: string, instant: number): string => dayAt(zone, instant).date;

/** Returns the first start of a day after the instant (ms). */
export const nextDayStart = (zone: string, instant: number): number => dayAt(zone, instant).to;

/** Returns all days that share time with [from, to), oldest first and whole; they tile the line. */
export function daysBetween(zone: string, from: number, to: number): Day[] {
  const days: Day[] = [];
  for (let at = from; at < to; ) {
    const day = dayAt(zone, at);
    days.push(day);
    at = day.to;
  }
  return days;
}

/** Returns the last `count` days, oldest first; the last one is the day of `now`. */
export function lastDays(zone: string, now: number, count: number): Day[] {
  const days: Day[] = [];
  for (let day = dayAt(zone, now); days.length < count; day = dayBefore(zone, day)) days.push(day);
  return days.reverse();
}

/** True for a date of the calendar, YYYY-MM-DD; `Date` alone would read February 31 as March 3. */
export function isCalendarDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Cache of valid zones, a few hundred: asking Intl costs more than the rest of a public view. */
const zones = new Set<string>();

/** Returns a zone's name from typed text, or from a name as pages show it: "America/New York". */
export const parseTimeZoneName = (text: string): string => text.trim().replaceAll(" ", "_");

/** True for a name of the time zone database; offsets such as +02:00 have no summer time and are refused. */
export function isTimeZone(text: string): boolean {
  if (zones.has(text)) return true;
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(text)) return false;
  try {
    // ICU knows names of three letters that Temporal does not support.
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(text);
    const known = new Intl.DateTimeFormat("en", { timeZone: text }).resolvedOptions().timeZone !== "";
    if (known && zones.size < 1000) zones.add(text);
    return known;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
