import { letterOfStatus, type StatusLetter } from "~/status/state-letter";
import { type Status, severityOf, statuses } from "~/status/status";
import type { Parts } from "./uptime";

/** o operational, d degraded, p partial, m major, x maintenance, n no data, - before the component's start. */
export type DayLetter = StatusLetter | "-";

/** The statuses of the parts, worst first, with their places. */
const partStatuses = statuses
  .toReversed()
  .filter((status) => status !== "operational")
  .map((status, place) => ({ status, place }));
const knownStatuses = partStatuses.filter(({ status }) => status !== "no_data");

/** Whether at least half of `span` ms is known: less than that says nothing of the whole. */
const isHalfKnown = ([, , , , noData]: Parts, span: number): boolean => span > 0 && noData * 2 <= span;

/** The worst of what is known; where less than half is, no data counts among it. */
function worstOf(parts: Parts, span: number): Status {
  const counted = isHalfKnown(parts, span) ? knownStatuses : partStatuses;
  const found = counted.find(({ place }) => (parts[place] ?? 0) > 0);
  return found?.status ?? (span > 0 ? "operational" : "no_data");
}

/**
 * The worst thing of a day of `span` ms (today: so far). `present` is for today: trouble of this instant counts even
 * when it has not lasted a millisecond yet, as at midnight; no data counts by how long it lasts.
 */
export function dayLetter(parts: Parts, span: number, beforeStart: boolean, present?: Status): DayLetter {
  if (beforeStart) return "-";
  if (!present || (present === "no_data" && span > 0)) return letterOfStatus[worstOf(parts, span)];
  const past = span > 0 ? worstOf(parts, span) : present;
  return letterOfStatus[severityOf(present) > severityOf(past) ? present : past];
}
