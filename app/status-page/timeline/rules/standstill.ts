import { forEachMinuteOfRing } from "~/text/ring";
import { minuteMs } from "~/time/durations";
import type { LayerStatusStep } from "./layer-steps";
import type { TimeSpan } from "./timeline";

/** A stretch of a standstill with a known result, because a monitor checked nevertheless. */
export interface CheckedSpan extends TimeSpan {
  /** True when an agent delivered it afterwards. */
  isLate: boolean;
}

/**
 * The periods in which the deployment did not run checks, in order of time, and by component the periods in which
 * checks ran nevertheless.
 */
export interface Standstills {
  all: readonly TimeSpan[];
  looked: ReadonlyMap<string, readonly CheckedSpan[]>;
}

/** Stored minutes of a monitor that observes a component: sixty of them up to and including `end` (UTC ms / 60,000). */
export interface StoredMonitorMinutes {
  componentId: string;
  /** Minutes for which a result counts, until the next one. */
  interval: number;
  isLate: boolean;
  end: number;
  minutes: string;
}

/** Returns the spans without the others; both in order of time. */
export function subtractSpans(spans: readonly TimeSpan[], taken: readonly TimeSpan[]): TimeSpan[] {
  let left = spans.map(({ from, to }) => ({ from, to }));
  for (const each of taken) {
    left = left.flatMap(({ from, to }) => {
      if (each.to <= from || each.from >= to) return [{ from, to }];
      const parts = [
        { from, to: each.from },
        { from: each.to, to },
      ];
      return parts.filter((part) => part.from < part.to);
    });
  }
  return left;
}

function resultsIn({ end, minutes, interval, isLate }: StoredMonitorMinutes, { from, to }: TimeSpan): CheckedSpan[] {
  const found: CheckedSpan[] = [];
  let at = (end - 59) * minuteMs;
  forEachMinuteOfRing(minutes, (state) => {
    const isResult = state === "up" || state === "degraded" || state === "down";
    if (isResult && at >= from && at < to) {
      found.push({ from: at, to: Math.min(to, at + Math.max(1, interval) * minuteMs), isLate: isLate && at > from });
    }
    at += minuteMs;
  });
  return found;
}

/**
 * Combines these periods with the stored minutes of monitors: a result within such a period shows that the monitor
 * still ran.
 */
export function standstillsOf(all: readonly TimeSpan[], kept: readonly StoredMonitorMinutes[]): Standstills {
  const looked = new Map<string, CheckedSpan[]>();
  for (const each of kept) {
    const found = all.flatMap((span) => resultsIn(each, span));
    if (found.length > 0) looked.set(each.componentId, [...(looked.get(each.componentId) ?? []), ...found]);
  }
  return { all, looked };
}

/** Returns the stretches in which a component was not observed. */
export const unobservedSpansOf = (standstills: Standstills | undefined, componentId: string): TimeSpan[] =>
  standstills ? subtractSpans(standstills.all, standstills.looked.get(componentId) ?? []) : [];

/** Returns the stretches of a component that were delivered afterwards, without overlaps. */
export function lateReportedSpans(standstills: Standstills | undefined, componentId: string): TimeSpan[] {
  const late = (standstills?.looked.get(componentId) ?? []).filter(({ isLate }) => isLate);
  const added: { from: number; to: number }[] = [];
  for (const { from, to } of late.sort((one, other) => one.from - other.from)) {
    const last = added.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else added.push({ from, to });
  }
  return added;
}

const isInside = (at: number, spans: readonly TimeSpan[]) => spans.some(({ from, to }) => at > from && at < to);

/**
 * Returns the standstills without outages that ended in them, because their end was reported with a time within. For an
 * outage that lasted beyond a standstill, nothing in between is known.
 */
export function standstillsWithoutOutages(
  stopped: readonly TimeSpan[],
  observed: readonly LayerStatusStep[],
): readonly TimeSpan[] {
  if (stopped.length === 0) return stopped;
  const told = observed.flatMap(({ at, status }, index) => {
    if (status === "operational" || status === "no_data") return [];
    // A step to the same status does not end the outage.
    const to = observed.slice(index + 1).find((next) => next.status !== status)?.at ?? Number.POSITIVE_INFINITY;
    return isInside(to, stopped) ? [{ from: at, to }] : [];
  });
  return subtractSpans(stopped, told);
}
