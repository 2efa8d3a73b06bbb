import type { Day } from "~/time/day";
import type { TimeSpan } from "../../timeline/rules/timeline";
import { type UptimeParts, zeroUptimeParts } from "../../uptime/rules/uptime";
import { coveredLengthsIn } from "./stretches";
import { withUnknownTime } from "./unknown-time";

/** Packed days of a component by date; a missing day was fully operational. */
export type ClosedDayParts = ReadonlyMap<string, UptimeParts>;

export interface ClosedDayFacts {
  closed: ClosedDayParts;
  days: readonly Day[];
  /** Stretches in which the component's state is known to have been unknown. */
  stretches: readonly TimeSpan[];
  /** Days whose packed parts are known to be wrong, for example because a change of the zone counted them twice. */
  mended?: ClosedDayParts;
}

const isSame = (one: UptimeParts, other: UptimeParts) => one.every((part, index) => part === other[index]);

/** Returns the days that change, with their new parts. Applied to its own result it changes nothing. */
export function restatedPartsByDay({
  closed,
  days,
  stretches,
  mended = new Map(),
}: ClosedDayFacts): Map<string, UptimeParts> {
  const found = new Map<string, UptimeParts>();
  const lengths = coveredLengthsIn(stretches, days);
  for (const [index, day] of days.entries()) {
    const unknown = lengths[index] ?? 0;
    const before = closed.get(day.date) ?? zeroUptimeParts;
    const known = mended.get(day.date) ?? before;
    const after = withUnknownTime(known, day.to - day.from, unknown);
    if (!isSame(before, after)) found.set(day.date, after);
  }
  return found;
}

/**
 * Returns days on which something was reported although nothing observed the component, so a person must have set it.
 */
export function daysWithManualReports(
  closed: ClosedDayParts,
  days: readonly Day[],
  observed: readonly TimeSpan[],
): number[] {
  const lengths = coveredLengthsIn(observed, days);
  return days.flatMap(({ date, from }, index) => {
    const [major, partial, degraded, maintenance] = closed.get(date) ?? zeroUptimeParts;
    const isEventful = major + partial + degraded + maintenance > 0;
    return isEventful && lengths[index] === 0 ? [from] : [];
  });
}
