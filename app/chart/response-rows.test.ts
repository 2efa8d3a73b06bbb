import fc from "fast-check";
import { expect, test } from "vitest";
import type { ResultPoint } from "~/monitors/rules/monitor-points";
import { monitorMinuteStates } from "~/text/ring";
import { maxResponseRows, responseRowsOf, responseTimeSummaryOf } from "./response-rows";

const minute = 60_000;
const step = 5 * minute;
const start = Date.UTC(2026, 10, 20);

const pointsOf = (all: readonly [ResultPoint["state"], number | null][]): ResultPoint[] =>
  all.map(([state, milliseconds], index) => ({ at: start + index * step, state, milliseconds }));

const calm = (count: number) => Array.from({ length: count }, (_, index) => ["up", 100 + index] as ["up", number]);

test("a calm day is a row an hour, newest first", () => {
  const rows = responseRowsOf(pointsOf(calm(288)), step);
  expect(rows).toHaveLength(24);
  expect(rows.at(-1)).toEqual({
    from: start,
    to: start + 60 * minute,
    state: "up",
    mixed: false,
    mean: 106,
    slowest: 111,
  });
});

test("an outage has a row of its own, and long silence is one", () => {
  const rows = responseRowsOf(
    pointsOf([
      ...calm(20),
      ["down", null],
      ["down", null],
      ...calm(2),
      ...Array(48).fill(["no_data", null]),
      ...calm(216),
    ]),
    step,
  );
  const found = rows.filter(({ state }) => state !== "up");
  expect(found.map(({ from, to, state }) => [(from - start) / minute, (to - start) / minute, state])).toEqual([
    [120, 360, "no_data"],
    [100, 110, "down"],
  ]);
});

test("states that change all the time are told by the hour, by the worst of them", () => {
  const flapping = Array.from(
    { length: 288 },
    (_, index) => (index % 2 ? ["up", 10] : ["down", null]) as ["up", number],
  );
  const rows = responseRowsOf(pointsOf(flapping), step);
  expect(rows.map(({ state, mixed, mean }) => [state, mixed, mean])).toEqual(Array(24).fill(["down", true, 10]));
});

test("any points: at most a hundred rows that tile all of the time, newest first", () => {
  const some = fc.tuple(fc.constantFrom(...monitorMinuteStates), fc.option(fc.nat(30_000)));
  fc.assert(
    fc.property(fc.array(some, { minLength: 1, maxLength: 744 }), (all) => {
      const points = pointsOf(all);
      const rows = responseRowsOf(points, step).toReversed();
      expect(rows.length).toBeLessThanOrEqual(maxResponseRows);
      expect(rows[0]?.from).toBe(start);
      expect(rows.at(-1)?.to).toBe(start + all.length * step);
      expect(rows.slice(1).map(({ from }) => from)).toEqual(rows.slice(0, -1).map(({ to }) => to));
      const slowest = rows.flatMap((row) => (row.slowest === null ? [] : [row.slowest]));
      expect(slowest.length === 0 ? null : Math.max(...slowest)).toBe(responseTimeSummaryOf(points).slowest);
    }),
  );
});

test("the median, the slowest, and the outages among what is known", () => {
  expect(
    responseTimeSummaryOf(
      pointsOf([
        ["up", 30],
        ["down", null],
        ["degraded", 900],
        ["up", 10],
        ["no_data", null],
      ]),
    ),
  ).toEqual({
    median: 30,
    slowest: 900,
    down: 1,
    known: 4,
  });
  expect(responseTimeSummaryOf([])).toEqual({ median: null, slowest: null, down: 0, known: 0 });
});
