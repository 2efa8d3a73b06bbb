import { dayMs, hourMs, minuteMs } from "~/time/durations";
import type { Words } from "./words";

/** Formats a length of time (ms) in at most two units: "1 h 20 min", "3 d 4 h". */
export function elapsedTimeText({ t }: Words, length: number): string {
  const minutes = Math.floor(Math.max(0, length) / minuteMs);
  if (minutes < 1) return t("span.short");
  if (minutes < 60) return t("span.minutes", { minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) {
    const rest = minutes % 60;
    return rest === 0 ? t("span.hours", { hours }) : t("span.hours_minutes", { hours, minutes: rest });
  }
  const days = Math.floor(hours / 24);
  const rest = hours % 24;
  return rest === 0 ? t("span.days", { count: days }) : t("span.days_hours", { count: days, hours: rest });
}

/** Formats a limit (ms) in one unit, as sentences use it: "10 minutes", "24 hours", "90 days". */
export function timeLimitText({ t }: Words, length: number): string {
  if (length > dayMs && length % dayMs === 0) return t("span.days", { count: length / dayMs });
  if (length % hourMs === 0) return t("length.hours", { count: length / hourMs });
  return t("length.minutes", { count: Math.ceil(length / minuteMs) });
}
