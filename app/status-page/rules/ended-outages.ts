import { stateLetterByStatus } from "~/status/state-letter";
import type { StatusSegment, TimeSpan } from "../timeline/rules/timeline";
import type { EndedOutage, Snapshot } from "./snapshot-document";

/** Most outages of one component that a document has; a component that flaps has the newest of them. */
const maxEndedOutages = 10;

const isOutage = ({ status }: StatusSegment) => status !== "operational" && status !== "no_data";

/**
 * Returns the times of the day's troubles that are over, oldest first. Segments up to `knownFrom` are left out: those
 * may be summed up, so that only their lengths are right.
 */
export const endedOutagesOf = (
  segments: readonly StatusSegment[],
  day: TimeSpan,
  knownFrom: number | undefined,
): EndedOutage[] =>
  segments
    .slice(0, -1)
    .filter((each) => isOutage(each) && each.to > day.from && (knownFrom === undefined || each.from > knownFrom))
    .slice(-maxEndedOutages)
    .map(({ status, from, to }): EndedOutage => [stateLetterByStatus[status], Math.max(from, day.from), to]);

/** Returns the document's member; none when no component has such times. */
export function endedOutagesIn(
  components: readonly { id: string; ended: EndedOutage[] }[],
): Pick<Snapshot, "endedOutages"> {
  const told = components.filter(({ ended }) => ended.length > 0);
  return told.length === 0 ? {} : { endedOutages: Object.fromEntries(told.map(({ id, ended }) => [id, ended])) };
}
