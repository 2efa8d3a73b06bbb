import { type UptimeParts, zeroUptimeParts } from "../../uptime/rules/uptime";
import type { RestatedUptime } from "./figures";
import type { ClosedDayParts } from "./restated-days";

type DoubledDayMap = Readonly<Record<string, readonly number[] | null>>;
export type DoubledDayCorrections = NonNullable<RestatedUptime["mended"]>;

/** Pairs each day with its former parts, so that a day that is packed again before the write stays as it is then. */
export const doubledDayCorrectionsOf = (doubled: DoubledDayMap, closed: ClosedDayParts): DoubledDayCorrections =>
  Object.fromEntries(
    Object.entries(doubled).map(([date, parts]) => [
      date,
      [closed.get(date) ?? zeroUptimeParts, parts ?? zeroUptimeParts],
    ]),
  );

/** Returns the days that are still as they were found. */
export function stillDoubledPartsByDay(
  mended: DoubledDayCorrections,
  closed: ClosedDayParts,
): Map<string, UptimeParts> {
  const isAsFound = (date: string, was: readonly number[]) =>
    (closed.get(date) ?? zeroUptimeParts).every((part, index) => part === was[index]);
  return new Map(
    Object.entries(mended).flatMap(([date, [was, is]]) =>
      isAsFound(date, was) ? [[date, is as unknown as UptimeParts] as const] : [],
    ),
  );
}
