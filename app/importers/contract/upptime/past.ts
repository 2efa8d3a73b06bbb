import { dayMs, minuteMs } from "~/time/durations";
import { foreignInstant, foreignNumber, foreignRecord, foreignText } from "../foreign-values";
import type { MovedMonitor } from "../move-document";
import { toReportedUptime } from "../said-uptime";

/** Returns the name of a site's history file, which a browser sends without its folder; null for another path. */
export const upptimeHistorySlug = (path: string): string | null =>
  /^(?:(?:.*\/)?history\/)?([^./][^/]*)\.ya?ml$/.exec(path)?.[1] ?? null;

/** Returns true for the summary of the history, also without its folder. */
export const isHistorySummary = (path: string): boolean => /^(?:(?:.*\/)?history\/)?summary\.json$/.test(path);

/** Returns when watching began, from a site's file. */
export const upptimeWatchStart = (value: unknown): number | null =>
  foreignInstant(foreignRecord(value).startTime, "UTC");

/** The days on which a site was down, by their starts, with the ms that it was. */
function downTimes(value: unknown): { from: number; downMs: number }[] {
  return Object.entries(foreignRecord(foreignRecord(value).dailyMinutesDown))
    .flatMap(([day, given]) => {
      const [from, minutes] = [/^\d{4}-\d\d-\d\d$/.test(day) ? foreignInstant(day, "UTC") : null, foreignNumber(given)];
      if (from === null || minutes === null || minutes <= 0) return [];
      return [{ from, downMs: Math.min(dayMs, Math.round(minutes * minuteMs)) }];
    })
    .sort((a, b) => a.from - b.from);
}

/**
 * Returns a site's past from the first to the last day on which it was down: the summary lists those days alone, and
 * counts the others as up, as Upptime's own uptime does. The minutes of a day are known, not their time: they come first.
 */
export function daysOfYear(value: unknown): MovedMonitor["history"] {
  const days = downTimes(value);
  return days.flatMap(({ from, downMs }, index): MovedMonitor["history"] => {
    const end = days[index + 1]?.from ?? from + dayMs;
    const down = { from, to: from + downMs, status: "major_outage" as const };
    return down.to < end ? [down, { from: down.to, to: end, status: "operational" }] : [down];
  });
}

export const upptimeSummarySlug = (value: unknown): string => foreignText(foreignRecord(value).slug);

/** Returns the uptime that the summary says for a year, such as `99.89%`: its minutes of days go back as far. */
export const yearUptime = (value: unknown): MovedMonitor["uptime"] =>
  toReportedUptime(foreignNumber(foreignText(foreignRecord(value).uptimeYear).replace(/%$/, "")), 365);
