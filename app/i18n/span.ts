import type { Words } from "./words";

const minute = 60_000;

/** Formats a length of time (ms) in at most two units: "1 h 20 min", "3 d 4 h". */
export function spanText({ t }: Words, length: number): string {
  const minutes = Math.floor(Math.max(0, length) / minute);
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

const [hour, day] = [60 * minute, 1440 * minute];

/** Formats a limit (ms) in one unit, as sentences use it: "10 minutes", "24 hours", "90 days". */
export function lengthText({ t }: Words, length: number): string {
  if (length > day && length % day === 0) return t("span.days", { count: length / day });
  if (length % hour === 0) return t("length.hours", { count: length / hour });
  return t("length.minutes", { count: Math.ceil(length / minute) });
}
