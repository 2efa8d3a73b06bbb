import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { monitorMinuteStates } from "~/text/ring";
import { chartBox, drawResponsePaths } from "./response-path";

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

test("where slow begins is drawn as long as it leaves room for the answers", () => {
  const slow = (limit: number | null) => drawResponsePaths(pointsFrom([100, 90]), step, limit).slow;
  expect(slow(null)).toBeNull();
  expect(slow(200)).toEqual({ milliseconds: 200, y: top });
  expect(slow(50)).toEqual({ milliseconds: 50, y: 87 });
  expect(slow(5000)).toBeNull();
});

test("outages without a single response time have no scale, and no limit on it", () => {
  const { bands, marks, grid, slow } = drawResponsePaths(pointsFrom([null, null], ["down", "up"]), step, 5);
  expect(bands.map(({ state }) => state)).toEqual(["down"]);
  expect([marks, grid, slow]).toEqual([[], "", null]);
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
      const drawing = drawResponsePaths(points, step, limit);
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
