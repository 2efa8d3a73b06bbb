import fc from "fast-check";
import { expect, test } from "vitest";
import { moveItemByOne, moveItemOnto, rowsToReposition } from "./positions";

const list = [
  { id: "a", position: 1 },
  { id: "b", position: 4 },
  { id: "c", position: 9 },
];

test("moving swaps two places and leaves the rest", () => {
  expect(moveItemByOne(list, "c", "up")).toEqual([
    { id: "c", position: 4 },
    { id: "b", position: 9 },
  ]);
  expect(moveItemByOne(list, "a", "up")).toEqual([]);
  expect(moveItemByOne(list, "c", "down")).toEqual([]);
  expect(moveItemByOne(list, "x", "down")).toEqual([]);
});

test("one that is put onto another has its place, and the rest keep their order", () => {
  const positions = fc.uniqueArray(fc.integer({ min: 0, max: 50 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(positions, fc.nat(7), fc.nat(7), (given, one, other) => {
      const list = given.toSorted((a, b) => a - b).map((position, index) => ({ id: `${index}`, position }));
      const [from, to] = [one % list.length, other % list.length];
      const changed = new Map(moveItemOnto(list, `${from}`, `${to}`).map((each) => [each.id, each.position]));
      const order = list
        .map(({ id, position }) => ({ id, position: changed.get(id) ?? position }))
        .sort((a, b) => a.position - b.position)
        .map(({ id }) => id);
      const rest = list.map(({ id }) => id).filter((id) => id !== `${from}`);
      expect(order[to]).toBe(`${from}`);
      expect(order.filter((id) => id !== `${from}`)).toEqual(rest);
      expect(new Set(order).size).toBe(list.length);
    }),
  );
  expect(moveItemOnto(list, "x", "a")).toEqual([]);
  expect(moveItemOnto(list, "a", "x")).toEqual([]);
});

test("any order, equal places too, is reached and stays unique", () => {
  const lists = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(lists, (positions) => {
      const order = positions.map((position, index) => ({ id: `${index}`, position }));
      const changed = new Map(rowsToReposition(order).map((each) => [each.id, each.position]));
      const result = order.map((each) => changed.get(each.id) ?? each.position);
      return result.every((position, index) => index === 0 || position > (result[index - 1] ?? 0));
    }),
  );
});
