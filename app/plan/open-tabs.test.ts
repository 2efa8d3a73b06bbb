import fc from "fast-check";
import { expect, test } from "vitest";
import { askedBy } from "../../tests/support/open-tabs";
import { dayAtThisPace, nextAsk } from "./open-tabs";

const free = 100_000;

test.each([
  [{ rate: 0, expected: 0, limit: free }, 60],
  [{ rate: 120, expected: 0, limit: free }, 120],
  [{ rate: 100_000, expected: 0, limit: null }, 900],
  [{ rate: 0, expected: 50_000, limit: free }, 60],
  [{ rate: 0, expected: 70_000, limit: free }, 480],
  [{ rate: 0, expected: 90_000, limit: free }, 900],
  [{ rate: 0, expected: 900_000, limit: null }, 60],
])("%j: again in %d seconds", (load, seconds) => {
  expect(nextAsk(load)).toBe(seconds);
});

test("more never asks sooner, and always between one minute and fifteen", () => {
  const load = fc.record({ rate: fc.nat(1e6), expected: fc.nat(1e7), limit: fc.constantFrom(null, free) });
  fc.assert(
    fc.property(load, fc.nat(1e6), fc.nat(1e6), (one, rate, expected) => {
      const more = nextAsk({ ...one, rate: one.rate + rate, expected: one.expected + expected });
      expect(more).toBeGreaterThanOrEqual(nextAsk(one));
      expect(more).toBeLessThanOrEqual(900);
      expect(nextAsk(one)).toBeGreaterThanOrEqual(60);
    }),
  );
});

test("what a day comes to: the first hour is no tenth of a second", () => {
  expect(dayAtThisPace(100, 1)).toBe(2400);
  expect(dayAtThisPace(100, 12 * 3600_000)).toBe(200);
});

test("two hours of an incident: requests of 100, 1,000 and 10,000 open tabs", () => {
  const plans = [
    { plan: "free", limit: free },
    { plan: "paid", limit: null },
  ];
  const rows = plans.flatMap(({ plan, limit }) =>
    [100, 1000, 10_000].map((tabs) => ({ plan, tabs, ...askedBy({ tabs, isolates: 5, minutes: 120, limit }) })),
  );
  console.table(rows);
  const [few, some, many] = rows;
  expect(few?.requests).toBeLessThanOrEqual(100 * 120);
  expect(some?.requests).toBeLessThan(60_000);
  // Ten thousand who look for two hours are a day of Free, whatever they are told.
  expect(many?.requests).toBeLessThan(1.05 * free);
  expect(many?.between).toBe(900);
});
