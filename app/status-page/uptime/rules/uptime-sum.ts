import type { Layers } from "~/status/status";
import type { Day } from "~/time/day";
import { type Change, effectiveSegments, type Span } from "../../timeline/rules/timeline";
import { addParts, noParts, type Parts, tally } from "./uptime";

/** What the uptime of one component is made from: packed days, and the rows since the open day. */
export interface UptimeFacts {
  /** Start (ms) of the first local day that is not packed. */
  openDayAt: number;
  /** YYYY-MM-DD in the page's zone; before it there is nothing. */
  startDate: string;
  /** By date; a day that is not here was wholly operational. */
  closed: ReadonlyMap<string, Parts>;
  /** Recorded at or after `openDayAt`. */
  changes: readonly Change[];
  /** What the layers say now. */
  layers: Layers;
  /** The stretches in which nobody looked at it; absent = none. */
  stopped?: readonly Span[];
}

/** What it showed since the open day began, from an instant on. */
export const segmentsOf = ({ changes, layers, openDayAt, stopped = [] }: UptimeFacts, from: number, now: number) =>
  effectiveSegments(changes, layers, { from: openDayAt, to: now }, from, stopped);

export interface Summed {
  parts: Parts;
  /** ms that were looked at. */
  span: number;
}

export interface DaySum extends Summed {
  day: Day;
}

/** How long each status held on each of whole days (ascending), up to `now`; days before the start are left out. */
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

/** The days together. Two ranges that meet add up to the one over both; days before the start count nothing. */
export const sumDays = (facts: UptimeFacts, days: readonly Day[], now: number): Summed =>
  daySums(facts, days, now).reduce<Summed>(
    (sum, { parts, span }) => ({ parts: addParts(sum.parts, parts), span: sum.span + span }),
    { parts: noParts, span: 0 },
  );
