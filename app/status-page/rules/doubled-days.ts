import type { StatusByLayer } from "~/status/status";
import { dayOf, dayStart } from "~/time/day";
import { effectiveStatusSegments, type StatusChange, type TimeSpan } from "../timeline/rules/timeline";
import { tallyUptimeParts, type UptimeParts, zeroUptimeParts } from "../uptime/rules/uptime";
import { withoutCoverageLayer } from "./without-coverage";

/** A change of the page's time zone at `at` (ms) after which packed days of both zones exist. */
export interface FormerZoneChange {
  at: number;
  from: string;
  to: string;
}

/** The last day that was packed in the former zone, and the part of it that no later day counts. */
interface TimeZoneBoundary {
  date: string;
  whole: TimeSpan;
  /** Null = the new zone's day of the same date counts all of it. */
  own: TimeSpan | null;
}

/** Returns null when both zones had the same midnight. */
export function timeZoneBoundaryOf({ at, from, to }: FormerZoneChange): TimeZoneBoundary | null {
  const openedAt = dayStart(from, dayOf(from, at));
  const opensAt = dayStart(to, dayOf(to, openedAt));
  if (opensAt === openedAt) return null;
  const date = dayOf(from, openedAt - 1);
  const whole = { from: dayStart(from, date), to: openedAt };
  return { date, whole, own: dayOf(to, opensAt) === date ? null : { from: whole.from, to: opensAt } };
}

/** A component's packed days, and all its rows since the earliest of those days. */
export interface ComponentDayHistory {
  closed: ReadonlyMap<string, UptimeParts>;
  changes: readonly StatusChange[];
  /** The current layers. */
  layers: StatusByLayer;
}

const isEqual = (one: UptimeParts, other: UptimeParts) => one.every((part, place) => part === other[place]);

/**
 * Returns the day with only the time that no other day counts; null when its packed figures differ from its rows, so
 * that more is known of it.
 */
function mended(past: ComponentDayHistory, { date, whole, own }: TimeZoneBoundary): [string, UptimeParts] | null {
  const packed = past.closed.get(date);
  if (!packed) return null;
  const { changes, layers } = withoutCoverageLayer(past);
  const told = effectiveStatusSegments(changes, layers, whole, whole.from);
  if (!isEqual(packed, tallyUptimeParts(told, whole))) return null;
  const parts = own ? tallyUptimeParts(told, own) : zeroUptimeParts;
  return isEqual(packed, parts) ? null : [date, parts];
}

/**
 * Returns, by date and with correct figures, days whose packed figures include time that the first days of the new zone
 * count too. A day that was packed again since is not among them.
 */
export function correctedPartsByDoubledDay(
  past: ComponentDayHistory,
  changes: readonly FormerZoneChange[],
): Map<string, UptimeParts> {
  return new Map(
    changes.flatMap((change) => {
      const boundary = timeZoneBoundaryOf(change);
      const found = boundary && mended(past, boundary);
      return found ? [found] : [];
    }),
  );
}
