import fc from "fast-check";
import { expect, test } from "vitest";
import { pickerColourOf, readPostedAccent } from "./picked-accent";

const green = "#1f5f4a";
const blue = "#224488";
const red = "#7a1f1f";

test.each([
  ["nothing was changed", { accent: green, accentPicked: green, accentShown: green }, green],
  ["only the text was", { accent: blue, accentPicked: green, accentShown: green }, blue],
  ["only the picker was, without script", { accent: green, accentPicked: blue, accentShown: green }, blue],
  ["both were, to different colours", { accent: red, accentPicked: blue, accentShown: green }, red],
  ["letters were upper case", { accent: "#1F5F4A", accentPicked: green, accentShown: "#1F5F4A" }, "#1F5F4A"],
  ["a program sent the text alone", { accent: blue }, blue],
  ["a program sent none", {}, undefined],
])("when %s", (_, values, accent) => {
  expect(readPostedAccent(values)).toBe(accent);
});

test("with script, which keeps both in step, the colour is the one that both show", () => {
  const colour = fc.integer({ min: 0, max: 0xffffff }).map((code) => `#${code.toString(16).padStart(6, "0")}`);
  fc.assert(
    fc.property(colour, colour, (shown, both) => {
      expect(readPostedAccent({ accent: both, accentPicked: both, accentShown: shown })).toBe(both);
    }),
  );
});

test.each([
  [green, green],
  [" #1F5F4A ", green],
  ["#1f5", null],
  ["green", null],
  ["", null],
])("a picker takes %o as %o", (text, colour) => {
  expect(pickerColourOf(text)).toBe(colour);
});
