import type { Layers } from "~/status/status";
import { dayOf, dayStart } from "~/time/day";
import { type Change, effectiveSegments, type Span } from "../timeline/rules/timeline";
import { noParts, type Parts, tally } from "../uptime/rules/uptime";
import { uncovered } from "./uncovered";

/** A page had another time zone from `at` on (ms), and packed days of its former one beside those of the new one. */
export interface FormerZoneChange {
  at: number;
  from: string;
  to: string;
}

/** The last day that was packed in the former zone, and what of it no later day counts. */
interface Boundary {
  date: string;
  whole: Span;
  /** Null = all of it is counted by the new zone's day of the same date. */
  own: Span | null;
}

/** Null where both zones had the same midnight. */
export function boundaryOf({ at, from, to }: FormerZoneChange): Boundary | null {
  const openedAt = dayStart(from, dayOf(from, at));
  const opensAt = dayStart(to, dayOf(to, openedAt));
  if (opensAt === openedAt) return null;
  const date = dayOf(from, openedAt - 1);
  const whole = { from: dayStart(from, date), to: openedAt };
  return { date, whole, own: dayOf(to, opensAt) === date ? null : { from: whole.from, to: opensAt } };
}

/** What is known of a component: its packed days, and all rows since the earliest of those days. */
export interface PackedPast {
  closed: ReadonlyMap<string, Parts>;
  changes: readonly Change[];
  /** What the layers say now. */
  layers: Layers;
}

const isEqual = (one: Parts, other: Parts) => one.every((part, place) => part === other[place]);

/** The day with what no other day counts; null where it is packed otherwise, so that something else is known of it. */
function mended(past: PackedPast, { date, whole, own }: Boundary): [string, Parts] | null {
  const packed = past.closed.get(date);
  if (!packed) return null;
  const { changes, layers } = uncovered(past);
  const told = effectiveSegments(changes, layers, whole, whole.from);
  if (!isEqual(packed, tally(told, whole))) return null;
  const parts = own ? tally(told, own) : noParts;
  return isEqual(packed, parts) ? null : [date, parts];
}

/**
 * Days whose packed figures count, beside their own, time that the first days of the new zone count too: by date with
 * the right ones. A day that was packed anew since is none of them.
 */
export function doubledDays(past: PackedPast, changes: readonly FormerZoneChange[]): Map<string, Parts> {
  return new Map(
    changes.flatMap((change) => {
      const boundary = boundaryOf(change);
      const found = boundary && mended(past, boundary);
      return found ? [found] : [];
    }),
  );
}
