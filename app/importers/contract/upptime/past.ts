import { dayMs, minuteMs } from "~/time/durations";
import { foreignInstant, foreignNumber, foreignRecord, foreignText } from "../foreign-values";
import type { MovedMonitor } from "../move-document";

/** Returns the name of a site's history file; null for another path. */
export const historySlug = (path: string): string | null => /(?:^|\/)history\/([^/]+)\.ya?ml$/.exec(path)?.[1] ?? null;

/** Returns when watching began, from a site's file. */
export const siteWatchStart = (value: unknown): number | null => foreignInstant(foreignRecord(value).startTime, "UTC");

/**
 * Returns the days on which a site was down, each as one stretch from the day's start: the minutes are known, and their
 * time is not. What lies between is not claimed to be well.
 */
export function downDays(value: unknown): MovedMonitor["history"] {
  const days = Object.entries(foreignRecord(foreignRecord(value).dailyMinutesDown));
  return days
    .flatMap(([day, given]): MovedMonitor["history"] => {
      const [from, minutes] = [/^\d{4}-\d\d-\d\d$/.test(day) ? foreignInstant(day, "UTC") : null, foreignNumber(given)];
      if (from === null || minutes === null || minutes <= 0) return [];
      return [{ from, to: from + Math.min(dayMs, Math.round(minutes * minuteMs)), status: "major_outage" }];
    })
    .sort((a, b) => a.from - b.from);
}

export const summarySlug = (value: unknown): string => foreignText(foreignRecord(value).slug);
