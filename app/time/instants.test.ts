import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  clampToNow,
  isRecentInstant,
  isStampedWithin,
  isUnexpired,
  maxClockDifferenceMs,
  maxStampAheadMs,
} from "./instants";

const [second, minute, hour] = [1000, 60_000, 3_600_000];
const noon = Date.UTC(2026, 10, 20, 12);

describe("what is remembered", () => {
  test.each([
    ["just now", 0, second, true],
    ["almost too old", second - 1, second, true],
    ["too old", second, second, false],
    ["of a clock that went back a little", -1, second, false],
    ["of a clock that went back an hour", -hour, second, false],
    ["of a clock that went back a day", -24 * hour, 48 * hour, false],
  ])("%s", (_, age, length, young) => {
    expect(isRecentInstant(noon - age, noon, length)).toBe(young);
  });
});

describe("what lasts until an instant", () => {
  test.each([
    ["is over", 0, 10 * second, false],
    ["ends soon", 1, 10 * second, true],
    ["was given just now", 10 * second, 10 * second, true],
    ["was given by a machine whose clock is a little ahead", 10 * second + maxClockDifferenceMs, 10 * second, true],
    ["was given by a clock that is an hour ahead", hour, 10 * second, false],
    ["was given by a clock that is a day ahead", 24 * hour, 60 * second, false],
  ])("%s", (_, ahead, longest, lasts) => {
    expect(isUnexpired(noon + ahead, noon, longest)).toBe(lasts);
  });
});

describe("a stamp", () => {
  test.each([
    ["of now", 0, true],
    ["of a quarter of an hour ago", -15 * minute, true],
    ["older than that", -15 * minute - 1, false],
    ["of a clock that is a little ahead", maxStampAheadMs, true],
    ["of a clock that was far ahead", maxStampAheadMs + 1, false],
  ])("%s", (_, ahead, holds) => {
    expect(isStampedWithin(noon + ahead, noon, 15 * minute)).toBe(holds);
  });
});

const instant = fc.integer({ min: 0, max: 4e12 });
const length = fc.integer({ min: 1, max: 30 * 24 * hour });

test("however the clock jumps, nothing is held up for longer than its kind may last", () => {
  fc.assert(
    fc.property(instant, instant, length, (at, now, longest) => {
      if (isRecentInstant(at, now, longest)) expect(isRecentInstant(at, now + longest, longest)).toBe(false);
      if (isUnexpired(at, now, longest))
        expect(isUnexpired(at, now + longest + maxClockDifferenceMs, longest)).toBe(false);
    }),
  );
});

test("with a clock that is right each kind lasts for its whole length and not longer", () => {
  fc.assert(
    fc.property(instant, length, fc.nat(60 * 24 * hour), (at, longest, later) => {
      expect(isRecentInstant(at, at + later, longest)).toBe(later < longest);
      expect(isUnexpired(at + longest, at + later, longest)).toBe(later < longest);
    }),
  );
});

test("what is told lies never ahead, and stays as it is when it is past", () => {
  fc.assert(
    fc.property(instant, instant, (at, now) => {
      expect(clampToNow(at, now)).toBeLessThanOrEqual(now);
      if (at <= now) expect(clampToNow(at, now)).toBe(at);
    }),
  );
});
