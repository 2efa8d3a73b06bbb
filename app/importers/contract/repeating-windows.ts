import { type WeekdayName, weekdays } from "~/time/repeat";
import type { MovedMaintenanceSeries } from "../rules/moved-series";
import { foreignTimeZone } from "./foreign-time-zone";
import { foreignText } from "./foreign-values";
import type { MovedMaintenance } from "./move-document";
import type { MoveNotes, NoteSubject } from "./move-notes";
import { unmovedReasons } from "./unmoved-reasons";

/** When a window of another product takes place. A last weekday of the month is number -1. */
export type RepeatingWindowRule =
  | { every: "days"; interval: number }
  | { every: "weekdays"; weekdays: readonly WeekdayName[] }
  | { every: "month_day"; day: number }
  | { every: "month_weekday"; weekday: WeekdayName; number: number };

export type RepeatingWindow = Pick<MovedMaintenanceSeries, "id" | "title" | "timeZone" | "componentIds"> & {
  body?: string;
  /** Start on the clock of its zone, `HH:mm`. */
  clock: string;
  durationSeconds: number;
  /** First and last day of all of it, `YYYY-MM-DD`; null = there is none. */
  from: string | null;
  until: string | null;
};

const everyDay = { every: "days", interval: 1 } as const;

const dayMs = 86_400_000;
/** A day: a longer window of each day would never end. */
const maxWindowSeconds = 86_400;
const longestSearchDays = 800;

/** A Monday on which a month of 31 days begins: a window without a first day is counted from then on. */
const anyFirstDay = Date.UTC(2024, 0, 1);

const frequencies = {
  days: "daily",
  weekdays: "weekly",
  month_day: "monthly_day",
  month_weekday: "monthly_weekday",
} as const;

/** Weekdays as JavaScript and cron number them: 0 is Sunday. */
export const weekdayOfNumber = (number: number): WeekdayName => weekdays[(number + 6) % 7] as WeekdayName;

/** Returns a weekday by its English name or the beginning of it; null for any other text. */
export function parseWeekdayName(text: string): WeekdayName | null {
  const name = text.trim().toLowerCase();
  return name.length < 2 ? null : (weekdays.find((each) => name.startsWith(each)) ?? null);
}

/** Returns a time of day as `HH:mm`; null for any other text. */
export function clockOf(value: unknown): string | null {
  const [, hour = "", minute = ""] = /^\s*(\d{1,2}):(\d\d)(?::\d\d(?:\.\d+)?)?\s*$/.exec(foreignText(value)) ?? [];
  return hour === "" || Number(hour) > 23 || Number(minute) > 59 ? null : `${hour.padStart(2, "0")}:${minute}`;
}

/** Returns the day of a date or of a date with a time, `YYYY-MM-DD`; null for any other text. */
export function dayOf(value: unknown): string | null {
  const [day] = /^\d{4}-\d\d-\d\d(?=$|[T ])/.exec(foreignText(value).trim()) ?? [];
  return day !== undefined && dateTextOf(Date.parse(day)) === day ? day : null;
}

const dateTextOf = (at: number): string => (Number.isNaN(at) ? "" : new Date(at).toISOString().slice(0, 10));

/** Seconds from one time of day to the next time of another; null when they are one. */
export function secondsBetweenClocks(from: string, to: string): number | null {
  const minutes = [from, to].map((each) => Number(each.slice(0, 2)) * 60 + Number(each.slice(3)));
  const length = ((minutes[1] ?? 0) - (minutes[0] ?? 0) + 1440) % 1440;
  return length === 0 ? null : length * 60;
}

/** True for a day that says the day of the month by itself: the last weekday is one of the last three days. */
function isFirstDay(rule: RepeatingWindowRule, at: number): boolean {
  const date = new Date(at);
  const day = date.getUTCDate();
  if (rule.every === "month_day") return day === rule.day;
  if (rule.every !== "month_weekday") return true;
  const isNumber = rule.number === -1 ? day > 28 : Math.ceil(day / 7) === rule.number;
  return isNumber && weekdayOfNumber(date.getUTCDay()) === rule.weekday;
}

function firstDay(rule: RepeatingWindowRule, from: string | null): string | null {
  const first = from === null ? anyFirstDay : Date.parse(from);
  for (let days = 0; days < longestSearchDays; days++) {
    const at = first + days * dayMs;
    if (isFirstDay(rule, at)) return dateTextOf(at);
  }
  return null;
}

/** Returns the day before one on which a window would begin after the end. */
export const dayBefore = (day: string): string => dateTextOf(Date.parse(day) - dayMs);

/** Returns a maintenance that repeats; null for a day that no month has. */
export function toMovedMaintenanceSeries(
  { clock, from, until, body = "", ...window }: RepeatingWindow,
  rule: RepeatingWindowRule,
): MovedMaintenanceSeries | null {
  const day = firstDay(rule, from);
  if (day === null) return null;
  return {
    ...window,
    body,
    startsLocal: `${day}T${clock}`,
    repeat: {
      frequency: frequencies[rule.every],
      interval: rule.every === "days" ? rule.interval : 1,
      ...(rule.every === "weekdays" ? { weekdays: [...rule.weekdays] } : {}),
      until,
    },
    autoStart: true,
    autoEnd: true,
  };
}

/** A window of every week or day in which another product only silences alerts. */
export interface SilentWindow extends Pick<RepeatingWindow, "id" | "title" | "componentIds"> {
  /** Its field, under its name there. */
  field: string;
  start: unknown;
  seconds: number | null;
  /** English names of its weekdays; empty = every day. */
  days: readonly string[];
  zone: string;
}

/** Translates such a window: here alerts are silent as well, and visitors see it. */
export function convertSilentWindow(window: SilentWindow, notes: MoveNotes): MovedMaintenanceSeries[] {
  const { id, title, componentIds, field, start, seconds, days, zone } = window;
  const subject: NoteSubject = { noun: "maintenance_series", id, name: title };
  const [clock, timeZone, weekdays] = [clockOf(start), foreignTimeZone(zone), days.map(parseWeekdayName)];
  const known = weekdays.filter((each) => each !== null);
  if (
    clock === null ||
    timeZone === null ||
    seconds === null ||
    seconds < 60 ||
    seconds > maxWindowSeconds ||
    known.length < weekdays.length
  ) {
    notes.leftOut(subject, field, unmovedReasons.unreadWindow);
    return [];
  }
  notes.approximated(subject, field, unmovedReasons.shownWindow);
  const rule = known.length > 0 ? ({ every: "weekdays", weekdays: known } as const) : everyDay;
  const durationSeconds = Math.round(seconds);
  return [
    toMovedMaintenanceSeries(
      { id, title, componentIds, timeZone, clock, durationSeconds, from: null, until: null },
      rule,
    ) ?? [],
  ].flat();
}

/** Translates a window of days of each month, in a series for each day. */
export function convertSilentMonthDays(
  { id, title, componentIds, field, start, seconds, zone }: Omit<SilentWindow, "days">,
  monthDays: readonly number[],
  notes: MoveNotes,
): MovedMaintenanceSeries[] {
  const subject: NoteSubject = { noun: "maintenance_series", id, name: title };
  const clock = clockOf(start);
  const month = { title, componentIds, timeZone: zone, clock: clock ?? "", from: null, until: null };
  const series =
    clock === null || seconds === null
      ? []
      : monthDays.flatMap((day) => {
          const dayId = monthDays.length > 1 ? `${id}~${day}` : id;
          return (
            toMovedMaintenanceSeries({ id: dayId, ...month, durationSeconds: seconds }, { every: "month_day", day }) ??
            []
          );
        });
  if (series.length === 0) notes.leftOut(subject, field, unmovedReasons.unreadWindow);
  else notes.approximated(subject, field, unmovedReasons.shownWindow);
  return series;
}

/** Returns the state of a window that takes place once, at the time when it was read. */
export function windowStateAt(readAt: number, startsAt: number, endsAt: number): MovedMaintenance["state"] {
  if (endsAt <= readAt) return "completed";
  return startsAt <= readAt ? "in_progress" : "scheduled";
}
