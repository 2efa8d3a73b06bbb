import { expect, test } from "vitest";
import { objectsPerRegion, opinionPlace } from "./opinion-place";

test("a shard always asks the same object of a region, and shards spread over all of them", () => {
  expect(opinionPlace("weur", "shard-a")).toBe(opinionPlace("weur", "shard-a"));
  expect(opinionPlace("weur", "shard-a")).not.toBe(opinionPlace("enam", "shard-a"));
  const names = Array.from({ length: 400 }, (_, index) => opinionPlace("weur", `shard-${index}`));
  const counts = [...new Set(names)].map((name) => names.filter((each) => each === name).length);
  expect(counts).toHaveLength(objectsPerRegion);
  expect(Math.max(...counts)).toBeLessThan(60);
});
