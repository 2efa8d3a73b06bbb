import { Temporal } from "temporal-polyfill";
import { repeatLimits } from "./repeat-limits";

/** Weekdays in the order of ISO weeks. */
export const weekdays = ["mo", "tu", "we", "th", "fr", "sa", "su"] as const;
export type WeekdayName = (typeof weekdays)[number];

export const repeatFrequencies = ["daily", "weekly", "monthly_day", "monthly_weekday"] as const;

/** The repetition of a maintenance, as plain fields; the day of a month comes from its first start. */
export interface MaintenanceRepeat {
  frequency: (typeof repeatFrequencies)[number];
  /** Number of days, weeks or months between two occurrences: 1 to 99. */
  interval: number;
  /** Weekdays of `weekly`; absent or empty = the weekday of the first start. */
  weekdays?: WeekdayName[] | undefined;
  end: { kind: "never" } | { kind: "count"; count: number } | { kind: "until"; date: string };
}

const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;

function isDate(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false;
  try {
    Temporal.PlainDate.from(text, { overflow: "reject" });
    return true;
  } catch {
    return false;
  }
}

const endText = (end: MaintenanceRepeat["end"]): string[] => {
  if (end.kind === "count") return [`COUNT=${end.count}`];
  return end.kind === "until" ? [`UNTIL=${end.date.replaceAll("-", "")}T235959`] : [];
};

/** The last days of a month fall back to its end: the 31st is the 30th in a month of 30 days. */
function monthDay(day: number): string[] {
  if (day <= 28) return [`BYMONTHDAY=${day}`];
  const days = Array.from({ length: day - 27 }, (_, index) => 28 + index);
  return [`BYMONTHDAY=${days.join(",")}`, "BYSETPOS=-1"];
}

/** The fifth weekday of a month is treated as its last. */
const nth = (day: number): number => (day > 28 ? -1 : Math.ceil(day / 7));

/**
 * Returns the RRULE (RFC 5545, without DTSTART) of a repetition whose first start is `startsLocal`, `YYYY-MM-DDTHH:mm`.
 */
export function rruleText(repeat: MaintenanceRepeat, startsLocal: string): string {
  const first = Temporal.PlainDateTime.from(startsLocal);
  const weekday = weekdays[first.dayOfWeek - 1] as WeekdayName;
  const parts: Record<MaintenanceRepeat["frequency"], () => string[]> = {
    daily: () => ["FREQ=DAILY"],
    weekly: () => {
      const given = weekdays.filter((each) => repeat.weekdays?.includes(each));
      return ["FREQ=WEEKLY", `BYDAY=${(given.length > 0 ? given : [weekday]).join(",").toUpperCase()}`];
    },
    monthly_day: () => ["FREQ=MONTHLY", ...monthDay(first.day)],
    monthly_weekday: () => ["FREQ=MONTHLY", `BYDAY=${nth(first.day)}${weekday.toUpperCase()}`],
  };
  const interval = repeat.interval > 1 ? [`INTERVAL=${repeat.interval}`] : [];
  return [...parts[repeat.frequency](), ...interval, ...endText(repeat.end)].join(";");
}

type RuleParts = Record<string, string>;

/** Returns `FREQ` and the other parts by name; null for an invalid rule. */
export function rruleParts(rule: string): RuleParts | null {
  if (rule.length > 200) return null;
  const pairs = rule
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "")
    .split(";")
    .map((each) => each.split("="));
  const names = pairs.map(([name]) => name ?? "");
  const whole = pairs.every((each) => each.length === 2) && new Set(names).size === names.length;
  return whole ? Object.fromEntries(pairs) : null;
}

function endOf({ COUNT: count, UNTIL: until }: RuleParts): MaintenanceRepeat["end"] | null {
  if (count !== undefined) {
    const ok = until === undefined && /^\d{1,4}$/.test(count) && isWhole(Number(count), repeatLimits.count);
    return ok ? { kind: "count", count: Number(count) } : null;
  }
  if (until === undefined) return { kind: "never" };
  const found = /^(\d{4})(\d\d)(\d\d)(T\d{6}Z?)?$/.exec(until);
  const date = found ? found.slice(1, 4).join("-") : "";
  return isDate(date) ? { kind: "until", date } : null;
}

type RepeatStart = Pick<MaintenanceRepeat, "frequency" | "weekdays">;

const isWeekday = (text: string): text is WeekdayName => weekdays.some((each) => each === text);

function weeklyHead(by: string | undefined): RepeatStart | null {
  if (by === undefined) return { frequency: "weekly" };
  const named = by.toLowerCase().split(",");
  return named.every(isWeekday)
    ? { frequency: "weekly", weekdays: weekdays.filter((each) => named.includes(each)) }
    : null;
}

function monthlyHead({ BYDAY: byDay, BYMONTHDAY: byMonthDay, BYSETPOS: position }: RuleParts): RepeatStart | null {
  if (byDay === undefined) {
    const list = byMonthDay ?? "1";
    const single = position === undefined && /^([1-9]|1\d|2[0-8])$/.test(list);
    const last = position === "-1" && /^28(,29(,30(,31)?)?)?$/.test(list);
    return single || last ? { frequency: "monthly_day" } : null;
  }
  const plain = byMonthDay === undefined && position === undefined;
  return plain && /^(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.test(byDay) ? { frequency: "monthly_weekday" } : null;
}

const known: Record<string, readonly string[]> = {
  DAILY: [],
  WEEKLY: ["BYDAY"],
  MONTHLY: ["BYDAY", "BYMONTHDAY", "BYSETPOS"],
};

/**
 * Returns the plain fields of a rule; null for one that they cannot express, or that exceeds the limits. Takes any
 * text.
 */
export function repeatOfRrule(rule: string): MaintenanceRepeat | null {
  const parts = rruleParts(rule);
  const frequency = parts?.FREQ ?? "";
  if (!parts || !(frequency in known)) return null;
  const allowed = ["FREQ", "INTERVAL", "COUNT", "UNTIL", ...(known[frequency] ?? [])];
  if (Object.keys(parts).some((name) => !allowed.includes(name))) return null;
  const interval = parts.INTERVAL ?? "1";
  const end = endOf(parts);
  if (!end || !/^\d{1,2}$/.test(interval) || !isWhole(Number(interval), repeatLimits.interval)) return null;
  const head =
    frequency === "DAILY"
      ? { frequency: "daily" as const }
      : frequency === "WEEKLY"
        ? weeklyHead(parts.BYDAY)
        : monthlyHead(parts);
  return head ? { ...head, interval: Number(interval), end } : null;
}
