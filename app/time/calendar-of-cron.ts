import { parseCron } from "./cron-text";

const weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const twoDigits = (value: number) => String(value).padStart(2, "0");

/** Writes three and more values in a row as a range. */
function joined(values: readonly number[], show: (value: number) => string): string {
  const sorted = [...new Set(values)].sort((a, b) => a - b);
  const runs: number[][] = [];
  for (const value of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === value - 1) run.push(value);
    else runs.push([value]);
  }
  const say = (run: number[]) =>
    run.length > 2 ? `${show(run[0] ?? 0)}..${show(run.at(-1) ?? 0)}` : run.map(show).join(",");
  return runs.map(say).join(",");
}

/** Returns a minute, hour, day or month in a timer's syntax, whose steps start at the unit's least value. */
function unitOf(items: readonly string[], least: number, most: number): string {
  if (items.includes("*")) return "*";
  const steps = items.flatMap((item) => /^\*\/(\d+)$/.exec(item)?.[1] ?? []);
  // A step that leaves the unit at once is invalid for systemd.
  const stepped = steps.map((by) => (Number(by) > most - least ? twoDigits(least) : `${twoDigits(least)}/${by}`));
  const plain = items.filter((item) => /^\d+$/.test(item)).map(Number);
  return [...stepped, ...(plain.length > 0 ? [joined(plain, twoDigits)] : [])].join(",");
}

const daysOf = (items: readonly string[]): string[] => {
  const numbered = items.filter((item) => item !== "L");
  const last = items.length > numbered.length ? ["~01"] : [];
  return numbered.length > 0 ? [`-${unitOf(numbered, 1, 31)}`, ...last] : last;
};

const steppedWeekdays = (by: number) => weekdays.map((_, at) => at).filter((at) => at % by === 0);

/** Returns weekdays, each with the days on which it may fall: `#2` is among the second seven, `#L` among the last. */
function weekdaysOf(items: readonly string[]): { name: string; day: string }[] {
  if (items.includes("*")) return [{ name: "", day: "-*" }];
  const plain = items.flatMap((item) => {
    const by = /^\*\/(\d+)$/.exec(item)?.[1];
    return by ? steppedWeekdays(Number(by)) : /^\d$/.test(item) ? [Number(item)] : [];
  });
  // A week of systemd ends with Sunday.
  const names = joined(
    plain.map((day) => day || 7),
    (day) => weekdays[day % 7] ?? "",
  );
  const nth = items.flatMap((item) => {
    const [, day, count] = /^(\d)#(\w)$/.exec(item) ?? [];
    if (!day || !count) return [];
    const first = Number(count) * 7 - 6;
    const among = `-${twoDigits(first)}..${twoDigits(Math.min(first + 6, 31))}`;
    return { name: weekdays[Number(day)] ?? "", day: count === "L" ? "~07/1" : among };
  });
  return [...(names ? [{ name: names, day: "-*" }] : []), ...nth];
}

/** Either day may fit by crontab(5), unless one starts with `*`; null when no event can express that both must. */
function datesOf(day: readonly string[], weekday: readonly string[], bothDays: boolean) {
  const byWeekday = weekdaysOf(weekday);
  const byDay = daysOf(day).map((each) => ({ name: "", day: each }));
  if (!bothDays) return [...byDay, ...byWeekday];
  if (day.includes("*")) return byWeekday;
  if (weekday.includes("*")) return byDay;
  if (byWeekday.some((each) => each.day !== "-*")) return null;
  return byDay.map((each) => ({ ...each, name: byWeekday[0]?.name ?? "" }));
}

/**
 * Converts a cron expression to calendar events of systemd.time(7) that together elapse when it fires; null when they
 * cannot express it, or when it is invalid.
 */
export function calendarEventsOfCron(expression: string): string[] | null {
  const read = parseCron(expression);
  if (!read.ok) return null;
  const [minute = [], hour = [], day = [], month = [], weekday = []] = read.value.pattern
    .split(" ")
    .map((field) => field.split(","));
  const dates = datesOf(day, weekday, read.value.bothDays);
  const time = `${unitOf(hour, 0, 23)}:${unitOf(minute, 0, 59)}`;
  return dates?.map(({ name, day: at }) => `${name} *-${unitOf(month, 1, 12)}${at} ${time}`.trim()) ?? null;
}
