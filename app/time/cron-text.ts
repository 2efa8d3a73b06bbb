import { fail, ok, type Result } from "~/failures/failure";
import { type Refusal, type RefusalKey, refusalFor } from "~/failures/refusal";

interface CronField {
  name: "minute" | "hour" | "day" | "month" | "weekday";
  min: number;
  max: number;
  names: readonly string[];
}

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

const fields: readonly CronField[] = [
  { name: "minute", min: 0, max: 59, names: [] },
  { name: "hour", min: 0, max: 23, names: [] },
  { name: "day", min: 1, max: 31, names: [] },
  { name: "month", min: 1, max: 12, names: months },
  { name: "weekday", min: 0, max: 7, names: weekdays },
];

const maxChars = 200;

class CronTextError extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
  }
}

type Reason = Extract<RefusalKey, `cron.${string}`>;

const cannotRead = (field: CronField, reason: Reason, values: Record<string, string | number> = {}): never => {
  throw new CronTextError(refusalFor(reason, { field: { key: `cron_field.${field.name}` }, ...values }));
};

function numberOf(field: CronField, text: string): number {
  const named = field.names.indexOf(text);
  if (named >= 0) return named + field.min;
  if (!/^\d{1,2}$/.test(text)) return cannotRead(field, "cron.unknown", { text });
  const value = Number(text);
  const bounds = { least: field.min, most: field.max, value };
  return value < field.min || value > field.max ? cannotRead(field, "cron.bounds", bounds) : value;
}

function stepOf(field: CronField, text: string | undefined): number {
  if (text === undefined) return 1;
  const step = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return step < 1 ? cannotRead(field, "cron.step", { text }) : step;
}

/** Expands `5`, `2-9`, `2-9/3` or `5/10` (from 5 on) to its numbers. */
function listed(field: CronField, item: string): string {
  const [range = "", step, ...more] = item.split("/");
  const [low = "", high, ...others] = range.split("-");
  if (more.length > 0 || others.length > 0) return cannotRead(field, "cron.unreadable", { text: item });
  const from = numberOf(field, low);
  const openEnd = step === undefined ? from : field.name === "weekday" ? 6 : field.max;
  const to = high === undefined ? openEnd : numberOf(field, high);
  if (to < from) return cannotRead(field, "cron.backwards", { text: range });
  const by = stepOf(field, step);
  const count = Math.floor((to - from) / by) + 1;
  const values = Array.from({ length: count }, (_, at) => from + at * by);
  return values.map((each) => (field.names === weekdays ? each % 7 : each)).join(",");
}

function wildcard(field: CronField, item: string): string {
  const step = /^\*\/(.+)$/.exec(item)?.[1];
  if (item !== "*" && step === undefined) return cannotRead(field, "cron.unreadable", { text: item });
  const whole = field.names === weekdays ? 7 : field.max - field.min + 1;
  return step === undefined ? "*" : `*/${Math.min(stepOf(field, step), whole)}`;
}

/** Reads `l` as day of the month; `fril` or `5l` (the last) and `fri#2` (the second) as day of the week. */
function special(field: CronField, item: string): string | null {
  if (field.name === "day" && item === "l") return "L";
  const [, day, nth, last] = (field.names === weekdays && /^(\w{1,3}?)(?:#(\w+)|(l))$/.exec(item)) || [];
  if (day === undefined || (nth === undefined && last === undefined)) return null;
  const number = numberOf(field, day) % 7;
  if (nth === "l" || last) return `${number}#L`;
  return /^[1-5]$/.test(nth ?? "") ? `${number}#${nth}` : cannotRead(field, "cron.nth", { text: item });
}

const readItem = (field: CronField, item: string): string => {
  if (item === "") return cannotRead(field, "cron.gap");
  if (item.startsWith("*")) return wildcard(field, item);
  return special(field, item) ?? listed(field, item);
};

function readFields(words: readonly string[]): string[] {
  return fields.map((field, at) => {
    const items = (words[at] ?? "").toLowerCase().split(",");
    return items.map((item) => readItem(field, item)).join(",");
  });
}

export interface ParsedCron {
  /** Numbers only; a field that started with `*` still does. */
  pattern: string;
  /** Both day fields must match if one of them starts with `*`; otherwise either may match (crontab(5)). */
  bothDays: boolean;
}

/**
 * Reads five fields as in crontab(5), with names, lists, ranges and steps, besides `L` (last day, `FRIL`) and `#`
 * (`FRI#2`). Refuses everything else, macros too, in words for a person (field `expression`).
 */
export function parseCron(text: string): Result<ParsedCron> {
  const words = text.trim().split(/[ \t]+/);
  const refused = (detail: Refusal) => fail({ name: "invalid", fields: { expression: detail } });
  if (text.length > maxChars) return refused(refusalFor("cron.length", { most: maxChars }));
  if (words[0]?.startsWith("@")) return refused("cron.shortcut");
  if (words.length !== 5 || words[0] === "") {
    return refused("cron.five");
  }
  try {
    const read = readFields(words);
    const bothDays = [words[2], words[4]].some((each) => each?.startsWith("*"));
    return ok({ pattern: read.join(" "), bothDays });
  } catch (error) {
    if (error instanceof CronTextError) return refused(error.reason);
    throw error;
  }
}
