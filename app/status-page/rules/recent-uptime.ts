import { lastDays } from "~/time/day";
import { addUptimeParts, type UptimeParts, uptimeHundredths, zeroUptimeParts } from "../uptime/rules/uptime";
import { uptimePartsByDate } from "./day-stories";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

/**
 * Returns the uptime over the last `count` days that the document holds, today up to when it was built: in hundredths
 * of a percent, rounded down; null = no data. Over all its days this is the component's own figure.
 */
export function uptimeOfLastDays(snapshot: Snapshot, component: SnapshotComponent, count: number): number | null {
  const { page, builtAt } = snapshot;
  const days = lastDays(page.timeZone, builtAt, Math.min(count, component.days.length));
  const letters = component.days.slice(component.days.length - days.length);
  const stories = uptimePartsByDate(component.stories);
  let [parts, span] = [zeroUptimeParts, 0];
  for (const [index, day] of days.entries()) {
    if (letters[index] === "-") continue;
    const story = stories[day.date] as UptimeParts | undefined;
    parts = addUptimeParts(parts, story ?? zeroUptimeParts);
    span += Math.min(day.to, builtAt) - day.from;
  }
  return uptimeHundredths(parts, span, page.partialWeight);
}

/** True when a day before today has data: until then a share of a few minutes would read as one of all days. */
export const hasCompleteDay = (days: string): boolean => /[^-n]/.test(days.slice(0, -1));
