import { expect, test } from "vitest";
import { inForeignOrder } from "./foreign-values";

test.each([
  [[3, 1, 2], "120"],
  [["2", "10", "1"], "201"],
  [[null, 1, undefined], "102"],
  [[1, 1, 0], "201"],
  [["first", {}, -1], "201"],
  [[Number.NaN, Number.POSITIVE_INFINITY, 5], "201"],
])("rows with the places %j come as %s, those without a place last", (places, order) => {
  const rows = places.map((place, at) => ({ place, at }));
  expect(
    inForeignOrder<{ place: unknown; at: number }>(rows, ({ place }) => place)
      .map(({ at }) => at)
      .join(""),
  ).toBe(order);
});
