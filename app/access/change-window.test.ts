import fc from "fast-check";
import { expect, test } from "vitest";
import {
  alertChangeWindowStart,
  changeWindowAfterChanges,
  mayChangeMoreAlerts,
  secondsUntilNextWindow,
} from "./change-window";

const minute = 60_000;
const now = Date.UTC(2026, 10, 20, 12, 3);
const limit = 300;
const at = alertChangeWindowStart(now);
const room = (counts: Record<string, number>, changed: number, more: object = {}) =>
  mayChangeMoreAlerts({ at, counts }, "s", { now, changed, limit, ...more });

test.each([
  ["the first body of a window, whatever its size", {}, 5000, true],
  ["up to the limit", { s: 100 }, 200, true],
  ["beyond it", { s: 100 }, 201, false],
  ["nothing at all, when it is used up", { s: 5000 }, 0, true],
  ["what another source used up", { t: 5000 }, 200, true],
])("%s", (_, counts, changed, expected) => {
  expect(room(counts, changed)).toBe(expected);
});

test("0 lifts it; the next window, and one that a wrong clock left ahead, is empty", () => {
  expect(room({ s: 5000 }, 200, { limit: 0 })).toBe(true);
  expect(room({ s: 5000 }, 200, { now: now + 5 * minute })).toBe(true);
  expect(room({ s: 5000 }, 200, { now: now - 3600 * 1000 })).toBe(true);
});

test("a window ends within five minutes, and so many changes that follow each other are within it", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 60 });
  const property = fc.property(counts, fc.nat(10 ** 13), (bodies, instant) => {
    expect(secondsUntilNextWindow(instant)).toBeGreaterThanOrEqual(1);
    expect(secondsUntilNextWindow(instant)).toBeLessThanOrEqual(300);
    let window = { at: 0, counts: {} as Readonly<Record<string, number>> };
    for (const changed of bodies) {
      if (mayChangeMoreAlerts(window, "s", { now: instant, changed, limit }))
        window = changeWindowAfterChanges(window, "s", changed, instant);
    }
    expect(window.counts.s ?? 0).toBeLessThanOrEqual(limit);
  });
  fc.assert(property);
});
