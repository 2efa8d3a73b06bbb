import { type MonitorMinute, ringMinutes, unpackMinuteRing } from "~/text/ring";
import { dayMs, minuteMs } from "~/time/durations";
import type { CheckCounts, MonitorMinuteRows } from "./monitor-uptime";

export const resultRanges = ["day", "week", "month", "quarter"] as const;
export type ResultRange = (typeof resultRanges)[number];

/** One point of a chart: the result of a step that starts at `at` (UTC ms). */
export interface ResultPoint {
  at: number;
  /** Mean response time in ms; null without a response. */
  milliseconds: number | null;
  state: MonitorMinute["state"];
}

/** Minutes of each range and of its steps: at most 288 points for a day, 336 for a week, 240 for a month. */
const spans: Record<Exclude<ResultRange, "quarter">, { length: number; step: number }> = {
  day: { length: 1440, step: 5 },
  week: { length: 7 * 1440, step: 30 },
  month: { length: 30 * 1440, step: 180 },
};

/** Returns the range with a step that is at least the interval; with shorter steps, some would always be empty. */
export function resultStepOf(
  range: Exclude<ResultRange, "quarter">,
  interval: number,
): { length: number; step: number } {
  const { length, step } = spans[range];
  return { length, step: Math.max(step, interval) };
}

/** States from worst to best. The worst known state of a step counts; it is no data only when no state is known. */
const order: readonly MonitorMinute["state"][] = ["down", "degraded", "up", "no_data"];

function merged(at: number, minutes: readonly MonitorMinute[]): ResultPoint {
  const state = order.find((each) => minutes.some((minute) => minute.state === each)) ?? "none";
  const known = minutes.flatMap(({ milliseconds }) => (milliseconds === null ? [] : [milliseconds]));
  const sum = known.reduce((total, each) => total + each, 0);
  return { at, state, milliseconds: known.length === 0 ? null : Math.round(sum / known.length) };
}

/** Returns the minutes from `from` on, with undefined for those without a result. A week has 10,080. */
function minutesSince({ hours, ring, end }: MonitorMinuteRows, from: number): (MonitorMinute | undefined)[] {
  const found: (MonitorMinute | undefined)[] = [];
  const put = (first: number, packed: string) => {
    unpackMinuteRing(packed).forEach((minute, index) => {
      if (minute.state !== "none" && first + index >= from) found[first + index - from] = minute;
    });
  };
  for (const { hour, minutes } of hours) put(hour * ringMinutes, minutes);
  put(end - ringMinutes + 1, ring);
  return found;
}

/** Returns the points of a range that ends with the minute `now`, oldest first, one per step. */
export function resultPointsOf(
  rows: MonitorMinuteRows,
  now: number,
  { length, step }: { length: number; step: number },
): ResultPoint[] {
  const count = length / step;
  const first = (Math.floor(now / step) - count + 1) * step;
  const known = minutesSince(rows, first);
  return Array.from({ length: count }, (_, index) => {
    const minutes = known.slice(index * step, (index + 1) * step).filter((minute) => minute !== undefined);
    return merged((first + index * step) * minuteMs, minutes);
  });
}

function dayState([up, degraded, down, noData]: CheckCounts): MonitorMinute["state"] {
  if (down > 0) return "down";
  if (degraded > 0) return "degraded";
  if (up > 0) return "up";
  return noData > 0 ? "no_data" : "none";
}

/** Returns one point for each UTC day up to `today` (ms / 86,400,000). The mean covers the checks that found it up. */
export const dailyResultPoints = (
  days: ReadonlyMap<number, CheckCounts>,
  today: number,
  count: number,
): ResultPoint[] =>
  Array.from({ length: count }, (_, index) => {
    const day = today - count + 1 + index;
    const counts = days.get(day) ?? [0, 0, 0, 0, 0];
    const answers = counts[0] + counts[1];
    const milliseconds = answers === 0 ? null : Math.round(counts[4] / answers);
    return { at: day * dayMs, state: dayState(counts), milliseconds };
  });
