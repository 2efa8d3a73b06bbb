import type { Age } from "~/time/age";
import { minuteMs } from "~/time/durations";
import { lazyValue } from "./lazy";
import { offsetSuffix } from "./offset-text";
import { rangeFormatter } from "./range-text";

/** Dates of one language and zone. Instants are ms; days are `YYYY-MM-DD`, months `YYYY-MM`. */
export interface DateFormats {
  /** Language tag that they were made with: in management with the person's region. */
  locale: string;
  zone: string;
  /** "Nov 20, 14:05". In an hour that the clocks repeat, all formats with a time add the zone: "Nov 1, 01:30 EDT". */
  instant(at: number): string;
  /** "Nov 20, 14:05 UTC": for a text without context. */
  instantZoned(at: number): string;
  /** An instant like `instant`, with the year if it differs from that of `now`. */
  dated(at: number, now: number): string;
  /** "Nov 20, 2026, 14:05" */
  full(at: number): string;
  /** "14:05" */
  clock(at: number): string;
  /** "14:05 UTC", with the day, and the year, when they differ from those of `now`. */
  zoned(at: number, now: number): string;
  /** An instant like `zoned`, without the zone. */
  near(at: number, now: number): string;
  /** "6 minutes ago" */
  ago(age: Age): string;
  /** "in 3 days" */
  ahead(age: Age): string;
  /** "Nov 22, 02:00 – 04:00"; both days when they differ. */
  span(from: number, to: number): string;
  /** A span like `span`, with the years if one differs from that of `now`. */
  datedSpan(from: number, to: number, now: number): string;
  /** "Nov 22, 2026, 02:00 – 04:00" */
  fullSpan(from: number, to: number): string;
  /** "Sun, Nov 22, 2026, 02:00 – 04:00": a scheduled span, with its weekday. */
  planned(from: number, to: number): string;
  /** Calendar day of an instant in this zone. */
  dayAt(at: number): string;
  /** "Friday, November 20" */
  day(date: string): string;
  /** "Nov 12 – Nov 15", or "Nov 12" if both are the same day. */
  days(first: string, last: string): string;
  /** Days like `days`, with the years if they differ. */
  datedDays(first: string, last: string): string;
  /** "Nov 12", with the year when it differs from that of `today`. */
  datedDay(date: string, today: string): string;
  /** "November 2026" */
  month(month: string): string;
}

const clockParts = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
const shortDay = { month: "short", day: "numeric" } as const;

/** Calendar days have no zone: they are formatted as UTC noon. */
const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** Formats the calendar day as YYYY-MM-DD from its parts, as no locale guarantees this format. */
function isoDay(timeZone: string): { format(at: number): string } {
  const digits = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("en-u-nu-latn-ca-gregory", { timeZone, ...digits });
  return {
    format(at) {
      const found = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
      return `${(found.year ?? "").padStart(4, "0")}-${found.month}-${found.day}`;
    },
  };
}

const yearOf = (date: string) => date.slice(0, 4);

const maxCachedTexts = 500;

/** Caches results, because every view of a page formats the same few values. */
function writtenOnce<Key>(write: (key: Key) => string): (key: Key) => string {
  const kept = new Map<Key, string>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= maxCachedTexts) kept.clear();
    const text = write(key);
    kept.set(key, text);
    return text;
  };
}

/** Formats to the minute; `beside` returns a suffix. */
function perMinute(
  format: () => { format(at: number): string },
  beside: (at: number) => string = () => "",
): (at: number) => string {
  const written = writtenOnce<number>((at) => format().format(at * minuteMs) + beside(at * minuteMs));
  return (at) => written(Math.floor(at / minuteMs));
}

type DateFormatter = (options: Intl.DateTimeFormatOptions) => () => Intl.DateTimeFormat;

/** Returns formats of calendar days, which have no zone. */
function daysIn(plain: DateFormatter, range: (from: string, to: string) => string) {
  const perDay = (format: () => Intl.DateTimeFormat) => writtenOnce<string>((date) => format().format(noonOf(date)));
  const short = perDay(plain(shortDay));
  const full = perDay(plain({ ...shortDay, year: "numeric" }));
  const month = plain({ month: "long", year: "numeric" });
  const ranged = (form: (date: string) => string, first: string, last: string) =>
    first === last ? form(first) : range(form(first), form(last));
  return {
    day: perDay(plain({ weekday: "long", month: "long", day: "numeric" })),
    days: (first: string, last: string) => ranged(short, first, last),
    datedDays: (first: string, last: string) => ranged(yearOf(first) === yearOf(last) ? short : full, first, last),
    datedDay: (date: string, today: string) => (yearOf(date) === yearOf(today) ? short : full)(date),
    month: (value: string) => month().format(noonOf(`${value}-15`)),
  };
}

function make(language: string, timeZone: string): DateFormats {
  const formatIn = (zone: string) => (options: Intl.DateTimeFormatOptions) =>
    lazyValue(() => new Intl.DateTimeFormat(language, { timeZone: zone, calendar: "gregory", ...options }));
  const [local, plain] = [formatIn(timeZone), formatIn("UTC")];
  const range = rangeFormatter(language);
  const offset = (at: number) => offsetSuffix(language, timeZone, at);
  const inWords = (options: Intl.DateTimeFormatOptions) => perMinute(local({ ...options, ...clockParts }), offset);
  const instant = inWords(shortDay);
  const full = inWords({ ...shortDay, year: "numeric" });
  const clock = inWords({});
  const planned = inWords({ weekday: "short", ...shortDay, year: "numeric" });
  const dayAt = perMinute(lazyValue(() => isoDay(timeZone)));
  const zoneName = { timeZoneName: "short" } as const;
  const clockZone = perMinute(local({ ...clockParts, ...zoneName }));
  const instantZone = perMinute(local({ ...shortDay, ...clockParts, ...zoneName }));
  const fullZone = perMinute(local({ ...shortDay, year: "numeric", ...clockParts, ...zoneName }));
  const relative = lazyValue(() => new Intl.RelativeTimeFormat(language, { numeric: "always" }));
  const agoIn = (unit: Age["unit"]) => writtenOnce<number>((value) => relative().format(-value, unit));
  const ahead = ({ unit, value }: Age) => relative().format(value, unit);
  const ago = { minute: agoIn("minute"), hour: agoIn("hour"), day: agoIn("day") };
  const spanIn = (form: (at: number) => string) => (from: number, to: number) =>
    range(form(from), (dayAt(from) === dayAt(to) ? clock : form)(to));
  const isSameDay = (at: number, now: number) => dayAt(at) === dayAt(now);
  const isSameYear = (at: number, now: number) => yearOf(dayAt(at)) === yearOf(dayAt(now));
  const dated = (at: number, now: number) => (isSameYear(at, now) ? instant : full)(at);
  const [span, fullSpan] = [spanIn(instant), spanIn(full)];
  return {
    locale: language,
    zone: timeZone,
    instant,
    instantZoned: instantZone,
    dated,
    full,
    clock,
    zoned: (at, now) => (isSameDay(at, now) ? clockZone : isSameYear(at, now) ? instantZone : fullZone)(at),
    near: (at, now) => (isSameDay(at, now) ? clock(at) : dated(at, now)),
    ago: ({ unit, value }) => ago[unit](value),
    ahead,
    span,
    datedSpan: (from, to, now) => (isSameYear(from, now) && isSameYear(to, now) ? span : fullSpan)(from, to),
    fullSpan,
    planned: spanIn(planned),
    dayAt,
    ...daysIn(plain, range),
  };
}

/**
 * Maximum number of cached formatters. Creating a formatter costs a hundred times as much as using it, but each pair of
 * language and zone takes about 0.2 MB outside the heap, so the least recently used is dropped.
 */
const maxCachedDates = 150;
const made = new Map<string, DateFormats>();

export function dateFormats(language: string, timeZone: string): DateFormats {
  const key = `${language} ${timeZone}`;
  const known = made.get(key);
  const shown = known ?? make(language, timeZone);
  made.delete(key);
  made.set(key, shown);
  const oldest = made.size > maxCachedDates ? made.keys().next().value : undefined;
  if (oldest !== undefined) made.delete(oldest);
  return shown;
}

/** Formats an instant for `title`: "2026-11-20 14:05 UTC". */
export const utcText = (at: number): string => isoToUtcText(new Date(at).toISOString());

/** Formats an ISO text in the same way. */
export const isoToUtcText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;
