import fc from "fast-check";
import { expect, test } from "vitest";
import { hasControlChars } from "~/fields/text-inputs";
import { movedTemplateContent } from "./moved-template";
import { maxMovedNameChars, movedNameOrId, toMovedLine, truncateMovedText } from "./moved-text";

test.each([
  ["  API \n two ", "API two"],
  ["a\u0000b\u202ec", "a b c"],
  ["x".repeat(200), "x".repeat(200)],
  ["x".repeat(201), `${"x".repeat(199)}…`],
  [`${"x".repeat(198)}😀😀`, `${"x".repeat(198)}…`],
])("a line: %j", (text, expected) => {
  expect(toMovedLine(text)).toBe(expected);
});

test("what has no name is named by its id", () => {
  expect(movedNameOrId({ id: "42", name: " \n" })).toBe("42");
});

test("any text is one line of at most 200 characters, without a broken character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 600 }), (text) => {
      const line = toMovedLine(text);
      expect(line.length).toBeLessThanOrEqual(maxMovedNameChars);
      expect(hasControlChars(line)).toBe(false);
      expect(line.isWellFormed()).toBe(true);
    }),
  );
});

test("a text that fits stays as it is", () => {
  fc.assert(fc.property(fc.string(), (text) => truncateMovedText(text, text.length) === text));
});

const template = { id: "1", name: "Slow", title: "", body: "", status: null };
test.each([
  ["one that says nothing is titled by its name", template, { title: "Slow", body: "" }],
  ["a text needs no title", { ...template, body: " We look. " }, { title: "", body: "We look." }],
  ["a long title is cut", { ...template, title: "x".repeat(300) }, { title: `${"x".repeat(254)}…` }],
  ["a long text is cut", { ...template, body: "x".repeat(30_000) }, { body: `${"x".repeat(24_999)}…` }],
])("a template: %s", (_, given, expected) => {
  expect(movedTemplateContent(given)).toMatchObject(expected);
});
