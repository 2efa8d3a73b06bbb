import { monitorMinuteStates, packMinute, ringMinutes } from "~/text/ring";
import { dayMs } from "~/time/durations";

/** Numbers of checks by result; `milliseconds` is the sum of all answers. */
export type CheckCounts = readonly [up: number, degraded: number, down: number, noData: number, milliseconds: number];

export const noCheckCounts: CheckCounts = [0, 0, 0, 0, 0];

export const addCheckCounts = (one: CheckCounts, other: CheckCounts): CheckCounts => [
  one[0] + other[0],
  one[1] + other[1],
  one[2] + other[2],
  one[3] + other[3],
  one[4] + other[4],
];

/**
 * Returns the share of known checks that found the monitor up, slow or not: 0 to 1, cut off after four decimals (two of
 * a percentage), so that one failure is never rounded away. Unknown checks do not count; null when none is known.
 */
export function uptimeShare([up, degraded, down]: CheckCounts): number | null {
  const known = up + degraded + down;
  return known === 0 ? null : Math.floor(((up + degraded) * 10_000) / known) / 10_000;
}

const width = packMinute({ state: "none", milliseconds: null }).length;
const parts = [...Array(8).keys()].map((part) => part * 4096);

/**
 * States by the first of a minute's three letters, which holds the state and the upper part of the latency: enough to
 * count a day quickly.
 */
const stateOf = new Map(
  monitorMinuteStates.flatMap((state, index) =>
    parts.map((part) => [packMinute({ state, milliseconds: part })[0], index]),
  ),
);

/** Counts the packed minutes from `from` to before `to` (0 to 60). */
export function countPackedChecks(packed: string, from = 0, to = ringMinutes): CheckCounts {
  const found = [0, 0, 0, 0, 0];
  const end = Math.min(packed.length, to * width);
  for (let at = Math.max(0, from) * width; at < end; at += width) {
    const state = stateOf.get(packed[at] ?? "") ?? 0;
    found[state] = (found[state] ?? 0) + 1;
  }
  const [, up = 0, degraded = 0, down = 0, noData = 0] = found;
  return [up, degraded, down, noData, 0];
}

/** Rows of closed hours (UTC ms / 3,600,000) and the ring of the last sixty minutes up to `end` (UTC ms / 60,000). */
export interface MonitorMinuteRows {
  hours: readonly { hour: number; minutes: string }[];
  ring: string;
  end: number;
}

/** Counts the checks from minute `from` on; minutes in both an hour's row and the ring count once. */
export function countChecksSince({ hours, ring, end }: MonitorMinuteRows, from: number): CheckCounts {
  const ringStart = end - ringMinutes + 1;
  const closed = hours.map(({ hour, minutes }) => {
    const first = hour * ringMinutes;
    return countPackedChecks(minutes, from - first, ringStart - first);
  });
  return [...closed, countPackedChecks(ring, from - ringStart)].reduce(addCheckCounts, noCheckCounts);
}

/** Returns the counts by UTC day (ms / 86,400,000), from the rows by year and the current day. */
export function checkCountsByDay(
  years: readonly { year: number; days: Record<string, readonly number[]> }[],
  open: { day: number; today: CheckCounts } | null,
): Map<number, CheckCounts> {
  const closed = years.flatMap(({ year, days }) =>
    Object.entries(days).map(([day, [up = 0, degraded = 0, down = 0, noData = 0, sum = 0]]): [number, CheckCounts] => {
      return [Date.parse(`${year}-${day}T00:00:00Z`) / dayMs, [up, degraded, down, noData, sum]];
    }),
  );
  return new Map(open ? [...closed, [open.day, open.today]] : closed);
}

/** Returns the counts of the last `length` days, `today` the last of them. */
export const countChecksOfLastDays = (
  days: ReadonlyMap<number, CheckCounts>,
  today: number,
  length: number,
): CheckCounts =>
  [...days]
    .filter(([day]) => day <= today && day > today - length)
    .reduce((sum, [, each]) => addCheckCounts(sum, each), noCheckCounts);
