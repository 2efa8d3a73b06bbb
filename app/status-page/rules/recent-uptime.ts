import { lastDays } from "~/time/day";
import { addParts, noParts, type UptimeParts, uptime } from "../uptime/rules/uptime";
import { storiesByDate } from "./day-stories";
import type { Snapshot, SnapshotComponent } from "./snapshot-document";

/**
 * Returns the uptime over the last `count` days that the document holds, today up to when it was built: in hundredths
 * of a percent, rounded down; null = no data. Over all its days this is the component's own figure.
 */
export function uptimeOfLast(snapshot: Snapshot, component: SnapshotComponent, count: number): number | null {
  const { page, builtAt } = snapshot;
  const days = lastDays(page.timeZone, builtAt, Math.min(count, component.days.length));
  const letters = component.days.slice(component.days.length - days.length);
  const stories = storiesByDate(component.stories);
  let [parts, span] = [noParts, 0];
  for (const [index, day] of days.entries()) {
    if (letters[index] === "-") continue;
    const story = stories[day.date] as UptimeParts | undefined;
    parts = addParts(parts, story ?? noParts);
    span += Math.min(day.to, builtAt) - day.from;
  }
  return uptime(parts, span, page.partialWeight);
}
