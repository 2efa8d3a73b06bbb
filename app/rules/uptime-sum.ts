import type { Day } from "./day";
import type { Layers } from "./status";
import { type Change, effectiveSegments } from "./timeline";
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
}

export interface Summed {
  parts: Parts;
  /** ms that were looked at. */
  span: number;
}

/**
 * How long each status held over whole days (ascending), up to `now`. Two ranges that meet add up to the one over
 * both; days before the start count nothing.
 */
export function sumDays(facts: UptimeFacts, days: readonly Day[], now: number): Summed {
  const counted = days.filter((day) => day.date >= facts.startDate && day.from < now);
  const first = counted[0]?.from ?? now;
  const segments = effectiveSegments(facts.changes, facts.layers, { from: facts.openDayAt, to: now }, first);
  let sum: Summed = { parts: noParts, span: 0 };
  for (const day of counted) {
    const window = { from: day.from, to: Math.min(day.to, now) };
    const open = day.from >= facts.openDayAt;
    const parts = open ? tally(segments, window) : (facts.closed.get(day.date) ?? noParts);
    sum = { parts: addParts(sum.parts, parts), span: sum.span + window.to - window.from };
  }
  return sum;
}
