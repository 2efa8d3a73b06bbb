import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { adapterText, addAdapterTexts } from "~/i18n/adapter-text";
import { type LanguageFile, languagesFolder } from "~/i18n/catalogue-rooms";
import { deskDateLocale, deskLanguageFor, deskLanguages } from "~/i18n/desk-language";
import { languageNames } from "~/i18n/languages";
import englishTree from "~/i18n/locales/en.json";
import { englishFiles, folderOf, languageFile } from "../support/words";

const guide = readFileSync("docs/add-a-language.md", "utf8");
const tags = Object.keys(languageNames);
const others = tags.filter((tag) => tag !== "en");

/** Where a language writes otherwise than CLDR tells us: blanks between sentences, a range's dash, digits. */
const exceptions = [
  "app/i18n/languages.ts",
  "app/i18n/desk-language.ts",
  "app/i18n/word-speaker.ts",
  "app/i18n/range-text.ts",
];

/** Weekdays are two letters there, as in a rule of recurrence: "fr" is Friday. */
const weekdays = ["app/time/repeat.ts", "app/i18n/repeat.ts"];

test("each language but English is one file of the folder and one line of the list that the guide names", () => {
  expect(readdirSync(languagesFolder).sort()).toEqual(others.map((tag) => `${tag}.json`).sort());
  const [, path = "", line = ""] = /```diff (\S+)\n[\s\S]*?\n ( [^\n]*)\n\+/.exec(guide) ?? [];
  expect(existsSync(path)).toBe(true);
  expect(readFileSync(path, "utf8")).toContain(line);
});

/** Tags that are words of code as well: a column, and the row of a table in HTML. */
const wordsOfCode = ["id", "tr"];

test("no other file of the application knows a language by its tag", () => {
  const named = new RegExp(`["'/](?:${others.filter((tag) => !wordsOfCode.includes(tag)).join("|")})["'/]`);
  const knowing = globSync("app/**/*.{ts,tsx}").filter(
    (path) =>
      !path.includes(".test.") &&
      ![...exceptions, ...weekdays].includes(path) &&
      named.test(readFileSync(path, "utf8")),
  );
  expect(knowing).toEqual([]);
});

test("management speaks the reader's language or English, with the reader's dates, as the guide says", () => {
  expect(guide).toContain("app/i18n/desk-language.ts");
  expect(new Set(tags.map(deskLanguageFor))).toEqual(new Set(deskLanguages));
  expect(["de-AT", "hi", null].map(deskLanguageFor)).toEqual(["de", "en", "en"]);
  expect(["en-GB", "en-US", "de-AT", "hi-IN", null].map((tag) => deskDateLocale(tag))).toEqual([
    "en-GB",
    "en",
    "de-AT",
    "en-IN",
    "en",
  ]);
});

/** The page of visitors that a preview draws has the dates of their language. */
const visitorRooms = ["app/pages/settings/desk/settings-preview.route.tsx"];

test("a room of management takes its dates from the request, which knows the person's region", () => {
  const making = globSync("app/**/desk/**/*.{ts,tsx}").filter((path) =>
    /\bdateFormats\(/.test(readFileSync(path, "utf8")),
  );
  expect(making).toEqual(visitorRooms);
});

test("beside a room stands its English alone", () => {
  const names = globSync("app/**/words/*").map((path) => path.split("/").at(-1));
  expect(new Set(names)).toEqual(new Set(["en.json", "notes.json", "words.ts"]));
});

const roomFolders = () => ["adapters", ...englishFiles().map(folderOf)];

test.each(others)("%s: after what visitors read, its rooms stand by their folder, and each has readers", (language) => {
  const [first, ...rooms] = Object.keys(languageFile(language));
  expect(first).toBe("public");
  expect(rooms).toEqual(rooms.toSorted());
  const known = deskLanguageFor(language) === "en" ? [] : roomFolders();
  expect(rooms.filter((room) => !known.includes(room))).toEqual([]);
});

test("the guide's file has rooms that there are, and its words for adapters are what is said in their place", () => {
  const [, json = ""] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  const { public: visitors, adapters = {}, ...rooms }: LanguageFile = JSON.parse(json);
  expect(Object.keys(englishTree)).toEqual(expect.arrayContaining(Object.keys(visitors)));
  expect(roomFolders()).toEqual(expect.arrayContaining(Object.keys(rooms)));
  addAdapterTexts("x-guide", adapters);
  const key = { family: "channels", kind: "slack", name: "setting_url" } as const;
  expect(adapterText(key, "Webhook address", "x-guide")).toBe("Webhookens URL");
  expect(adapterText({ ...key, name: "title" }, "Slack", "x-guide")).toBe("Slack");
});
