import { type StatusLetter, stateLetterByStatus } from "~/status/state-letter";
import { type Status, statuses, statusRank } from "~/status/status";
import type { UptimeParts } from "./uptime";

/** o operational, d degraded, p partial, m major, x maintenance, n no data, - before the component's start. */
export type DayLetter = StatusLetter | "-";

/** The statuses of the parts, worst first, with their index. */
const partStatuses = statuses
  .toReversed()
  .filter((status) => status !== "operational")
  .map((status, place) => ({ status, place }));
const knownStatuses = partStatuses.filter(({ status }) => status !== "no_data");

/** Returns true when at least half of `span` ms is known; less does not represent the whole. */
const isHalfKnown = ([, , , , noData]: UptimeParts, span: number): boolean => span > 0 && noData * 2 <= span;

/** Returns the worst known status; when less than half is known, no data counts among them. */
function worstOf(parts: UptimeParts, span: number): Status {
  const counted = isHalfKnown(parts, span) ? knownStatuses : partStatuses;
  const found = counted.find(({ place }) => (parts[place] ?? 0) > 0);
  return found?.status ?? (span > 0 ? "operational" : "no_data");
}

/**
 * Returns the letter of the worst status of a day of `span` ms (today: so far). `present` is given for today: a bad
 * status at this instant counts even when it has just started, as at midnight; no data counts by its length.
 */
export function dayLetter(parts: UptimeParts, span: number, beforeStart: boolean, present?: Status): DayLetter {
  if (beforeStart) return "-";
  if (!present || (present === "no_data" && span > 0)) return stateLetterByStatus[worstOf(parts, span)];
  const past = span > 0 ? worstOf(parts, span) : present;
  return stateLetterByStatus[statusRank(present) > statusRank(past) ? present : past];
}
