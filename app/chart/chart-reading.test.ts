import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { monitorMinuteStates } from "~/text/ring";
import { chartPointAfterKey, chartPointAtShare, responseRowOfChartPoint, valuesOfChartLine } from "./chart-reading";
import { drawResponsePaths } from "./response-path";
import { responseRowsOf } from "./response-rows";

const step = 300_000;

const anyPoints = fc
  .array(fc.record({ milliseconds: fc.option(fc.nat(32_766)), state: fc.constantFrom(...monitorMinuteStates) }), {
    minLength: 1,
    maxLength: 336,
  })
  .map((all): ResultPoint[] => all.map((each, index) => ({ ...each, at: 1_763_000_100_000 + index * step })));

test("the values of a line are those that were drawn, to a third of a thousandth of the axis; gaps are gaps", () => {
  fc.assert(
    fc.property(anyPoints, (points) => {
      const { line, top } = drawResponsePaths(points, step);
      const read = valuesOfChartLine(line, points.length, top);
      expect(read).toHaveLength(points.length);
      points.forEach(({ milliseconds }, index) => {
        const value = read[index] ?? null;
        expect(value === null).toBe(milliseconds === null);
        expect(Math.abs((value ?? 0) - (milliseconds ?? 0))).toBeLessThanOrEqual(top / 3000 + 0.5);
      });
    }),
  );
});

test("each point is in the row whose time it belongs to, and has its state unless the row has several", () => {
  fc.assert(
    fc.property(anyPoints, (points) => {
      const rows = responseRowsOf(points, step);
      const sizes = rows.map(({ from, to }) => (to - from) / step);
      points.forEach(({ at, state }, index) => {
        const row = rows[responseRowOfChartPoint(sizes, index)];
        expect(row && row.from <= at && at < row.to).toBe(true);
        if (row?.mixed === false) expect(row.state).toBe(state);
      });
    }),
    { numRuns: 30 },
  );
});

test.each([
  [0, false, 0],
  [0.5, false, 50],
  [1, false, 99],
  [-0.2, false, 0],
  [1.4, false, 99],
  [0, true, 99],
  [1, true, 0],
])("the point under %d of the width, mirrored: %s", (share, isMirrored, index) => {
  expect(chartPointAtShare(share, 100, isMirrored)).toBe(index);
});

test.each([
  ["ArrowRight", 50, false, 51],
  ["ArrowRight", 50, true, 49],
  ["ArrowLeft", 0, false, 0],
  ["ArrowLeft", 50, true, 51],
  ["ArrowUp", 50, true, 51],
  ["ArrowDown", 50, true, 49],
  ["PageUp", 95, false, 99],
  ["PageDown", 50, false, 40],
  ["Home", 50, false, 0],
  ["End", 50, false, 99],
  ["Tab", 50, false, null],
  ["constructor", 50, false, null],
])("%s from %d, mirrored: %s", (key, index, isMirrored, next) => {
  expect(chartPointAfterKey(key, index, 100, isMirrored)).toBe(next);
});
