import fc from "fast-check";
import { expect, test } from "vitest";
import { chartBox } from "./chart-box";
import { type ChartEvent, chartEventPaths, chartEventPlace, chartEventsWithin, maxChartEvents } from "./chart-events";

const stepMs = 300_000;
const from = Date.UTC(2026, 10, 20);
const stretch = { from, to: from + 288 * stepMs, stepMs };
const event = (begin: number, end: number | null, more: Partial<ChartEvent> = {}): ChartEvent => ({
  kind: "incident",
  title: "Slow",
  href: `/${begin}`,
  from: from + begin * stepMs,
  to: end === null ? null : from + end * stepMs,
  ...more,
});

test("what ended before the chart begins, or starts after its end, is not marked; what touches it is", () => {
  const all = [event(-10, 0), event(-10, 1), event(5, 6), event(287, null), event(288, null), event(-20, null)];
  expect(chartEventsWithin(all, stretch)).toEqual({
    marked: [event(-20, null), event(-10, 1), event(5, 6), event(287, null)],
    hasMore: false,
  });
});

test("of too many, the newest are marked, oldest first", () => {
  const all = Array.from({ length: 20 }, (_, index) => event(index, index + 1)).toReversed();
  const { marked, hasMore } = chartEventsWithin(all, stretch);
  expect(marked.map(({ href }) => href)).toEqual(Array.from({ length: maxChartEvents }, (_, at) => `/${11 + at}`));
  expect(hasMore).toBe(true);
});

test("an event takes its part of the width, at least four units, and knows which points it touches", () => {
  expect(chartEventPlace(event(72, 144), stretch)).toEqual({ left: 180, right: 360, points: [72, 143] });
  expect(chartEventPlace(event(-5, 10.5), stretch)).toEqual({ left: 0, right: 26.3, points: [0, 10] });
  expect(chartEventPlace(event(287.9, null), stretch)).toEqual({ left: 716, right: 720, points: [287, 287] });
  expect(chartEventPlace(event(100, 100.1), stretch)).toMatchObject({ left: 250, right: 254, points: [100, 100] });
});

test("each kind has one area and one bar, at a height of its own", () => {
  const placed = [event(0, 144), event(144, 288, { kind: "maintenance" })].map((each) => ({
    kind: each.kind,
    place: chartEventPlace(each, stretch),
  }));
  expect(chartEventPaths(placed)).toEqual([
    { kind: "incident", wash: "M0,164V10H360V164Z", bar: "M0,2H360" },
    { kind: "maintenance", wash: "M360,164V10H720V164Z", bar: "M360,7H720" },
  ]);
  expect(chartEventPaths([])).toEqual([]);
});

test("any events: each place is within the drawing and the points, in order", () => {
  const some = fc.record({ begin: fc.integer({ min: -400, max: 400 }), length: fc.option(fc.nat(600)) });
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (all) => {
      const events = all.map(({ begin, length }) => event(begin, length === null ? null : begin + length));
      const { marked, hasMore } = chartEventsWithin(events, stretch);
      expect(marked.length).toBeLessThanOrEqual(maxChartEvents);
      if (!hasMore) expect(marked.length).toBe(chartEventsWithin(events.toReversed(), stretch).marked.length);
      for (const each of marked) {
        const { left, right, points } = chartEventPlace(each, stretch);
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(chartBox.width);
        expect(right - left).toBeGreaterThan(3.8);
        expect(points[0]).toBeGreaterThanOrEqual(0);
        expect(points[1]).toBeGreaterThanOrEqual(points[0]);
        expect(points[1]).toBeLessThan(288);
      }
    }),
  );
});
