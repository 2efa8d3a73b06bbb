import { nextDayStart } from "~/time/day";
import { minuteMs } from "~/time/durations";
import type { SnapshotFacts } from "./snapshot-facts";

/** Time after which today's story and uptime are counted again while something is not operational, in ms. */
const troubledRebuildMs = 15 * minuteMs;

/** Interval at which the page is built again until the past day has been closed, in ms. */
const closeDayRebuildMs = minuteMs;

/** Returns when the document must be built again, if nothing changes until then. */
export function snapshotFreshUntil(facts: SnapshotFacts, now: number, troubled: boolean): number {
  const edges = facts.maintenances.map(({ status, startsAt, dueAt }) => (status === "cancelled" ? startsAt : dueAt));
  const ends = facts.components.map((each) => each.manualUntil);
  const later = [...edges, ...ends].filter((at): at is number => at !== null && at > now);
  const isDayOver = nextDayStart(facts.page.timeZone, facts.page.openDayAt) <= now;
  const soon = Math.min(
    troubled ? now + troubledRebuildMs : Number.POSITIVE_INFINITY,
    isDayOver ? now + closeDayRebuildMs : Number.POSITIVE_INFINITY,
  );
  return Math.min(nextDayStart(facts.page.timeZone, now), soon, ...later);
}
