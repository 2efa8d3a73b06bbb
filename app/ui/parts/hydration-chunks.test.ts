import fc from "fast-check";
import { expect, test } from "vitest";
import { firstItemChunks, laterItemChunks } from "./hydration-chunks";

const rows = (count: number, weight = 1) => Array.from({ length: count }, (_, at) => ({ key: `r${at}`, weight }));
const keysOf = (count: number) => rows(count).map(({ key }) => key);
const firstOf = (count: number) => firstItemChunks(rows(count)) ?? new Map<string, number>();

test.each([
  [0, 1, null],
  [10, 1, null],
  [11, 1, [10, 1]],
  [25, 1, [10, 10, 5]],
  [3, 4, [3]],
  [6, 4, [3, 2, 1]],
  [2, 200, [1, 1]],
])("%i rows of weight %i are chunks of %j", (count, weight, expected) => {
  const chunks = firstItemChunks(rows(count, weight));
  const sizes = chunks && [...Map.groupBy(chunks.values(), (chunk) => chunk).values()].map(({ length }) => length);
  expect(sizes).toEqual(expected);
});

test("an item that is new or was moved goes to the chunk of the item before it; all others stay", () => {
  const keys = keysOf(60);
  const first = firstOf(60);
  const moved = (from: number, to: number) => keys.toSpliced(from, 1).toSpliced(to, 0, `r${from}`);
  const changed = (later: string[]) =>
    laterItemChunks(first, later).flatMap((chunk, at) => (first.get(later[at] ?? "") === chunk ? [] : [later[at]]));
  expect(changed(keys)).toEqual([]);
  expect(changed(["new", ...keys])).toEqual(["new"]);
  expect(changed(keys.toSpliced(30, 1))).toEqual([]);
  expect(changed(moved(40, 3))).toEqual(["r40"]);
  expect(changed(moved(3, 40))).toEqual(["r3"]);
  expect(changed(moved(20, 19))).toEqual(["r20"]);
});

test("any later list: chunks follow each other, and each item has one", () => {
  const some = fc.shuffledSubarray([...keysOf(80), "a", "b", "c"]);
  fc.assert(
    fc.property(some, (later) => {
      const chunks = laterItemChunks(firstOf(80), later);
      expect(chunks).toHaveLength(later.length);
      expect(chunks).toEqual(chunks.toSorted((one, other) => one - other));
    }),
  );
});
