import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, type RefusalKey, refusalFor } from "~/failures/refusal";
import { isTimeZone } from "./day";

/** `start`, then every `step` up to `stop`; null = up to the greatest value. A step of 0 = `start` alone. */
export interface CalendarRange {
  start: number;
  stop: number | null;
  step: number;
}

/** Null = all values. */
export type CalendarUnitRanges = readonly CalendarRange[] | null;

export type CalendarUnit = "year" | "month" | "day" | "hour" | "minute" | "second";

/** A calendar event of systemd.time(7), without its zone. Both the weekday and the date must fit. */
export type SystemdCalendarEvent = Readonly<Record<CalendarUnit, CalendarUnitRanges>> & {
  /** Monday = 1 … Sunday = 7; null = all. */
  weekdays: ReadonlySet<number> | null;
  /** Days count from the end of their month (`~`): 1 = the last. */
  fromEnd: boolean;
};

interface ParsedCalendarEvent {
  event: SystemdCalendarEvent;
  /** The expression as given, without its zone and with single spaces. */
  text: string;
  /** The zone at its end; null when there was none. */
  timeZone: string | null;
}

const bounds: Record<CalendarUnit, readonly [number, number]> = {
  year: [1970, 2199],
  month: [1, 12],
  day: [1, 31],
  hour: [0, 23],
  minute: [0, 59],
  second: [0, 59],
};

/** Bounds of a unit; days from the end of a month only as far as every month has them. */
const boundsOf = (unit: CalendarUnit, fromEnd: boolean): readonly [number, number] =>
  fromEnd ? [1, 28] : bounds[unit];

const shortcuts: Readonly<Record<string, string>> = {
  minutely: "*-*-* *:*:00",
  hourly: "*-*-* *:00:00",
  daily: "*-*-* 00:00:00",
  weekly: "Mon *-*-* 00:00:00",
  monthly: "*-*-01 00:00:00",
  quarterly: "*-01,04,07,10-01 00:00:00",
  "semi-annually": "*-01,07-01 00:00:00",
  semiannually: "*-01,07-01 00:00:00",
  yearly: "*-01-01 00:00:00",
  annually: "*-01-01 00:00:00",
};

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

const maxChars = 200;

class CalendarTextError extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

const refuse = (reason: Refusal): never => {
  throw new CalendarTextError(reason);
};

const cannotRead = (
  unit: CalendarUnit | "weekday",
  reason: RefusalKey,
  values: Record<string, string | number>,
): never => refuse(refusalFor(reason, { field: { key: `cron_field.${unit}` }, ...values }));

/** Formatted as text, so that a year is printed without a separator. */
function within(unit: CalendarUnit, value: number, fromEnd: boolean): number {
  const [least, most] = boundsOf(unit, fromEnd);
  const told = { least: String(least), most: String(most), value: String(value) };
  return value < least || value > most ? cannotRead(unit, "cron.bounds", told) : value;
}

function numberOf(unit: CalendarUnit, text: string, fromEnd: boolean): number {
  if (unit === "second" && /^\d+\.\d+$/.test(text)) return refuse("calendar.fraction");
  if (!/^\d{1,4}$/.test(text)) return cannotRead(unit, "cron.unknown", { text });
  const given = Number(text);
  const century = given < 70 ? 2000 : 1900;
  const value = unit === "year" && given < 100 ? given + century : given;
  return within(unit, value, fromEnd);
}

/**
 * Moves back a stop that the steps do not hit to the last value that they do, as days from the end count from there.
 */
function stepped(start: number, stop: number | null, step: number): CalendarRange {
  if (stop === null) return { start, stop, step };
  const last = stop - ((stop - start) % step);
  return last === start ? { start, stop: null, step: 0 } : { start, stop: last, step };
}

const stepOf = (text: string): number => (/^\d{1,4}$/.test(text) ? Number(text) : 0);

/** Reads `5`, `2..9`, `2..9/3` or `5/10`. A step that leaves the unit at once is refused, as systemd does. */
function rangeOf(unit: CalendarUnit, item: string, fromEnd: boolean): CalendarRange {
  const [range = "", step, ...more] = item.split("/");
  const [low = "", high, ...others] = range.split("..");
  if (more.length > 0 || others.length > 0) return cannotRead(unit, "cron.unreadable", { text: item });
  const [least, most] = boundsOf(unit, fromEnd);
  const start = numberOf(unit, low, fromEnd);
  const stop = high === undefined ? null : numberOf(unit, high, false);
  if (stop !== null && stop < start) return cannotRead(unit, "cron.backwards", { text: range });
  if (step === undefined && stop === null) return { start, stop, step: 0 };
  const by = step === undefined ? 1 : stepOf(step);
  const openRoom = fromEnd ? start - least : most - start;
  const room = stop === null ? openRoom : most - least;
  if (by < 1 || by > room) return cannotRead(unit, "cron.step", { text: step ?? "" });
  const read = stepped(start, stop, by);
  if (read.stop !== null) within(unit, read.stop, fromEnd);
  return read;
}

function chainOf(unit: CalendarUnit, text: string, fromEnd = false): CalendarUnitRanges {
  if (text === "*") return null;
  return text.split(",").map((item) => rangeOf(unit, item, fromEnd));
}

function weekdayOf(text: string): number {
  const at = weekdays.findIndex((name) => name === text || name.slice(0, 3) === text);
  return at < 0 ? cannotRead("weekday", "cron.unknown", { text }) : at + 1;
}

/** Reads `mon`, `mon..fri`, `mon-fri` and lists of them; a comma at the end is ignored. */
function weekdaysOf(text: string): Set<number> {
  const items = text.replace(/,$/, "").split(",");
  const days = items.flatMap((item) => {
    const [low = "", high = low, ...more] = item.split(/\.\.|-/);
    const [from, to] = [weekdayOf(low), weekdayOf(high)];
    if (more.length > 0) return cannotRead("weekday", "cron.unreadable", { text: item });
    if (to < from) return cannotRead("weekday", "cron.backwards", { text: item });
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
  return new Set(days);
}

/** Reads `Y-M-D`, `M-D`, and both with `~` before the day. */
function dateOf(text: string) {
  const parts = /^(?<left>[^~]+)(?<mark>[-~])(?<day>[^-~]+)$/.exec(text)?.groups;
  const { left = "", mark = "", day = "" } = parts ?? refuse("calendar.shape");
  const [first = "", second, ...more] = left.split("-");
  if (more.length > 0) return refuse("calendar.shape");
  const [year, month] = second === undefined ? ["*", first] : [first, second];
  const fromEnd = mark === "~";
  return {
    year: chainOf("year", year),
    month: chainOf("month", month),
    day: chainOf("day", day, fromEnd),
    fromEnd,
  };
}

/** Reads `H:M` or `H:M:S`. */
function timeOf(text: string) {
  const [hour = "", minute = "", second = "0", ...more] = text.split(":");
  if (more.length > 0) return refuse("calendar.shape");
  return { hour: chainOf("hour", hour), minute: chainOf("minute", minute), second: chainOf("second", second) };
}

/** Reads weekdays, a date and a time, in this order; each may be left out. */
function eventOf(text: string): SystemdCalendarEvent {
  const words = text.split(" ");
  const days = /^[a-z]/.test(words[0] ?? "") ? words.shift() : undefined;
  const hasDate = words[0] !== undefined && !words[0].includes(":");
  const date = (hasDate ? words.shift() : undefined) ?? "*-*-*";
  const time = words.shift() ?? "00:00:00";
  if (words.length > 0 || !time.includes(":")) return refuse("calendar.shape");
  return { weekdays: days === undefined ? null : weekdaysOf(days), ...dateOf(date), ...timeOf(time) };
}

/** Returns a zone, which starts with a letter and comes after another word; an unknown name is refused as a zone. */
function zoneOf(words: string[]): string | null {
  const last = words.at(-1) ?? "";
  if (words.length < 2 || !/^[a-z]/i.test(last)) return null;
  return isTimeZone(last) ? last : refuse("zone.unknown");
}

function readText(given: string): ParsedCalendarEvent {
  const words = given
    .trim()
    .replace(/^OnCalendar\s*=\s*/i, "")
    .split(/[ \t]+/);
  const timeZone = zoneOf(words);
  const text = (timeZone === null ? words : words.slice(0, -1)).join(" ");
  const small = text.toLowerCase();
  // A word such as “constructor”, which every object has as a member, is no shortcut.
  const whole = Object.hasOwn(shortcuts, small) ? shortcuts[small] : undefined;
  return { event: eventOf(whole?.toLowerCase() ?? small), text, timeZone };
}

/**
 * Reads a calendar event as systemd.time(7) describes it, also after `OnCalendar=`: weekdays, dates, times, lists,
 * ranges, steps, `~`, the words from `minutely` to `yearly`, and a zone at its end. Fractions of seconds, `@` and
 * anything unreadable are refused, in words for a person (field `expression`).
 */
export function parseSystemdCalendarEvent(text: string): Result<ParsedCalendarEvent> {
  const refused = (detail: Refusal) => fail({ name: "invalid", fields: { expression: detail } });
  if (text.length > maxChars) return refused(refusalFor("cron.length", { most: maxChars }));
  try {
    return ok(readText(text));
  } catch (error) {
    if (error instanceof CalendarTextError) return refused(error.reason);
    throw error;
  }
}
