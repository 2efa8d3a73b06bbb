import { foreignList, foreignNumber, foreignText } from "../foreign-values";
import {
  clockOf,
  parseWeekdayName,
  type RepeatingWindowRule,
  secondsBetweenClocks,
  weekdayOfNumber,
} from "../repeating-windows";
import { type KumaRow, kumaJson, kumaText } from "./monitor-row";

/** A repetition of Kuma in the words of ours; `label` tells several of one maintenance apart. */
export interface KumaRecurrence {
  clock: string;
  durationSeconds: number | null;
  rules: { label: string; rule: RepeatingWindowRule }[];
  /** Days of the month that have no repetition here. */
  unknown: string[];
}

const maxSeconds = 31_536_000;

type Rules = KumaRecurrence["rules"];

const single = (rule: RepeatingWindowRule): Rules => [{ label: "", rule }];

/** Returns the weekday of a token of cron; null for any other text. */
function cronWeekday(text: string): number | null {
  if (/^[0-7]$/.test(text)) return Number(text) % 7;
  const name = parseWeekdayName(text);
  return name === null ? null : ([..."0123456"].map(Number).find((each) => weekdayOfNumber(each) === name) ?? null);
}

/** Returns the days of a list such as `1-5` or `MON,WED`; null for another notation. */
function cronWeekdays(field: string): number[] | null {
  const days: number[] = [];
  for (const item of field.split(",")) {
    const [first, last = first] = item.split("-").map(cronWeekday);
    if (item.split("-").length > 2 || first === undefined || first === null || last === null || last === undefined)
      return null;
    for (let day = first; ; day = (day + 1) % 7) {
      days.push(day);
      if (day === last) break;
    }
  }
  return days;
}

/** Returns the rule of a weekday of the month, such as `1#2` or `5L`; null for another notation. */
function monthWeekday(field: string): RepeatingWindowRule | null {
  const [, name = "", hash, last] = /^(\w{1,9}?)(?:#([1-4L])|(L))$/i.exec(field) ?? [];
  const day = cronWeekday(name);
  if (day === null) return null;
  const number = last !== undefined || hash?.toUpperCase() === "L" ? -1 : Number(hash);
  return { every: "month_weekday", weekday: weekdayOfNumber(day), number };
}

/** Returns the rules of the days of a month; the last day is the 31st, which falls back here. */
function monthDays(days: readonly string[]): Pick<KumaRecurrence, "rules" | "unknown"> {
  const dayOf = (text: string) =>
    /^(?:lastDay1|L)$/i.test(text) ? 31 : /^([1-9]|[12]\d|3[01])$/.test(text) ? Number(text) : null;
  return {
    rules: days.flatMap((text) => {
      const day = dayOf(text);
      return day === null ? [] : [{ label: text, rule: { every: "month_day" as const, day } }];
    }),
    unknown: days.filter((text) => dayOf(text) === null),
  };
}

const isEvery = (field: string): boolean => /^(?:\*|\?|\*\/1)$/.test(field);

/** Returns the clock and rules of an expression of cron; null for one that no repetition here is like. */
function cronRecurrence(expression: string): Pick<KumaRecurrence, "clock" | "rules" | "unknown"> | null {
  const [minute = "", hour = "", monthDay = "", month = "", weekday = "", more] = expression.trim().split(/\s+/);
  const clock = /^\d{1,2}$/.test(minute) ? clockOf(`${hour}:${minute.padStart(2, "0")}`) : null;
  if (more !== undefined || clock === null || !isEvery(month)) return null;
  if (isEvery(monthDay) && isEvery(weekday))
    return { clock, rules: single({ every: "days", interval: 1 }), unknown: [] };
  if (isEvery(weekday)) {
    const days = monthDays(monthDay.split(","));
    return days.unknown.length > 0 ? null : { clock, ...days };
  }
  const days = isEvery(monthDay) ? cronWeekdays(weekday) : null;
  const nth = isEvery(monthDay) && days === null ? monthWeekday(weekday) : null;
  const rule = days ? ({ every: "weekdays", weekdays: days.map(weekdayOfNumber) } as const) : nth;
  return rule && { clock, rules: single(rule), unknown: [] };
}

/** Texts and numbers of a list that is kept as JSON. */
const listIn = (row: KumaRow, name: string): string[] =>
  foreignList(kumaJson(row[name]) ?? row[name])
    .map(foreignText)
    .filter((each) => each !== "");

function plainRules(row: KumaRow): Pick<KumaRecurrence, "rules" | "unknown"> | null {
  switch (kumaText(row, "strategy")) {
    case "recurring-interval": {
      const interval = foreignNumber(row.interval_day) ?? 1;
      const isKnown = Number.isInteger(interval) && interval >= 1 && interval <= 99;
      return isKnown ? { rules: single({ every: "days", interval }), unknown: [] } : null;
    }
    case "recurring-weekday": {
      const days = listIn(row, "weekdays").filter((each) => /^[0-6]$/.test(each));
      const rule = { every: "weekdays" as const, weekdays: days.map((each) => weekdayOfNumber(Number(each))) };
      return days.length > 0 ? { rules: single(rule), unknown: [] } : null;
    }
    default:
      return monthDays(listIn(row, "days_of_month"));
  }
}

/** Returns how a maintenance repeats; null when no repetition here is like it. */
export function kumaRecurrenceOf(row: KumaRow): KumaRecurrence | null {
  const seconds = foreignNumber(row.duration);
  const told = seconds !== null && seconds >= 60 && seconds <= maxSeconds ? Math.round(seconds) : null;
  const cron = cronRecurrence(kumaText(row, "cron"));
  if (kumaText(row, "strategy") === "cron") return cron && { ...cron, durationSeconds: told };
  const [own, end, rules] = [clockOf(row.start_time), clockOf(row.end_time), plainRules(row)];
  const clock = own ?? cron?.clock ?? null;
  if (clock === null || rules === null) return null;
  return { clock, durationSeconds: (end === null ? null : secondsBetweenClocks(clock, end)) ?? told, ...rules };
}
