import { expect, test } from "vitest";
import { measurementPlaceOf } from "./measurement-place";

test.each([
  ["own", undefined, true, "own"],
  ["own", "weur", true, "own"],
  ["paid", "weur", true, "weur"],
  ["free", "apac", true, "apac"],
  ["free", "apac", false, "cloudflare"],
  ["paid", undefined, true, "cloudflare"],
] as const)("on %s with the location %s, Durable Objects %s: from %s", (plan, location, spread, from) => {
  expect(measurementPlaceOf({ plan, location, spread })).toBe(from);
});
