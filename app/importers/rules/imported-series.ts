import { Temporal } from "temporal-polyfill";
import { hasOverlappingOccurrences } from "~/maintenances/rules/series";
import { isTimeZone } from "~/time/day";
import type { RecurringSchedule } from "~/time/recurrence";
import { repeatOfRrule, rruleText } from "~/time/repeat";
import { maxMovedBodyChars } from "./bounded-part";
import type { MovedMaintenanceSeries, MovedRepeat } from "./moved-series";
import { truncateMovedText } from "./moved-text";
import { titleForMovedEvent } from "./moved-title";

/** Most series that a page takes: the page of maintenance lists as many. */
export const maxMaintenanceSeries = 100;

const isLocalTime = (text: string): boolean => {
  try {
    Temporal.PlainDateTime.from(text, { overflow: "reject" });
    return true;
  } catch {
    return false;
  }
};

function ruleOf({ frequency, interval, weekdays, until }: MovedRepeat, startsLocal: string): string {
  const end = until === null ? { kind: "never" as const } : { kind: "until" as const, date: until };
  return rruleText({ frequency, interval, end, ...(weekdays ? { weekdays } : {}) }, startsLocal);
}

/** Returns the times of a series as they are stored; null when no series here can be like it. */
export function importedSeriesTimes(
  { startsLocal, timeZone, durationSeconds, repeat }: MovedMaintenanceSeries,
  pageZone: string,
): (RecurringSchedule & { duration: number }) | null {
  const zone = timeZone ?? pageZone;
  if (!isTimeZone(zone) || !isLocalTime(startsLocal)) return null;
  const rule = ruleOf(repeat, startsLocal);
  const times = { rule, zone, startsLocal, duration: durationSeconds * 1000 };
  return repeatOfRrule(rule) === null || hasOverlappingOccurrences(times) ? null : times;
}

/** Returns the texts of a series within the limits here. */
export const importedSeriesTexts = ({ title, body }: MovedMaintenanceSeries) => ({
  title: titleForMovedEvent(title, body),
  body: truncateMovedText(body.trim(), maxMovedBodyChars),
});
