import type { Layers } from "~/status/status";
import { dayOf, dayStart } from "~/time/day";
import { type Change, effectiveSegments, type Span } from "../timeline/rules/timeline";
import { noParts, tally, type UptimeParts } from "../uptime/rules/uptime";
import { withoutCoverage } from "./without-coverage";

/**
 * A change of the page's time zone at `at` (ms) that left packed days of the former zone beside those of the new one.
 */
export interface FormerZoneChange {
  at: number;
  from: string;
  to: string;
}

/** The last day that was packed in the former zone, and the part of it that no later day counts. */
interface Boundary {
  date: string;
  whole: Span;
  /** Null = the new zone's day of the same date counts all of it. */
  own: Span | null;
}

/** Returns null when both zones had the same midnight. */
export function boundaryOf({ at, from, to }: FormerZoneChange): Boundary | null {
  const openedAt = dayStart(from, dayOf(from, at));
  const opensAt = dayStart(to, dayOf(to, openedAt));
  if (opensAt === openedAt) return null;
  const date = dayOf(from, openedAt - 1);
  const whole = { from: dayStart(from, date), to: openedAt };
  return { date, whole, own: dayOf(to, opensAt) === date ? null : { from: whole.from, to: opensAt } };
}

/** A component's packed days, and all its rows since the earliest of those days. */
export interface PackedPast {
  closed: ReadonlyMap<string, UptimeParts>;
  changes: readonly Change[];
  /** The current layers. */
  layers: Layers;
}

const isEqual = (one: UptimeParts, other: UptimeParts) => one.every((part, place) => part === other[place]);

/**
 * Returns the day with only the time that no other day counts; null when its packed figures differ from its rows, so
 * that more is known of it.
 */
function mended(past: PackedPast, { date, whole, own }: Boundary): [string, UptimeParts] | null {
  const packed = past.closed.get(date);
  if (!packed) return null;
  const { changes, layers } = withoutCoverage(past);
  const told = effectiveSegments(changes, layers, whole, whole.from);
  if (!isEqual(packed, tally(told, whole))) return null;
  const parts = own ? tally(told, own) : noParts;
  return isEqual(packed, parts) ? null : [date, parts];
}

/**
 * Returns, by date and with correct figures, days whose packed figures include time that the first days of the new zone
 * count too. A day that was packed again since is not among them.
 */
export function doubledDays(past: PackedPast, changes: readonly FormerZoneChange[]): Map<string, UptimeParts> {
  return new Map(
    changes.flatMap((change) => {
      const boundary = boundaryOf(change);
      const found = boundary && mended(past, boundary);
      return found ? [found] : [];
    }),
  );
}
