import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languageNames } from "~/i18n/languages";

const guide = readFileSync("docs/add-a-language.md", "utf8");
const tags = Object.keys(languageNames);

/** Where a language writes otherwise than CLDR tells us: blanks between sentences, a range's dash, digits. */
const exceptions = ["app/i18n/languages.ts", "app/i18n/speaking.ts", "app/i18n/dates.ts"];

/** Weekdays are two letters there, as in a rule of recurrence: "fr" is Friday. */
const weekdays = ["app/rules/basics/repeat.ts", "app/i18n/repeat.ts"];

test("each language is one file of the folder and one line of the list that the guide names", () => {
  expect(readdirSync("app/i18n/locales").sort()).toEqual(tags.map((tag) => `${tag}.json`).sort());
  const [, path = "", line = ""] = /```diff (\S+)\n[\s\S]*?\n ( [^\n]*)\n\+/.exec(guide) ?? [];
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(line);
});

test("no other file of the application knows a language by its tag", () => {
  const named = new RegExp(`["'/](?:${tags.filter((tag) => tag !== "en").join("|")})["'/]`);
  const knowing = globSync("app/**/*.{ts,tsx}").filter(
    (path) =>
      !path.includes(".test.") &&
      ![...exceptions, ...weekdays].includes(path) &&
      named.test(readFileSync(path, "utf8")),
  );
  expect(knowing).toEqual([]);
});
