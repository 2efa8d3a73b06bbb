import { Temporal } from "temporal-polyfill";
import { dayOf, dayStart } from "./day";

/** Two dates from the address; null or empty = not given. */
export interface RequestedDates {
  from: string | null;
  to: string | null;
}

/** Whole local days, both YYYY-MM-DD and inclusive; `start` and `end` are their instants in ms, `end` at most now. */
export interface ReportRange {
  first: string;
  last: string;
  start: number;
  end: number;
  /** Reasons why the range differs from the requested one. */
  notes: ReportRangeNote[];
}

export type ReportRangeNote = "begins_later" | "ends_today";
export type ReportRangeProblem = "not_a_date" | "after_end" | "in_future" | "before_start" | "too_long";

export type ReportRangeResult =
  | { ok: true; range: ReportRange }
  | { ok: false; field: "from" | "to"; problem: ReportRangeProblem; since: string };

export interface ReportCalendar {
  zone: string;
  /** ms */
  now: number;
  /** First day with data, YYYY-MM-DD. */
  since: string;
}

export const defaultReportDays = 90;
/** Maximum number of years of a report: the amount of data grows with them. */
export const maxReportYears = 10;

const plus = (date: string, duration: { days?: number; months?: number; years?: number }): string =>
  Temporal.PlainDate.from(date).add(duration).toString();

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  const [year = 0, month = 0, day = 0] = text.split("-").map(Number);
  try {
    Temporal.PlainDate.from({ year, month, day }, { overflow: "reject" });
    return year > 0;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Returns the most dates that the range can have, without a loop, because ten years of days take 0.1 s to iterate. */
export const countReportDates = ({ first, last }: Pick<ReportRange, "first" | "last">): number =>
  Temporal.PlainDate.from(first).until(last).days + 1;

const later = (one: string, other: string) => (one > other ? one : other);

function rangeOf(first: string, last: string, { zone, now }: ReportCalendar, notes: ReportRangeNote[]): ReportRange {
  const start = dayStart(zone, first);
  const end = Math.max(start, Math.min(dayStart(zone, plus(last, { days: 1 })), now));
  return { first, last, start, end, notes };
}

/**
 * Returns the requested days in the page's zone: the last 90 by default. Problems are an invalid date, reversed dates,
 * a range wholly in the future or before `since`, and one longer than ten years; a range that only reaches beyond is
 * cut, with a note.
 */
export function reportRange(asked: RequestedDates, calendar: ReportCalendar): ReportRangeResult {
  const { zone, now, since } = calendar;
  const today = dayOf(zone, now);
  const rangeProblem = (field: "from" | "to", problem: ReportRangeProblem): ReportRangeResult => ({
    ok: false,
    field,
    problem,
    since,
  });
  const [from, to] = [asked.from || null, asked.to || null];
  if (from !== null && !isDate(from)) return rangeProblem("from", "not_a_date");
  if (to !== null && !isDate(to)) return rangeProblem("to", "not_a_date");
  const last = to === null || to > today ? today : to;
  if (from !== null && to !== null && from > to) return rangeProblem("from", "after_end");
  if (from !== null && from > last) return rangeProblem("from", "in_future");
  if (last < since) return rangeProblem("to", "before_start");
  const first = later(from ?? plus(last, { days: 1 - defaultReportDays }), since);
  if (first <= plus(last, { years: -maxReportYears })) return rangeProblem("from", "too_long");
  const notes: ReportRangeNote[] = [];
  if (from !== null && from < first) notes.push("begins_later");
  if (to !== null && to > last) notes.push("ends_today");
  return { ok: true, range: rangeOf(first, last, calendar, notes) };
}

export const rangeShortcutNames = ["days_30", "days_90", "this_month", "last_month", "this_year", "last_year"] as const;
export type RangeShortcutName = (typeof rangeShortcutNames)[number];

/** Shortcuts with a fixed number of days. */
export const rangeShortcutDays = { days_30: 30, days_90: defaultReportDays } as const;

export interface RangeShortcut {
  name: RangeShortcutName;
  from: string;
  to: string;
}

/**
 * Returns the most common ranges, cut to the days with data; ranges wholly before those, or equal to the default, are
 * left out.
 */
export function rangeShortcuts({ zone, now, since }: ReportCalendar): RangeShortcut[] {
  const to = dayOf(zone, now);
  const month = `${to.slice(0, 7)}-01`;
  const year = `${to.slice(0, 4)}-01-01`;
  const all: Record<RangeShortcutName, [from: string, to: string]> = {
    days_30: [plus(to, { days: 1 - rangeShortcutDays.days_30 }), to],
    days_90: [plus(to, { days: 1 - defaultReportDays }), to],
    this_month: [month, to],
    last_month: [plus(month, { months: -1 }), plus(month, { days: -1 })],
    this_year: [year, to],
    last_year: [plus(year, { years: -1 }), plus(year, { days: -1 })],
  };
  const usual = later(all.days_90[0], since);
  return rangeShortcutNames
    .map((name) => ({ name, from: later(all[name][0], since), to: all[name][1] }))
    .filter((each) => each.to >= since && (each.name === "days_90" || each.from !== usual || each.to !== to));
}
