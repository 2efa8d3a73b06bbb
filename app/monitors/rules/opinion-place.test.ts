import { expect, test } from "vitest";
import { checkersPerRegion, regionCheckerName } from "./opinion-place";

test("a shard always asks the same object of a region, and shards spread over all of them", () => {
  expect(regionCheckerName("weur", "shard-a")).toBe(regionCheckerName("weur", "shard-a"));
  expect(regionCheckerName("weur", "shard-a")).not.toBe(regionCheckerName("enam", "shard-a"));
  const names = Array.from({ length: 400 }, (_, index) => regionCheckerName("weur", `shard-${index}`));
  const counts = [...new Set(names)].map((name) => names.filter((each) => each === name).length);
  expect(counts).toHaveLength(checkersPerRegion);
  expect(Math.max(...counts)).toBeLessThan(60);
});
