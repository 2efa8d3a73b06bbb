import { expect, test } from "vitest";
import { type StoredUpdateEdit, withUpdateEdit } from "./update-edits";

const edit = (at: number, body = `text ${at}`): StoredUpdateEdit => ({
  at,
  body,
  shownAt: 1,
  authorKind: "person",
  authorId: "p",
});

test("edits are kept in order, the newest 20 and no more than fit into a row", () => {
  const many = Array.from({ length: 25 }, (_, at) => edit(at)).reduce<StoredUpdateEdit[]>(withUpdateEdit, []);
  expect(many.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, index) => index + 5));
  const long = Array.from({ length: 12 }, (_, at) => edit(at, "x".repeat(25_000))).reduce<StoredUpdateEdit[]>(
    withUpdateEdit,
    [],
  );
  expect(long.map(({ at }) => at)).toEqual([4, 5, 6, 7, 8, 9, 10, 11]);
});
