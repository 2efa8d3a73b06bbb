import { dayMs, minuteMs } from "./durations";

/** Time since an instant, in its largest unit. */
export interface Age {
  unit: "minute" | "hour" | "day";
  value: number;
}

/**
 * Returns the age in steps: every minute to 10, every five to an hour, then hours; null in the first minute, and after
 * a day.
 */
export function ageOf(at: number, now: number): Age | null {
  const minutes = Math.floor((now - at) / minuteMs);
  if (minutes < 1 || minutes >= 24 * 60) return null;
  if (minutes >= 60) return { unit: "hour", value: Math.floor(minutes / 60) };
  return { unit: "minute", value: minutes <= 10 ? minutes : minutes - (minutes % 5) };
}

/** Returns the age in whole days; null in the first day. */
export function ageInDays(at: number, now: number): Age | null {
  const value = Math.floor((now - at) / dayMs);
  return value < 1 ? null : { unit: "day", value };
}
