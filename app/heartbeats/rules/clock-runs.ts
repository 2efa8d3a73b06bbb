import type { Result } from "~/failures/failure";
import { checkCalendar, nextEvents } from "~/time/calendar-event";
import { checkCron, nextRuns } from "~/time/schedule";
import type { ClockSchedule } from "./heartbeat";

/** Returns the next `count` times of a clock after `after` (UTC ms), earliest first; fewer when there are no more. */
export const clockRuns = (schedule: ClockSchedule, after: number, count: number): number[] =>
  schedule.kind === "cron" ? nextRuns(schedule, after, count) : nextEvents(schedule, after, count);

/** Returns the schedule in its stored form; `invalid` at `expression` or `timeZone`. */
export function checkClock({ kind, ...given }: ClockSchedule): Result<ClockSchedule> {
  const checked = kind === "cron" ? checkCron(given) : checkCalendar(given);
  return checked.ok ? { ok: true, value: { kind, ...checked.value } } : checked;
}
