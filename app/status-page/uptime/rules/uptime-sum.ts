import type { StatusByLayer } from "~/status/status";
import type { Day } from "~/time/day";
import { effectiveStatusSegments, type StatusChange, type TimeSpan } from "../../timeline/rules/timeline";
import { addUptimeParts, tallyUptimeParts, type UptimeParts, zeroUptimeParts } from "./uptime";

/** The facts of one component's uptime: packed days, and the rows since the open day. */
export interface UptimeFacts {
  /** Start (ms) of the first local day that is not packed. */
  openDayAt: number;
  /** YYYY-MM-DD in the page's zone; before it there is nothing. */
  startDate: string;
  /** Packed days by date; a missing day was fully operational. */
  closed: ReadonlyMap<string, UptimeParts>;
  /** Rows recorded at or after `openDayAt`. */
  changes: readonly StatusChange[];
  /** The current layers. */
  layers: StatusByLayer;
  /** Stretches in which it was not observed; absent = none. */
  stopped?: readonly TimeSpan[];
}

/** Returns the effective status since the start of the open day, from an instant on. */
export const openDaySegmentsOf = (
  { changes, layers, openDayAt, stopped = [] }: UptimeFacts,
  from: number,
  now: number,
) => effectiveStatusSegments(changes, layers, { from: openDayAt, to: now }, from, stopped);

export interface UptimeTotal {
  parts: UptimeParts;
  /** The ms covered. */
  span: number;
}

export interface DayUptimeSum extends UptimeTotal {
  day: Day;
}

/**
 * Returns how long each status held on each of whole days (ascending), up to `now`; days before the start are left out.
 */
export function sumUptimeByDay(facts: UptimeFacts, days: readonly Day[], now: number): DayUptimeSum[] {
  const counted = days.filter((day) => day.date >= facts.startDate && day.from < now);
  const first = counted[0]?.from ?? now;
  const segments = openDaySegmentsOf(facts, first, now);
  return counted.map((day) => {
    const window = { from: day.from, to: Math.min(day.to, now) };
    const open = day.from >= facts.openDayAt;
    const parts = open ? tallyUptimeParts(segments, window) : (facts.closed.get(day.date) ?? zeroUptimeParts);
    return { day, parts, span: window.to - window.from };
  });
}

/**
 * Sums the days. The sums of two adjacent ranges add up to that of both; days before the component's start do not
 * count.
 */
export const sumUptimeOfDays = (facts: UptimeFacts, days: readonly Day[], now: number): UptimeTotal =>
  sumUptimeByDay(facts, days, now).reduce<UptimeTotal>(
    (sum, { parts, span }) => ({ parts: addUptimeParts(sum.parts, parts), span: sum.span + span }),
    { parts: zeroUptimeParts, span: 0 },
  );
