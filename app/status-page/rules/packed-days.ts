import type { StatusByLayer } from "~/status/status";
import { type Day, daysBetween } from "~/time/day";
import { coveredLengthIn } from "../restating/rules/stretches";
import { withUnknownTime } from "../restating/rules/unknown-time";
import { effectiveStatusSegments, type TimeSpan } from "../timeline/rules/timeline";
import { tallyUptimeParts, type UptimeParts } from "../uptime/rules/uptime";
import type { StatusChangeFact } from "./snapshot-facts";

export interface PackedDay {
  year: number;
  /** `MM-DD` */
  day: string;
  /** ms of [major, partial, degraded, maintenance, no data]; null = fully operational. */
  parts: number[] | null;
}

/** Stretches without observation that a component's rows do not show. */
export interface UnobservedSpans {
  /** Standstills of the deployment in which nothing else observed it either. */
  stopped?: readonly TimeSpan[];
  /** Stretches that were restated because nothing had monitored it. */
  restated?: readonly TimeSpan[];
}

/** Returns these days of one component, in order of time. */
export function packDays(
  days: readonly Day[],
  changes: readonly StatusChangeFact[],
  current: StatusByLayer,
  startDate: string,
  { stopped = [], restated = [] }: UnobservedSpans = {},
): PackedDay[] {
  const counted = days.filter((day) => day.date >= startDate);
  const [first, last] = [counted[0], counted.at(-1)];
  if (!first || !last) return [];
  const window = { from: first.from, to: last.to };
  const segments = effectiveStatusSegments(changes, current, window, first.from, stopped);
  return counted.map((day) => {
    const parts = withUnknownTime(tallyUptimeParts(segments, day), day.to - day.from, coveredLengthIn(restated, day));
    const eventful = parts.some((part) => part > 0);
    return { year: Number(day.date.slice(0, 4)), day: day.date.slice(5), parts: eventful ? [...parts] : null };
  });
}

/** Returns the closed days of one component in [from, to), both local midnights of the zone. */
export const packClosedDays = (
  zone: string,
  changes: readonly StatusChangeFact[],
  current: StatusByLayer,
  window: { from: number; to: number },
  startDate: string,
  unseen: UnobservedSpans = {},
): PackedDay[] =>
  packDays(
    daysBetween(zone, window.from, window.to).filter((day) => day.to <= window.to),
    changes,
    current,
    startDate,
    unseen,
  );

/** Returns the packed years of one component by date, YYYY-MM-DD. */
export function packedPartsByDate(
  years: readonly { year: number; days: Readonly<Record<string, readonly number[]>> }[],
): Map<string, UptimeParts> {
  return new Map(
    years.flatMap(({ year, days }) =>
      Object.entries(days).map(([date, parts]) => [`${year}-${date}`, parts as unknown as UptimeParts] as const),
    ),
  );
}
