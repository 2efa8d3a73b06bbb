import { Cron } from "croner";
import { fail, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { parseCron } from "./cron-text";
import { isTimeZone } from "./day";

/** A cron expression in a zone; five fields as in crontab(5). */
export interface CronSchedule {
  expression: string;
  timeZone: string;
}

/**
 * Fails with `invalid` and words beside `expression` or `timeZone`. A schedule that never fires is accepted: it can
 * never be late.
 */
export function validateCronSchedule({ expression, timeZone }: CronSchedule): Result<CronSchedule> {
  const read = parseCron(expression);
  if (!read.ok) return read;
  if (!isTimeZone(timeZone)) return fail({ name: "invalid", fields: { timeZone: refusalFor("zone.unknown") } });
  return ok({ expression: expression.trim().replace(/[ \t]+/g, " "), timeZone });
}

/**
 * Follows Vixie cron at clock changes: a fixed time runs once, after a gap at the first existing instant; an expression
 * with `*` as the start of minute or hour continues through the repeated hour, and skips times that do not exist.
 */
function cronOf({ expression, timeZone }: CronSchedule): Cron | null {
  const read = parseCron(expression);
  if (!read.ok || !isTimeZone(timeZone)) return null;
  const dates = { domAndDow: read.value.bothDays, fixedTimeRule: "no-wildcard" } as const;
  return new Cron(read.value.pattern, { timezone: timeZone, mode: "5-part", paused: true, ...dates });
}

/**
 * Returns the next `count` times after `after` (UTC ms), earliest first; fewer when it fires no more. An invalid
 * expression never fires.
 */
export function nextCronRuns(schedule: CronSchedule, after: number, count: number): number[] {
  const runs = cronOf(schedule)?.nextRuns(count, new Date(after)) ?? [];
  return runs.map((each) => each.getTime());
}

export const nextCronRun = (schedule: CronSchedule, after: number): number | null =>
  nextCronRuns(schedule, after, 1)[0] ?? null;
