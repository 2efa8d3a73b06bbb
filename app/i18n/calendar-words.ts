import { localeTagFor } from "./languages";

/** Calendar dates of one language; they have no zone. */
export interface CalendarFormats {
  /** "Nov 20, 2026" of YYYY-MM-DD */
  date(date: string): string;
  /** "Nov" of YYYY-MM */
  shortMonth(month: string): string;
}

const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

function make(language: string): CalendarFormats {
  const of = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language, { timeZone: "UTC", calendar: "gregory", ...options });
  const date = of({ year: "numeric", month: "short", day: "numeric" });
  const month = of({ month: "short" });
  return {
    date: (text) => date.format(noonOf(text)),
    shortMonth: (text) => month.format(noonOf(`${text}-15`)),
  };
}

const maxCachedTags = 60;
const made = new Map<string, CalendarFormats>();

/** Returns the formats of a language, which are made once per process. */
export function calendarFormats(tag: string): CalendarFormats {
  const language = localeTagFor(tag);
  const words = made.get(language) ?? make(language);
  if (made.size >= maxCachedTags) made.clear();
  made.set(language, words);
  return words;
}
