import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptedLanguage } from "./accepted-language";
import { localeTagFor } from "./languages";

test.each([
  ["de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "de"],
  ["en;q=0.5, fr;q=0.9, de;q=0.8", "fr"],
  ["zh-CN,zh;q=0.9", "zh-Hans"],
  ["pt-PT", "pt-PT"],
  ["en-GB,en;q=0.9", "en-GB"],
  ["zh-TW,zh-HK;q=0.9,de;q=0.8", "de"],
  ["no,sv;q=0.5,en-US;q=0.1", "en"],
  ["tlh, sw;q=0.9, he;q=0.1", "he"],
  ["de;q=0, ja", "ja"],
  ["*", null],
  ["sw", null],
  ["", null],
  [null, null],
  ["de,".repeat(100), null],
])("%s is read as %s", (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test("whatever is sent is a language of ours with its region, or none", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 220 }), (header) => {
      const language = acceptedLanguage(header);
      expect(language === null || localeTagFor(language) === language).toBe(true);
    }),
  );
});
