import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { foreignMarks } from "../../tests/support/language-marks";
import { deskCatalogueOf, readLocale } from "../../tests/support/words";
import { deskLanguageFor } from "./desk-language";
import { type Language, languageNames, languageOrEnglish } from "./languages";

type Entries = Map<string, string>;

const entriesOf = (language: Language): Entries =>
  new Map(
    Object.entries(readLocale(language)).flatMap(([group, entries]) =>
      Object.entries(entries).map(([key, text]): [string, string] => [`${group}.${key}`, text]),
    ),
  );

const english = entriesOf("en");
const plural = /_(zero|one|two|few|many|other)$/;
const baseOf = (key: string) => key.replace(plural, "");
const counted = new Set([...english.keys()].filter((key) => plural.test(key)).map(baseOf));
const isCounted = (key: string) => plural.test(key) && counted.has(baseOf(key));

/** Returns every key of English, plural ones in exactly the forms of the language. */
function wanted(language: Language): string[] {
  const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const single = [...english.keys()].filter((key) => !isCounted(key));
  return [...single, ...[...counted].flatMap((key) => forms.map((form) => `${key}_${form}`))].sort();
}

const gaps = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name).sort();

/** A plural form for one number only may write the number as a word. */
function wrongGaps([key, text]: [string, string]): string[] {
  const model = english.get(isCounted(key) ? `${baseOf(key)}_other` : key) ?? "";
  const maySay = isCounted(key) && /_(zero|one|two)$/.test(key);
  const without = (names: string[]) => (maySay ? names.filter((name) => name !== "count") : names);
  return String(without(gaps(text))) === String(without(gaps(model))) ? [] : [`${key}: ${text}`];
}

/**
 * Texts that are the same in every language: names, signs and units; the rest happens to be one word in both languages.
 */
const everywhere = [
  "feed.atom",
  "feed.rss",
  "feed.title_component",
  "incident.change",
  "calendar.summary",
  "badge.whole",
  "field.of",
  "bars.story",
  "bars.story_spans",
  "bars.part",
  "bars.spans_known",
  "work.rule_on",
  "work.on_weekday",
  "subscribe.way_webhook",
  "elsewhere.api",
];
const units = [
  "chart.ms",
  "chart.s",
  "span.minutes",
  "span.hours",
  "span.hours_minutes",
  "span.days_hours_one",
  "span.days_hours_many",
  "span.days_hours_other",
];
const alike: Partial<Record<Language, string[]>> = {
  he: ["chart.ms"],
  de: ["elsewhere.badge", "elsewhere.feeds", "elsewhere.address_of", "team.status", "subscribe.code", ...units],
  es: ["elsewhere.address_of", ...units, "severity.error", "area.asia", "area.australia"],
  fr: [
    "elsewhere.badge",
    "team.source",
    "subscribe.code",
    "length.minutes_one",
    "length.minutes_other",
    ...units,
    "incident.kind",
    "layout.incidents",
    "maintenance.kind",
    "area.europe",
    "report.corrections",
  ],
  "pt-BR": ["elsewhere.feeds", "elsewhere.address_of", ...units, "chart.place_oc"],
  hi: ["elsewhere.address_of"],
  "zh-Hans": ["subscribe.address"],
  nl: [
    "incident_status.update",
    "components.group_members_one",
    "incident.kind",
    "incident.updates",
    "component.kind",
    "report.component",
    "chart.ms",
    "chart.s",
    "span.minutes",
    "history.later",
    "layout.status",
    "team.status",
    "team.impact",
    "area.antarctica",
    "subscribe.code",
    "elsewhere.badge",
    "elsewhere.address_of",
    "elsewhere.feeds",
  ],
  it: [
    ...units,
    "chart.place_oc",
    "chart.place_afr",
    "area.africa",
    "area.america",
    "area.asia",
    "area.australia",
    "subscribe.way_email",
    "elsewhere.badge",
    "elsewhere.address_of",
  ],
  pl: [...units, "chart.place_oc", "layout.status", "area.australia", "team.status", "team.alert"],
  tr: ["chart.ms"],
  id: [
    "chart.ms",
    "layout.status",
    "team.status",
    "subscribe.way_email",
    "area.asia",
    "area.australia",
    "elsewhere.address_of",
  ],
};

const others = (Object.keys(languageNames) as Language[]).filter((language) => language !== "en");

describe.each(others)("%s", (language) => {
  const entries = entriesOf(language);

  test("has every word, in every plural form of the language and in no other", () => {
    expect([...entries.keys()].sort()).toEqual(wanted(language));
  });

  test("has the gaps of the English words", () => {
    expect([...entries].flatMap(wrongGaps)).toEqual([]);
  });

  test("says nothing in English, and nothing with blanks around it", () => {
    const allowed = new Set([...everywhere, ...(alike[language] ?? [])]);
    const same = [...entries].filter(([key, text]) => english.get(key) === text && !allowed.has(key));
    expect(same).toEqual([]);
    expect([...entries.values()].filter((text) => text.trim() !== text || text === "" || / {2}/.test(text))).toEqual(
      [],
    );
  });
});

/**
 * Names of formats, companies and devices, a button of the management pages, and examples, which are written the same
 * everywhere.
 */
const namesInLatin =
  /\{\{\w+\}\}|ann@example\.com|Europe\/Berlin|\b(?:API|URL|HTML|Markdown|Statuspage|Atom|RSS|JSON|CSV|UTC|Cookie|cookie|Cloudflare|iPhone|iPad|Send a test|Slack|Discord|Microsoft Teams|Webhook|webhook-signature|SMS|STOP|START)\b|https:\/\/|ms\b/g;
/** An invitation names the role by management's own word: in its language, or in English. */
const rolesIn = (language: string): Record<string, string> => deskCatalogueOf(language).parts?.role ?? {};
const roleWords = /\b(?:Viewer|Responder|Admin|Owner)\b/g;

test.each(others)("%s names each role by management's own word", (language) => {
  const named = Object.entries(readLocale(language).role ?? {});
  const roles = rolesIn(deskLanguageFor(language));
  expect(named.map(([role]) => role).sort()).toEqual(Object.keys(roles).sort());
  const isBeside = deskLanguageFor(language) === "en";
  for (const [role, text] of named)
    expect(text).toMatch(new RegExp(isBeside ? `[(（]${roles[role]}[)）]` : `^${roles[role]}\\s?[:：]`));
});

const bare = ([key, text]: [string, string]): [string, string] => {
  const own = key.startsWith("role.") ? text.replaceAll(roleWords, "x") : text;
  return [key, own.replaceAll(namesInLatin, "x")];
};

test.each(["ja", "zh-Hans", "ar", "he", "hi", "uk", "ko"] as const)(
  "%s is written in its own letters and marks",
  (language) => {
    const texts = [...entriesOf(language)].map(bare);
    const foreign = texts.filter(([key, text]) => /[A-Za-wyz]/.test(text) && !everywhere.includes(key));
    const marks = texts.filter(([, text]) => foreignMarks(language, text));
    expect({ foreign, marks }).toEqual({ foreign: [], marks: [] });
  },
);

test("the guide gives for the element on other sites the words of the catalogues", () => {
  const said = [...readFileSync("docs/embed.md", "utf8").matchAll(/^\| ([a-z]{2}(?:-\w+)?) \| (.+) \|$/gm)];
  expect(said.length).toBeGreaterThanOrEqual(9);
  for (const [, tag = "", word] of said)
    expect([tag, readLocale(languageOrEnglish(tag)).badge?.unknown]).toEqual([tag, word]);
});
