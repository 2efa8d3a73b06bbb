import fc from "fast-check";
import { expect, test } from "vitest";
import { ageOf } from "./age";

const minute = 60_000;

test.each([
  [0.5, null],
  [1, "1 minute"],
  [10.9, "10 minute"],
  [14, "10 minute"],
  [59, "55 minute"],
  [60, "1 hour"],
  [23 * 60 + 59, "23 hour"],
  [24 * 60, null],
  [-5, null],
])("after %s minutes it is %s", (minutes, told) => {
  const age = ageOf(0, minutes * minute);
  expect(age && `${age.value} ${age.unit}`).toBe(told);
});

test("an age is never more than what has passed, and at most an hour behind it", () => {
  fc.assert(
    fc.property(fc.integer({ min: minute, max: 24 * 60 * minute - 1 }), (passed) => {
      const age = ageOf(0, passed);
      const told = (age?.value ?? 0) * (age?.unit === "hour" ? 60 : 1) * minute;
      expect(told).toBeLessThanOrEqual(passed);
      expect(passed - told).toBeLessThan(60 * minute);
    }),
  );
});
