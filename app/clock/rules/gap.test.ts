import fc from "fast-check";
import { expect, test } from "vitest";
import { gapsBetweenSigns, hasTickSignEachMinute, lastTickAt, tickGapAfterMs } from "./gap";

const minute = 60_000;
const now = 100 * minute;

test.each([
  ["ticks each minute leave none", [97, 98, 99], []],
  [
    "from the last sign to now",
    [40, 50],
    [
      [40, 50],
      [50, 100],
    ],
  ],
  ["a ping in the first seconds hides none", [40, 99.9], [[40, 99.9]]],
  ["who pings all along was heard", [92, 93, 94, 95, 96, 97, 98, 99], []],
  [
    "two stops are two",
    [10, 50, 50.5, 99.5],
    [
      [10, 50],
      [50.5, 99.5],
    ],
  ],
  ["a sign that lies ahead is none", [40, 130], [[40, 100]]],
  ["nothing is known before the first sign", [], []],
])("%s", (_, signs, expected) => {
  const at = (minutes: number) => minutes * minute;
  expect(gapsBetweenSigns(signs.map(at), now)).toEqual(
    expected.map(([from = 0, to = 0]) => ({ from: at(from), to: at(to) })),
  );
});

test("gaps do not overlap, end by now, and no sign lies within one", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 2 * now })), (signs) => {
      const gaps = gapsBetweenSigns(signs, now);
      for (const [index, { from, to }] of gaps.entries()) {
        expect(to - from).toBeGreaterThan(tickGapAfterMs);
        expect(to).toBeLessThanOrEqual(gaps[index + 1]?.from ?? now);
        expect(signs.some((at) => at > from && at < to)).toBe(false);
      }
    }),
  );
});

test("the last tick is the later of its stamp and of the shards that it wrote; what lies ahead says nothing", () => {
  expect(lastTickAt({ tickAt: 90 * minute, shards: [{ minute: 95 }, { minute: 20 }] }, now)).toBe(95 * minute);
  expect(lastTickAt({ tickAt: 500 * minute, shards: [] }, now)).toBe(0);
  expect([99, 98, 97].map((at) => hasTickSignEachMinute({ shards: [{ minute: at }] }, now))).toEqual([
    true,
    true,
    false,
  ]);
});
