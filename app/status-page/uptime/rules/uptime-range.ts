import { Temporal } from "temporal-polyfill";
import { invalidFieldFailure, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { type Day, dayOf, dayStart, daysBetween } from "~/time/day";

/** Whole local days for which the uptime was requested. Instants in ms. */
export interface UptimeRange {
  from: number;
  /** The end of the last day, or this instant when that day is not over. */
  to: number;
  /** Oldest first; empty when nothing in the requested range is known. */
  days: Day[];
  /** Reasons why the range differs from the requested one. */
  warnings: string[];
}

export interface RequestedUptimeRange {
  /** `2026`, `2026-11`, `2026-11-20` or an instant as ISO 8601; absent = 90 days, or since the component's start. */
  start?: string | undefined;
  /** The last day, in the same formats; absent = today. */
  end?: string | undefined;
}

const usualDays = 90;
/** The limit of Statuspage's v1. */
const mostMonths = 6;
const pattern = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(T.+)?)?)?$/;

function calendarDate(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Returns the first or last day of the text's period, as YYYY-MM-DD; null = it is not valid, or before 1970. */
function dateOf(text: string, zone: string, side: "first" | "last"): string | null {
  const [, year, month, day, time] = pattern.exec(text) ?? [];
  if (year === undefined || Number(year) < 1970) return null;
  if (time !== undefined) {
    const at = Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? text : `${text}Z`);
    return Number.isFinite(at) ? dayOf(zone, at) : null;
  }
  const first = calendarDate(Number(year), Number(month ?? (side === "first" ? 1 : 12)), Number(day ?? 1));
  if (!first || day !== undefined || side === "first") return first?.toString() ?? null;
  return first.with({ day: first.daysInMonth }).toString();
}

const plus = (date: string, duration: { days?: number; months?: number }): string =>
  Temporal.PlainDate.from(date).add(duration).toString();

const unreadable = refusalFor("range.unreadable");

/** Returns roughly when a range ends (ms), before the page's zone is known; never earlier than its real end. */
export function roughRangeEnd({ end }: RequestedUptimeRange, now: number): number {
  const date = end === undefined ? null : dateOf(end, "Etc/UTC", "last");
  return date === null ? now : Math.min(now, dayStart("Etc/UTC", plus(date, { days: 2 })));
}

function cut(start: string, end: string, today: string, since: string) {
  const warnings: string[] = [];
  if (end > today) warnings.push(`The range ends today, ${today}, and not on ${end}.`);
  if (start < since) warnings.push(`The range starts on ${since}, when the component was added, not on ${start}.`);
  return { first: start < since ? since : start, last: end > today ? today : end, warnings };
}

/**
 * Returns the requested days in the page's zone: at most six calendar months; not after today and not before `since`
 * (YYYY-MM-DD, the component's start), with a warning when cut. Failure: invalid.
 */
export function parseUptimeRange(
  asked: RequestedUptimeRange,
  zone: string,
  now: number,
  since: string,
): Result<UptimeRange> {
  const today = dayOf(zone, now);
  const end = asked.end === undefined ? today : dateOf(asked.end, zone, "last");
  if (end === null) return invalidFieldFailure("end", unreadable);
  const back = plus(end < today ? end : today, { days: 1 - usualDays });
  const start = asked.start === undefined ? (back < since ? since : back) : dateOf(asked.start, zone, "first");
  if (start === null) return invalidFieldFailure("start", unreadable);
  if (asked.start !== undefined && start > end) return invalidFieldFailure("start", "range.backwards");
  const { first, last, warnings } = cut(start, end, today, since);
  if (last > plus(first, { months: mostMonths })) return invalidFieldFailure("start", "range.too_long");
  const from = dayStart(zone, first > last ? start : first);
  const to = Math.max(from, Math.min(dayStart(zone, plus(first > last ? end : last, { days: 1 })), now));
  return ok({ from, to, days: first > last ? [] : daysBetween(zone, from, to), warnings });
}
