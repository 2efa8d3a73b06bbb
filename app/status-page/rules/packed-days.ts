import type { Layers } from "~/status/status";
import { daysBetween } from "~/time/day";
import { lengthIn } from "../restating/rules/stretches";
import { withUnknownTime } from "../restating/rules/unknown-time";
import { effectiveSegments, type Span } from "../timeline/rules/timeline";
import { tally, type UptimeParts } from "../uptime/rules/uptime";
import type { ChangeFact } from "./snapshot-facts";

export interface PackedDay {
  year: number;
  /** `MM-DD` */
  day: string;
  /** ms of [major, partial, degraded, maintenance, no data]; null = fully operational. */
  parts: number[] | null;
}

/** Stretches without observation that a component's rows do not show. */
export interface Unseen {
  /** Standstills of the deployment in which nothing else observed it either. */
  stopped?: readonly Span[];
  /** Stretches that were restated because nothing had monitored it. */
  restated?: readonly Span[];
}

/** Returns the closed days of one component in [from, to), both local midnights of the zone. */
export function packedDays(
  zone: string,
  changes: readonly ChangeFact[],
  current: Layers,
  window: { from: number; to: number },
  startDate: string,
  { stopped = [], restated = [] }: Unseen = {},
): PackedDay[] {
  const days = daysBetween(zone, window.from, window.to).filter((day) => day.to <= window.to);
  const first = days.find((day) => day.date >= startDate)?.from ?? window.to;
  const segments = effectiveSegments(changes, current, window, first, stopped);
  return days
    .filter((day) => day.date >= startDate)
    .map((day) => {
      const parts = withUnknownTime(tally(segments, day), day.to - day.from, lengthIn(restated, day));
      const eventful = parts.some((part) => part > 0);
      return { year: Number(day.date.slice(0, 4)), day: day.date.slice(5), parts: eventful ? [...parts] : null };
    });
}

/** Returns the packed years of one component by date, YYYY-MM-DD. */
export function packedDates(
  years: readonly { year: number; days: Readonly<Record<string, readonly number[]>> }[],
): Map<string, UptimeParts> {
  return new Map(
    years.flatMap(({ year, days }) =>
      Object.entries(days).map(([date, parts]) => [`${year}-${date}`, parts as unknown as UptimeParts] as const),
    ),
  );
}
