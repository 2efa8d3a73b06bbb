import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareSortedListPlaces, parseSortedListPlace, sortedListPlaceText, utcDatesUntil } from "./list-order";

const place = fc.record({
  value: fc.integer({ min: -1, max: 5 }),
  name: fc.constantFrom("a", "A", "b.c", "B.C", "ü", " "),
  id: fc.constantFrom("1", "2", "3", "x-4"),
});
const sort = fc.record({ key: fc.constantFrom("name", "state", "week"), descending: fc.boolean() });

describe("the order of a list", () => {
  test("a sorted list has each row once, each before the next, in the column's direction", () => {
    fc.assert(
      fc.property(fc.array(place), sort, (rows, by) => {
        const sorted = rows.toSorted((one, other) => compareSortedListPlaces(one, other, by));
        expect(sorted.map((row) => JSON.stringify(row)).sort()).toEqual(rows.map((row) => JSON.stringify(row)).sort());
        for (const [index, row] of sorted.slice(1).entries()) {
          const before = sorted[index] ?? row;
          if (by.key !== "name")
            expect((row.value - before.value) * (by.descending ? -1 : 1)).toBeGreaterThanOrEqual(0);
          const isTie =
            by.key === "name" ? row.name.toLowerCase() === before.name.toLowerCase() : row.value === before.value;
          if (isTie && row.name.toLowerCase() === before.name.toLowerCase()) expect(row.id >= before.id).toBe(true);
        }
      }),
    );
  });

  test("two places compare the same from either side", () => {
    fc.assert(
      fc.property(place, place, sort, (one, other, by) => {
        expect(
          Math.sign(compareSortedListPlaces(one, other, by)) + Math.sign(compareSortedListPlaces(other, one, by)),
        ).toBe(0);
      }),
    );
  });
});

describe("the place of the last row in a URL", () => {
  test("is read as it was written", () => {
    fc.assert(
      fc.property(place, sort, (row, by) => {
        const value = by.key === "name" ? 0 : row.value;
        expect(parseSortedListPlace(sortedListPlaceText(row, by), by)).toEqual({ ...row, value });
      }),
    );
  });

  test.each(["", "x", ".a.b", "a.b", "1.2", undefined])("%j is none in a list by state", (text) => {
    expect(parseSortedListPlace(text, { key: "state", descending: false })).toBe(null);
  });

  test("has no value in a list by name, as programs have it from before", () => {
    expect(parseSortedListPlace("m1.Till 4.x", { key: "name", descending: false })).toEqual({
      value: 0,
      id: "m1",
      name: "Till 4.x",
    });
  });
});

test("the last days go back over the turn of a year", () => {
  expect(utcDatesUntil(Date.UTC(2027, 0, 1, 5), 3)).toEqual(["2027-01-01", "2026-12-31", "2026-12-30"]);
});
