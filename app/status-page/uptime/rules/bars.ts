import { letterOfStatus, type StatusLetter } from "~/status/state-letter";
import { type Status, severityOf, statuses } from "~/status/status";
import type { Parts } from "./uptime";

/** o operational, d degraded, p partial, m major, x maintenance, n no data, - before the component's start. */
export type DayLetter = StatusLetter | "-";

/** The statuses of the parts, in their order, which is also worst first. */
const partStatuses = statuses.toReversed().filter((status) => status !== "operational");

function worstOf(parts: Parts, span: number): Status {
  const found = partStatuses.find((_, index) => (parts[index] ?? 0) > 0);
  return found ?? (span > 0 ? "operational" : "no_data");
}

/**
 * The worst thing of a day of `span` ms (today: so far). `present` is for today: the status of this instant counts
 * even when it has not lasted a millisecond yet, as at midnight.
 */
export function dayLetter(parts: Parts, span: number, beforeStart: boolean, present?: Status): DayLetter {
  if (beforeStart) return "-";
  if (!present) return letterOfStatus[worstOf(parts, span)];
  const past = span > 0 ? worstOf(parts, span) : present;
  return letterOfStatus[severityOf(present) > severityOf(past) ? present : past];
}
