import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { SourceSetup } from "~/sources/contract/contract";
import { brokenMarks, endsInStop } from "../../tests/support/language-marks";
import { englishFiles, readLocale } from "../../tests/support/words";
import { type Language, languageNames } from "./languages";
import type { RoomTextCatalogue } from "./word-room";

const languages = Object.keys(languageNames) as Language[];
const others = languages.filter((each) => each !== "en");

const entriesOf = (tree: RoomTextCatalogue) =>
  Object.entries(tree).flatMap(([group, texts]) =>
    Object.entries(texts).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
  );

const plural = /_(?:zero|one|two|few|many|other)$/;
const english = new Map(entriesOf(readLocale("en")));
const modelOf = (key: string) => english.get(key) ?? english.get(key.replace(plural, "_other")) ?? "";

/** Texts that end in a dot without being a sentence. */
const noSentence: Partial<Record<Language, string[]>> = { de: ["work.on_day"] };

describe.each(others)("%s", (language) => {
  const entries = entriesOf(readLocale(language));

  test("ends a sentence where English ends one, and nowhere else", () => {
    const found = entries.filter(
      ([key, text]) => endsInStop(text) !== endsInStop(modelOf(key)) && !noSentence[language]?.includes(key),
    );
    expect(found).toEqual([]);
  });
});

/** Every catalogue: what visitors read in all languages, and management's in English. */
const catalogues = [
  ...languages.map((language) => ({ language, name: `public ${language}`, tree: readLocale(language) })),
  ...englishFiles().map((name) => ({
    language: "en",
    name,
    tree: JSON.parse(readFileSync(name, "utf8")) as RoomTextCatalogue,
  })),
];

test.each(catalogues)("$name has the marks of its language", ({ language, tree }) => {
  const entries = entriesOf(tree);
  const found = entries.flatMap(([key, text]) => brokenMarks(language, text).map((rule) => `${rule} ${key}: ${text}`));
  expect(found).toEqual([]);
});

/** Returns the sentences of a source's set-up guide, without the text to be pasted. */
const guideTexts = ({ intro, snippets }: SourceSetup): string[] => [intro, ...snippets.map(({ title }) => title)];

test.each(globSync("public/setup/*.json"))("%s has the marks of English", (path) => {
  const texts = guideTexts(JSON.parse(readFileSync(path, "utf8")));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.flatMap((text) => brokenMarks("en", text).map((rule) => `${rule}: ${text}`))).toEqual([]);
});

const gaps = (text: string) => [...new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name))].sort();

test.each(catalogues.filter(({ language }) => language === "en"))(
  "$name has both English forms of what is counted, with the same placeholders",
  ({ tree }) => {
    const entries = new Map(entriesOf(tree));
    const counted = [...entries.keys()].filter(
      (key) => /_(?:one|other)$/.test(key) && entries.has(key.replace(/_(?:one|other)$/, "_other")),
    );
    const wrong = counted.filter((key) => {
      const [one, other] = ["_one", "_other"].map((form) => entries.get(key.replace(/_(?:one|other)$/, form)));
      if (one === undefined || other === undefined) return true;
      const without = (text: string) => gaps(text).filter((name) => name !== "count");
      return (
        String(without(one)) !== String(without(other)) ||
        (gaps(one).includes("count") && !gaps(other).includes("count"))
      );
    });
    expect(wrong).toEqual([]);
  },
);

test.each([
  ["fr", "Terminé: oui", ["french"]],
  ["fr", "Terminé : oui", ["french", "spaces"]],
  ["fr", "Terminé\u202f: oui à 14:05", []],
  ["fr", "«\u202foui\u202f»", []],
  ["de", "Er sagte “ja”", ["quotes"]],
  ["de", "Er sagte „ja“", []],
  ["de", "Wait for the page", ["english"]],
  ["he", "\u2068Acme", ["isolates"]],
  ["ja", "終了しました。。", ["dots"]],
  ["en", "Don't", ["quotes"]],
  ["es", "Espere , por favor", ["spaces"]],
])("the check bites: %s %s", (language, text, rules) => {
  expect(brokenMarks(language, text)).toEqual(rules);
});
