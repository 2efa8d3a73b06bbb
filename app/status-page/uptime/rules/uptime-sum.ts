import type { Layers } from "~/status/status";
import type { Day } from "~/time/day";
import { type Change, effectiveSegments, type Span } from "../../timeline/rules/timeline";
import { addParts, noParts, tally, type UptimeParts } from "./uptime";

/** The facts of one component's uptime: packed days, and the rows since the open day. */
export interface UptimeFacts {
  /** Start (ms) of the first local day that is not packed. */
  openDayAt: number;
  /** YYYY-MM-DD in the page's zone; before it there is nothing. */
  startDate: string;
  /** Packed days by date; a missing day was fully operational. */
  closed: ReadonlyMap<string, UptimeParts>;
  /** Rows recorded at or after `openDayAt`. */
  changes: readonly Change[];
  /** The current layers. */
  layers: Layers;
  /** Stretches in which it was not observed; absent = none. */
  stopped?: readonly Span[];
}

/** Returns the effective status since the start of the open day, from an instant on. */
export const segmentsOf = ({ changes, layers, openDayAt, stopped = [] }: UptimeFacts, from: number, now: number) =>
  effectiveSegments(changes, layers, { from: openDayAt, to: now }, from, stopped);

export interface UptimeTotal {
  parts: UptimeParts;
  /** The ms covered. */
  span: number;
}

export interface DaySum extends UptimeTotal {
  day: Day;
}

/**
 * Returns how long each status held on each of whole days (ascending), up to `now`; days before the start are left out.
 */
export function daySums(facts: UptimeFacts, days: readonly Day[], now: number): DaySum[] {
  const counted = days.filter((day) => day.date >= facts.startDate && day.from < now);
  const first = counted[0]?.from ?? now;
  const segments = segmentsOf(facts, first, now);
  return counted.map((day) => {
    const window = { from: day.from, to: Math.min(day.to, now) };
    const open = day.from >= facts.openDayAt;
    const parts = open ? tally(segments, window) : (facts.closed.get(day.date) ?? noParts);
    return { day, parts, span: window.to - window.from };
  });
}

/** Sums the days. Two adjacent ranges add up to the one over both; days before the start do not count. */
export const sumDays = (facts: UptimeFacts, days: readonly Day[], now: number): UptimeTotal =>
  daySums(facts, days, now).reduce<UptimeTotal>(
    (sum, { parts, span }) => ({ parts: addParts(sum.parts, parts), span: sum.span + span }),
    { parts: noParts, span: 0 },
  );
