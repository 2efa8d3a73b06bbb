import fc from "fast-check";
import { expect, test } from "vitest";
import { intervals } from "~/plan/check-intervals";
import { type Beat, loadOf, phaseFor } from "./monitor-phase";

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
] as [number, Beat[], number][])("one each %d minutes beside %j begins at %d", (interval, beats, phase) => {
  expect(phaseFor(interval, beats)).toBe(phase);
});

const one = fc.constantFrom(...intervals);

function placed(wanted: readonly number[]): Beat[] {
  const beats: Beat[] = [];
  for (const interval of wanted) beats.push({ interval, phase: phaseFor(interval, beats) });
  return beats;
}

test("monitors of one interval are spread evenly: no minute has more than one check more than another", () => {
  fc.assert(
    fc.property(one, fc.integer({ min: 0, max: 130 }), (interval, count) => {
      const load = loadOf(placed(new Array<number>(count).fill(interval)));
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
      expect(loadOf(beats).reduce((sum, each) => sum + each, 0)).toBe(checks);
    }),
  );
});
