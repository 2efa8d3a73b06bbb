import fc from "fast-check";
import { expect, test } from "vitest";
import { strangerText } from "./stranger-text";

test.each([
  ["plain – übel 漢字 👩‍🚀", "plain – übel 漢字 👩‍🚀"],
  ["a\r\nb\tc\u0000d", "a \nb c d"],
  ["gpj.\u202Eexe\u202C", "gpj.exe"],
  ["a\u200Bb\uFEFFc", "abc"],
  ["half \uD83D", "half \uFFFD"],
])("%j → %j", (given, shown) => {
  expect(strangerText(given, 100)).toBe(shown);
});

test("cut by characters, never inside one", () => {
  expect(strangerText("👍👍👍👍", 3)).toBe("👍👍…");
  expect(strangerText("abc", 3)).toBe("abc");
});

/** Among all signs there are, those that are taken out would hardly ever come by chance. */
const hidden = fc.constantFrom("\u061C", "\u200B", "\u202E", "\u2066", "\u2069", "\uFEFF", "\uFFF9");
const anyText = fc
  .array(fc.oneof(hidden, fc.string({ unit: "binary", maxLength: 20 })), { maxLength: 40 })
  .map((parts) => parts.join(""));

test("whatever comes, it is short and shows no hidden sign", () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 40 }), (given, most) => {
      const shown = strangerText(given, most);
      expect([...shown].length).toBeLessThanOrEqual(most);
      expect(shown).not.toMatch(/[\u061C\u200B\u202A-\u202E\u2066-\u2069\uFEFF\uFFF9-\uFFFB]/);
      expect(() => encodeURIComponent(shown)).not.toThrow();
    }),
  );
});
