import fc from "fast-check";
import { expect, test } from "vitest";
import { askedBy } from "../../tests/support/open-tabs";
import { projectedDayCount, secondsUntilNextPoll } from "./open-tabs";

const free = 100_000;

const load = { rate: 0, expected: 0, asked: 0, askedAtPace: 0, limit: free, dayLeft: 3600 };
const paid = { ...load, limit: null };

test.each([
  [load, false, 60],
  [load, true, 300],
  [{ ...load, rate: 120 }, false, 120],
  [{ ...load, rate: 120 }, true, 300],
  [{ ...load, rate: 600 }, true, 600],
  [{ ...paid, rate: 100_000 }, false, 900],
  // At half of the day's requests, calm tabs slow down and tabs in trouble do not.
  [{ ...load, expected: 49_999 }, true, 300],
  [{ ...load, expected: 50_000 }, true, 900],
  [{ ...load, expected: 900_000 }, false, 60],
  // Tabs would not last until the end of the day, or have used their share: calm tabs slow down first.
  [{ ...load, askedAtPace: 16_667 }, true, 900],
  [{ ...load, askedAtPace: 99_000 }, false, 60],
  [{ ...load, asked: 16_666 }, true, 300],
  [{ ...load, asked: 16_667 }, true, 3600],
  [{ ...load, asked: 11_000 }, false, 60],
  [{ ...load, asked: 20_000 }, false, 900],
  [{ ...load, asked: 22_223 }, false, 3600],
  [{ ...load, asked: 22_223, dayLeft: 5 }, false, 900],
  [{ ...paid, asked: 9e6, askedAtPace: 9e6, expected: 9e6 }, true, 300],
])("%j, calm: %s: again in %d seconds", (given, isCalm, seconds) => {
  expect(secondsUntilNextPoll(given, isCalm)).toBe(seconds);
});

test("more never asks sooner, and what is calm never sooner than what is down", () => {
  const loads = fc.record({
    rate: fc.nat(1e6),
    expected: fc.nat(1e7),
    asked: fc.nat(1e5),
    askedAtPace: fc.nat(1e6),
    limit: fc.constantFrom(null, free),
    dayLeft: fc.integer({ min: 1, max: 86_400 }),
  });
  fc.assert(
    fc.property(loads, fc.nat(1e6), fc.nat(1e5), fc.boolean(), (one, rate, asked, isCalm) => {
      const more = {
        ...one,
        rate: one.rate + rate,
        expected: one.expected + rate,
        asked: one.asked + asked,
        askedAtPace: one.askedAtPace + asked,
      };
      expect(secondsUntilNextPoll(more, isCalm)).toBeGreaterThanOrEqual(secondsUntilNextPoll(one, isCalm));
      expect(secondsUntilNextPoll(one, true)).toBeGreaterThanOrEqual(secondsUntilNextPoll(one, false));
      expect(secondsUntilNextPoll(one, false)).toBeGreaterThanOrEqual(60);
      expect(secondsUntilNextPoll(one, true)).toBeGreaterThanOrEqual(300);
    }),
  );
});

test("what a day comes to: the first hour is no tenth of a second", () => {
  expect(projectedDayCount(100, 1)).toBe(2400);
  expect(projectedDayCount(100, 12 * 3600_000)).toBe(200);
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
  for (const each of [few, some, many]) expect(each?.requests).toBeLessThan(free / 3);
});

test("a whole day in sight while all is well: requests of 10, 100, 1,000 and 10,000 open tabs", () => {
  const rows = [10, 100, 1000, 10_000].map((tabs) => ({
    tabs,
    ...askedBy({ tabs, isolates: 5, minutes: 1440, limit: free, isCalm: true, from: 0 }),
  }));
  console.table(rows);
  expect(rows[0]?.requests).toBeLessThanOrEqual(10 * 288);
  for (const { requests } of rows) expect(requests).toBeLessThan(free / 3);
});
