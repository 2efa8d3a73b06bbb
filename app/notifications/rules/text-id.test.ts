import fc from "fast-check";
import { expect, test } from "vitest";
import { textIdOf } from "./text-id";

const words = fc.array(fc.string({ unit: "binary" }), { maxLength: 6 });

test("the same words have the same id, other words another one", () => {
  fc.assert(
    fc.property(words, words, (one, other) => {
      expect(textIdOf("notice.channel", one)).toBe(textIdOf("notice.channel", [...one]));
      const areEqual = JSON.stringify(one) === JSON.stringify(other);
      expect(textIdOf("notice.channel", one) === textIdOf("notice.channel", other)).toBe(areEqual);
    }),
  );
});

test("it begins with the notice and its recipient, and fits into a header", () => {
  expect(textIdOf("01notice.01channel", ["POST", "https://x.example", "{}"])).toMatch(
    /^01notice\.01channel\.[0-9a-f]{12}$/,
  );
});
