import type { Result } from "~/failures/failure";
import { nextCalendarRuns, validateCalendarSchedule } from "~/time/calendar-event";
import { nextCronRuns, validateCronSchedule } from "~/time/schedule";
import type { ClockSchedule } from "./heartbeat";

/** Returns the next `count` times of a clock after `after` (UTC ms), earliest first; fewer when there are no more. */
export const nextClockRuns = (schedule: ClockSchedule, after: number, count: number): number[] =>
  schedule.kind === "cron" ? nextCronRuns(schedule, after, count) : nextCalendarRuns(schedule, after, count);

/** Returns the schedule in its stored form; `invalid` at `expression` or `timeZone`. */
export function validateClockSchedule({ kind, ...given }: ClockSchedule): Result<ClockSchedule> {
  const checked = kind === "cron" ? validateCronSchedule(given) : validateCalendarSchedule(given);
  return checked.ok ? { ok: true, value: { kind, ...checked.value } } : checked;
}
