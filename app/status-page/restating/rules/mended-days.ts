import { noParts, type UptimeParts } from "../../uptime/rules/uptime";
import type { UptimeFigures } from "./figures";
import type { ClosedDays } from "./restated-days";

type DoubledDayMap = Readonly<Record<string, readonly number[] | null>>;
export type MendedFigures = NonNullable<UptimeFigures["mended"]>;

/** Pairs each day with its former parts, so that a day that is packed again before the write stays as it is then. */
export const mendedFiguresOf = (doubled: DoubledDayMap, closed: ClosedDays): MendedFigures =>
  Object.fromEntries(
    Object.entries(doubled).map(([date, parts]) => [date, [closed.get(date) ?? noParts, parts ?? noParts]]),
  );

/** Returns the days that are still as they were found. */
export function stillDoubledDays(mended: MendedFigures, closed: ClosedDays): Map<string, UptimeParts> {
  const isAsFound = (date: string, was: readonly number[]) =>
    (closed.get(date) ?? noParts).every((part, index) => part === was[index]);
  return new Map(
    Object.entries(mended).flatMap(([date, [was, is]]) =>
      isAsFound(date, was) ? [[date, is as unknown as UptimeParts] as const] : [],
    ),
  );
}
