import fc from "fast-check";
import { expect, test } from "vitest";
import { lineTextSchema } from "~/fields/text-inputs";
import { limitImportedTags, toImportedTextLine } from "./imported-texts";

test.each([
  ["  API \n status ", "API status"],
  ["a\u0000b\u202ec", "a b c"],
  ["", ""],
  ["x".repeat(300), "x".repeat(255)],
])("%j is %j", (given, expected) => {
  expect(toImportedTextLine(given)).toBe(expected);
});

test("tags are each once, few and short", () => {
  expect(limitImportedTags(["one", "two", "one", " ", "a long tag"], { most: 3, longest: 5 })).toEqual([
    "one",
    "two",
    "a lon",
  ]);
});

test("any text becomes a line that a form takes", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      const line = toImportedTextLine(text);
      expect(lineTextSchema.parse(line)).toBe(line);
      expect(line.isWellFormed() || !text.isWellFormed()).toBe(true);
    }),
  );
});
