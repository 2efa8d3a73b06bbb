import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { monitorMinuteStates } from "~/text/ring";
import { chartBox } from "./chart-box";
import { drawResponsePaths, type ResponseLimit } from "./response-path";

const step = 60_000;
const { width, ground, top } = chartBox;

const pointsFrom = (values: readonly (number | null)[], states: readonly ResultPoint["state"][] = []): ResultPoint[] =>
  values.map((milliseconds, index) => ({
    at: index * step,
    milliseconds,
    state: states[index] ?? (milliseconds === null ? "no_data" : "up"),
  }));

test("a line through the middle of the steps, cut at each gap; a lonely answer is a dot", () => {
  const { line, area } = drawResponsePaths(pointsFrom([100, 50, null, 0]), step);
  expect(line).toBe("M90,10L270,87M630,164Z");
  expect(area).toBe("M90,10L270,87V164H90Z");
});

test("bands take whole steps, one path for each state, and the worse is the taller", () => {
  const states = ["up", "down", "down", "up", "down", "degraded", "no_data", "none"] as const;
  const { bands } = drawResponsePaths(pointsFrom([1, null, null, 1, null, 1, null, null], states), step);
  expect(bands).toEqual([
    { state: "down", d: "M90,164V10H270V164ZM360,164V10H450V164Z" },
    { state: "degraded", d: "M450,164V71.6H540V164Z" },
    { state: "no_data", d: "M540,164V125.5H630V164Z" },
  ]);
});

test("the upward axis ends at a round figure at or above the slowest answer", () => {
  const topOf = (slowest: number) =>
    drawResponsePaths(pointsFrom([slowest, 1]), step).marks.map((mark) => mark.milliseconds);
  expect(topOf(0)).toEqual([2, 4, 6, 8, 10]);
  expect(topOf(153)).toEqual([50, 100, 150, 200]);
  expect(topOf(519)).toEqual([200, 400, 600]);
  expect(topOf(8000)).toEqual([2000, 4000, 6000, 8000]);
});

const slowAbove = (milliseconds: number): ResponseLimit => ({ kind: "slow", milliseconds });

test("a limit is drawn as long as it leaves room for the answers", () => {
  const heightOf = (limit: number) => {
    const { limits, top: end } = drawResponsePaths(pointsFrom([100, 90]), step, [slowAbove(limit)]);
    return [limits[0]?.y, end];
  };
  expect(drawResponsePaths(pointsFrom([100, 90]), step).limits).toEqual([]);
  expect(heightOf(200)).toEqual([top, 200]);
  expect(heightOf(50)).toEqual([87, 100]);
  expect(heightOf(5000)).toEqual([null, 100]);
});

test("two limits have their heights each, and one that is too far away does not move the other", () => {
  const limits = [slowAbove(150), { kind: "timeout", milliseconds: 10_000 } as const];
  const drawing = drawResponsePaths(pointsFrom([100, 90]), step, limits);
  expect(drawing.limits).toEqual([
    { kind: "slow", milliseconds: 150, y: top },
    { kind: "timeout", milliseconds: 10_000, y: null },
  ]);
});

test("outages without a single response time have no scale, and no limit on it", () => {
  const points = pointsFrom([null, null], ["down", "up"]);
  const { bands, marks, grid, limits } = drawResponsePaths(points, step, [slowAbove(5)]);
  expect(bands.map(({ state }) => state)).toEqual(["down"]);
  expect([marks, grid, limits]).toEqual([[], "", [{ ...slowAbove(5), y: null }]]);
});

test("nothing makes nothing", () => {
  const { line, area, bands, placeOf } = drawResponsePaths([], step);
  expect([line, area, bands, placeOf(0)]).toEqual(["", "", [], 0]);
});

const anyPoints = fc
  .array(fc.record({ milliseconds: fc.option(fc.nat(32_766)), state: fc.constantFrom(...monitorMinuteStates) }), {
    minLength: 1,
    maxLength: 336,
  })
  .map((all) => all.map((each, index) => ({ ...each, at: 1_763_000_000_000 + index * step })));

const gapsOf = (points: readonly ResultPoint[]) =>
  points.filter((point, index) => point.milliseconds !== null && (points[index - 1]?.milliseconds ?? null) === null);

test("any points: numbers within the box with one decimal, a place each, and a new start after each gap", () => {
  fc.assert(
    fc.property(anyPoints, fc.option(fc.nat(60_000)), (points, limit) => {
      const drawing = drawResponsePaths(points, step, limit === null ? [] : [slowAbove(limit)]);
      const all = [drawing.line, drawing.area, drawing.grid, ...drawing.bands.map(({ d }) => d)].join("");
      expect(all).toMatch(/^(?:[MLVHZ]|-?\d+(?:\.\d)?|,)*$/);
      for (const [, x, y] of drawing.line.matchAll(/([\d.]+),([\d.]+)/g)) {
        expect(Number(x)).toBeLessThanOrEqual(width);
        expect(Number(y)).toBeGreaterThanOrEqual(top);
        expect(Number(y)).toBeLessThanOrEqual(ground);
      }
      expect(drawing.line.match(/[ML]/g)?.length ?? 0).toBe(points.filter((each) => each.milliseconds !== null).length);
      expect(drawing.line.match(/M/g)?.length ?? 0).toBe(gapsOf(points).length);
      expect(new Set(drawing.bands.map(({ state }) => state)).size).toBe(drawing.bands.length);
      expect(drawing.marks.length).toBeLessThanOrEqual(8);
    }),
  );
});
