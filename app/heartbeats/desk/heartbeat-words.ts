import { durationInUnits } from "~/text/length";
import type { HeartbeatSchedule } from "../rules/heartbeat";
import type { wordsIn } from "./words/words";

export type HeartbeatWords = ReturnType<typeof wordsIn>;

export const shownHeartbeatStates = ["up", "grace", "down", "paused", "new"] as const;

export type ShownHeartbeatState = (typeof shownHeartbeatStates)[number];

export const isShownHeartbeatState = (state: string | null): state is ShownHeartbeatState =>
  shownHeartbeatStates.some((each) => each === state);

/** States by which a list can be filtered. */
export const heartbeatFilterStates = [...shownHeartbeatStates, "running"] as const;

const lengthUnits = ["seconds", "minutes", "hours", "days"] as const;

function countedUnit(seconds: number) {
  const { count, unit } = durationInUnits(seconds);
  return { count, unit: lengthUnits.find((each) => each === unit) ?? "seconds" };
}

/** Returns a schedule such as "every day", "every 90 minutes", "30 3 * * * in Europe/Berlin". */
export function heartbeatScheduleText({ t }: HeartbeatWords, schedule: HeartbeatSchedule): string {
  if (schedule.kind !== "simple") {
    return t("schedule.clock", { expression: schedule.expression, zone: schedule.timeZone });
  }
  const { count, unit } = countedUnit(schedule.periodSeconds);
  return t(`schedule.${unit}`, { count });
}

/** Returns a length such as "1 day", "90 minutes". */
export function gracePeriodText({ t }: HeartbeatWords, seconds: number): string {
  const { count, unit } = countedUnit(seconds);
  return t(`length.${unit}`, { count });
}

/** Returns the duration of a run (ms) such as "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". */
export function runDurationText({ t }: HeartbeatWords, milliseconds: number): string {
  if (milliseconds < 10_000) return t("duration.seconds", { seconds: Math.round(milliseconds / 100) / 10 });
  const whole = Math.round(milliseconds / 1000);
  if (whole < 60) return t("duration.seconds", { seconds: whole });
  const [hours, minutes, seconds] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (hours > 0) return t(minutes === 0 ? "duration.hours" : "duration.hours_minutes", { hours, minutes });
  return t(seconds === 0 ? "duration.minutes" : "duration.minutes_seconds", { minutes, seconds });
}
