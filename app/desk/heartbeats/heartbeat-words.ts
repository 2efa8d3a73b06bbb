import { inUnits } from "~/rules/basics/length";
import type { PingKind, Schedule } from "~/rules/heartbeats/heartbeat";

export type ShownState = "new" | "up" | "grace" | "down" | "paused";

export const heartbeatStateWords: Record<ShownState, string> = {
  up: "Up",
  grace: "Late (grace period)",
  down: "Down",
  paused: "Paused",
  new: "New",
};

/** What a list can be asked for. */
export const filterStateWords: Record<string, string> = { ...heartbeatStateWords, running: "Running" };

export const pingKindWords: Record<PingKind, string> = {
  success: "Success",
  start: "Start",
  fail: "Failure",
  log: "Log",
  ignored: "Ignored",
};

/** "every day", "every 90 minutes", "30 3 * * * in Europe/Berlin" */
export function scheduleWords(schedule: Schedule): string {
  if (schedule.kind === "cron") return `${schedule.expression} in ${schedule.timeZone}`;
  const { count, unit } = inUnits(schedule.periodSeconds);
  return count === 1 ? `every ${unit.slice(0, -1)}` : `every ${count} ${unit}`;
}

/** How long a run took (ms): "0.4 s", "12 s", "3 min 5 s", "2 h 10 min". */
export function durationText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
