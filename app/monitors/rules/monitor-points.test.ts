import fc from "fast-check";
import { expect, test } from "vitest";
import { allowedCheckIntervalMinutes } from "~/plan/check-intervals";
import { emptyMinuteRing, type MonitorMinute, packMinuteRing, pushMinutesToRing } from "~/text/ring";
import { dailyResultPoints, resultPointsOf, resultStepOf } from "./monitor-points";

const up = (milliseconds: number): MonitorMinute => ({ state: "up", milliseconds });
const down: MonitorMinute = { state: "down", milliseconds: null };
const noData: MonitorMinute = { state: "no_data", milliseconds: null };
const end = 30_000_000 - 1;

test("a step is the mean of its answers and the worst that is known", () => {
  const ring = pushMinutesToRing(emptyMinuteRing, [up(100), up(200), down, noData, up(300)]);
  const points = resultPointsOf({ hours: [], ring, end }, end, { length: 1440, step: 5 });
  expect(points).toHaveLength(288);
  expect(points.at(-1)).toEqual({ at: (end - 4) * 60_000, state: "down", milliseconds: 200 });
  expect(points.at(-2)).toEqual({ at: (end - 9) * 60_000, state: "none", milliseconds: null });
});

test("what is not known is said only where nothing is known", () => {
  const ring = pushMinutesToRing(emptyMinuteRing, [...Array(5).fill(noData), noData, up(9), noData, noData, noData]);
  const points = resultPointsOf({ hours: [], ring, end }, end, { length: 60, step: 5 });
  expect(points.slice(-2).map(({ state, milliseconds }) => [state, milliseconds])).toEqual([
    ["no_data", null],
    ["up", 9],
  ]);
});

test("an hour's row and the ring tell one story where both tell it", () => {
  const minutes = Array.from({ length: 60 }, (_, index) => up(index));
  const hour = Math.floor(end / 60);
  const twice = resultPointsOf(
    { hours: [{ hour, minutes: packMinuteRing(minutes) }], ring: packMinuteRing(minutes), end },
    end,
    {
      length: 60,
      step: 60,
    },
  );
  expect(twice).toEqual([{ at: hour * 3_600_000, state: "up", milliseconds: 30 }]);
});

test("no range has more than 336 points, and every step holds a check", () => {
  const range = fc.constantFrom("day" as const, "week" as const, "month" as const);
  fc.assert(
    fc.property(
      range,
      fc.constantFrom(...allowedCheckIntervalMinutes),
      fc.nat(100_000),
      fc.nat(59),
      (each, interval, later, phase) => {
        const now = end + later;
        const steps = resultStepOf(each, interval);
        const ring = Array.from({ length: 60 }, (_, index) => now - 59 + index).map((minute) =>
          minute % interval === phase % interval ? up(5) : { state: "none" as const, milliseconds: null },
        );
        const points = resultPointsOf({ hours: [], ring: packMinuteRing(ring), end: now }, now, steps);
        expect(points.length).toBe(steps.length / steps.step);
        expect(points.length).toBeLessThanOrEqual(336);
        const whole = points.filter(({ at }) => at / 60_000 >= now - 59 && at / 60_000 + steps.step <= now + 1);
        for (const point of whole) expect(point.state).toBe("up");
      },
    ),
  );
});

test("days: worst first, the mean of what was up, gaps are gaps", () => {
  const today = 20_000;
  const days = new Map([
    [today, [3, 1, 0, 0, 400]],
    [today - 1, [3, 1, 1, 0, 400]],
    [today - 3, [0, 0, 0, 9, 0]],
  ] as [number, [number, number, number, number, number]][]);
  expect(dailyResultPoints(days, today, 4).map(({ state, milliseconds }) => [state, milliseconds])).toEqual([
    ["no_data", null],
    ["none", null],
    ["down", 100],
    ["degraded", 100],
  ]);
  expect(dailyResultPoints(days, today, 90)[89]?.at).toBe(today * 86_400_000);
});
