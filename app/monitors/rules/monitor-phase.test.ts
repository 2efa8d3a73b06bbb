import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { type CheckSchedule, checksByMinuteOfHour, leastBusyPhase } from "./monitor-phase";

test.each([
  [1, [], 0],
  [5, [], 0],
  [5, [{ interval: 5, phase: 0 }], 1],
  [2, [{ interval: 2, phase: 1 }], 0],
  [
    5,
    [
      { interval: 10, phase: 0 },
      { interval: 10, phase: 1 },
    ],
    2,
  ],
  [
    10,
    [
      { interval: 5, phase: 0 },
      { interval: 5, phase: 1 },
      { interval: 5, phase: 2 },
    ],
    3,
  ],
] as [number, CheckSchedule[], number][])("one each %d minutes beside %j begins at %d", (interval, beats, phase) => {
  expect(leastBusyPhase(interval, beats)).toBe(phase);
});

const one = fc.constantFrom(...allowedCheckIntervalMinutes);

function placed(wanted: readonly number[]): CheckSchedule[] {
  const beats: CheckSchedule[] = [];
  for (const interval of wanted) beats.push({ interval, phase: leastBusyPhase(interval, beats) });
  return beats;
}

test("monitors of one interval are spread evenly: no minute has more than one check more than another", () => {
  fc.assert(
    fc.property(one, fc.integer({ min: 0, max: 130 }), (interval, count) => {
      const load = checksByMinuteOfHour(placed(new Array<number>(count).fill(interval)));
      expect(Math.max(...load) - Math.min(...load)).toBeLessThanOrEqual(1);
    }),
    { numRuns: 40 },
  );
});

test("a phase lies within its interval, and each check is counted once", () => {
  fc.assert(
    fc.property(fc.array(one, { maxLength: 60 }), (wanted) => {
      const beats = placed(wanted);
      for (const { interval, phase } of beats) expect(phase).toBeLessThan(interval);
      const checks = wanted.reduce((sum, interval) => sum + 60 / interval, 0);
      expect(checksByMinuteOfHour(beats).reduce((sum, each) => sum + each, 0)).toBe(checks);
    }),
  );
});
