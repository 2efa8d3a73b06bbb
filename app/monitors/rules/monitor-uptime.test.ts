import fc from "fast-check";
import { expect, test } from "vitest";
import {
  emptyMinuteRing,
  hourRowOfRing,
  type MonitorMinute,
  monitorMinuteStates,
  packMinuteRing,
  pushMinutesToRing,
  unpackMinuteRing,
} from "~/text/ring";
import {
  type CheckCounts,
  checkCountsByDay,
  countChecksOfLastDays,
  countChecksSince,
  countPackedChecks,
  noCheckCounts,
  uptimeShare,
} from "./monitor-uptime";

test.each([
  [[0, 0, 0, 0, 0], null],
  [[0, 0, 0, 60, 0], null],
  [[10, 0, 0, 0, 0], 1],
  [[5, 5, 0, 90, 0], 1],
  [[0, 0, 3, 0, 0], 0],
  [[2, 0, 1, 0, 0], 0.6666],
  [[1, 1, 1, 7, 0], 0.6666],
  [[43_199, 0, 1, 0, 0], 0.9999],
  [[1_000_000, 0, 1, 0, 0], 0.9999],
] as [CheckCounts, number | null][])("%j is %s", (counts, share) => {
  expect(uptimeShare(counts)).toBe(share);
});

const counting = fc.tuple(...[1, 2, 3, 4].map(() => fc.nat(2000)));

test("only a faultless time is whole, only a dead one nothing, and what is not known moves nothing", () => {
  fc.assert(
    fc.property(counting, fc.nat(2000), ([up = 0, degraded = 0, down = 0], noData) => {
      const share = uptimeShare([up, degraded, down, noData, 0]);
      expect(share).toBe(uptimeShare([up, degraded, down, 0, 0]));
      expect(share === null).toBe(up + degraded + down === 0);
      if (share === null) return;
      expect(share === 1).toBe(down === 0);
      expect(share).toBeLessThanOrEqual((up + degraded) / (up + degraded + down));
      expect(share).toBeGreaterThan((up + degraded) / (up + degraded + down) - 0.00011);
    }),
  );
});

const minute: fc.Arbitrary<MonitorMinute> = fc.record({
  state: fc.constantFrom(...monitorMinuteStates),
  milliseconds: fc.option(fc.integer({ min: 0, max: 32_000 }), { nil: null }),
});

const plainCount = (minutes: readonly MonitorMinute[]): CheckCounts => {
  const of = (state: MonitorMinute["state"]) => minutes.filter((each) => each.state === state).length;
  return [of("up"), of("degraded"), of("down"), of("no_data"), 0];
};

test("counting by first letters is counting what is unpacked", () => {
  const window = fc.tuple(fc.integer({ min: -10, max: 70 }), fc.integer({ min: -10, max: 70 }));
  fc.assert(
    fc.property(fc.array(minute, { minLength: 60, maxLength: 60 }), window, (minutes, [from, to]) => {
      const packed = packMinuteRing(minutes);
      expect(countPackedChecks(packed)).toEqual(plainCount(unpackMinuteRing(packed)));
      expect(countPackedChecks(packed, from, to)).toEqual(
        plainCount(minutes.slice(Math.max(0, from), Math.max(0, to))),
      );
    }),
  );
});

test("hours and ring overlap and are counted once, whenever the day is looked at", () => {
  const begin = 30_000_000;
  const some = fc.array(minute, { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(some, fc.nat(500), (minutes, back) => {
      const hours = new Map<number, string>();
      let ring = emptyMinuteRing;
      minutes.forEach((each, index) => {
        ring = pushMinutesToRing(ring, [each]);
        const row = hourRowOfRing(ring, begin + index);
        hours.set(row.hour, row.minutes);
      });
      const end = begin + minutes.length - 1;
      const closed = [...hours].map(([hour, packed]) => ({ hour, minutes: packed }));
      const from = end - back;
      const truth = plainCount(minutes.slice(Math.max(0, from - begin)));
      expect(countChecksSince({ hours: closed, ring, end }, from)).toEqual(truth);
      const over = closed.filter(({ hour }) => hour < Math.floor(end / 60));
      expect(countChecksSince({ hours: over, ring, end }, from)).toEqual(truth);
    }),
  );
});

test("days of two years and the one that is not over, within a window that ends today", () => {
  const years: { year: number; days: Record<string, number[]> }[] = [
    { year: 2025, days: { "12-30": [1, 0, 0, 0, 10], "12-31": [2, 0, 1, 0, 20] } },
    { year: 2026, days: { "01-01": [4, 0, 0, 3, 40] } },
  ];
  const today = Date.UTC(2026, 0, 2) / 86_400_000;
  const days = checkCountsByDay(years, { day: today, today: [8, 1, 0, 0, 80] });
  expect(countChecksOfLastDays(days, today, 1)).toEqual([8, 1, 0, 0, 80]);
  expect(countChecksOfLastDays(days, today, 3)).toEqual([14, 1, 1, 3, 140]);
  expect(countChecksOfLastDays(days, today, 90)).toEqual([15, 1, 1, 3, 150]);
  expect(countChecksOfLastDays(days, today - 1, 1)).toEqual([4, 0, 0, 3, 40]);
  expect(countChecksOfLastDays(checkCountsByDay([], null), today, 90)).toEqual(noCheckCounts);
});
