import { expect, test } from "vitest";
import { layerReturnsAt } from "./opening";

const minute = 60_000;
const hour = 60 * minute;
const now = 1000 * hour;

test("a layer comes back at once the first time, and long after the last time", () => {
  expect(layerReturnsAt({ openedAt: null, vouchedSince: now, now })).toBeLessThanOrEqual(now);
  expect(layerReturnsAt({ openedAt: now - 2 * hour, vouchedSince: now, now })).toBeLessThanOrEqual(now);
});

test("a short while after the last time it waits for ten minutes of a word, or for two hours to be over", () => {
  expect(layerReturnsAt({ openedAt: now - minute, vouchedSince: now - 4 * minute, now })).toBe(now + 6 * minute);
  expect(layerReturnsAt({ openedAt: now - 2 * hour + minute, vouchedSince: now, now })).toBe(now + minute);
});

test("an opening of a clock that was ahead keeps nothing waiting, nor does a word that lies ahead", () => {
  const ahead = now + 24 * hour;
  expect(layerReturnsAt({ openedAt: ahead, vouchedSince: ahead, now })).toBeLessThanOrEqual(now);
  expect(layerReturnsAt({ openedAt: ahead, vouchedSince: now, now })).toBeLessThanOrEqual(now);
});
