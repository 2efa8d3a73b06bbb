import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { filesOf } from "../../tests/support/kinds";
import { type Node, textOf, treeOf, written } from "../../tests/support/syntax";
import { words } from "../../tests/support/words";
import { dateFormats, utcText } from "./dates";
import { hasTallScript, languageOrEnglish, textDirection } from "./languages";
import { elapsedTimeText } from "./span";

const { t, percent, list } = words("en");

test("plurals, values and numbers follow the language", () => {
  expect(t("bars.m", { count: 1 })).toBe("1 day with a major outage");
  expect(t("bars.m", { count: 3 })).toBe("3 days with a major outage");
  expect(t("fresh.stopped", { time: "Nov 20, 14:05" })).toBe("Automatic checks stopped on Nov 20, 14:05");
  expect(percent(9_998)).toBe("99.98%");
  expect(percent(10_000)).toBe("100%");
  expect(list(["a", "b", "c"])).toBe("a, b, and c");
});

test("a value is a value: nothing of it is read as a pattern or as another word", () => {
  expect(t("incident.change", { name: "{{from}} $t(status.no_data) <b>", from: "x", to: "y" })).toBe(
    "{{from}} $t(status.no_data) <b>: x › y",
  );
});

test("the nearest language that is there; English where none of its family is, and it says so", () => {
  expect(["en-GB", "DE-at", "pt", "zh-Hant-TW", "iw", "sw", ""].map(languageOrEnglish)).toEqual([
    "en",
    "de",
    "pt-BR",
    "en",
    "he",
    "en",
    "en",
  ]);
  expect([words("fa").language, words("fa").direction]).toEqual(["en", "ltr"]);
  expect([words("ar").direction, words("he").direction, words("ja").direction]).toEqual(["rtl", "rtl", "ltr"]);
  expect(textDirection("fa-IR")).toBe("rtl");
});

test("each language counts by its own rules and in its own digits", () => {
  const days = (tag: string) => [0, 1, 2, 3, 11, 100].map((count) => words(tag).t("span.days", { count }));
  expect(days("ar")).toEqual(["0 يوم", "يوم واحد", "يومان", "3 أيام", "11 يومًا", "100 يوم"]);
  expect(days("he")).toEqual(["0 ימים", "יום אחד", "יומיים", "3 ימים", "11 ימים", "100 ימים"]);
  expect(words("de").t("open.all_updates", { count: 1234 })).toContain("1.234");
  expect(words("hi").t("open.all_updates", { count: 123_456 })).toContain("1,23,456");
  expect(words("de").percent(9998)).toMatch(/^99,98\s%$/);
});

test("days and hours are counted, also where a language has more than two forms", () => {
  const [day, hour] = [86_400_000, 3_600_000];
  const spans = (language: string) => [1, 2, 3, 11].map((days) => elapsedTimeText(words(language), days * day + hour));
  expect(spans("en")).toEqual(["1 d 1 h", "2 d 1 h", "3 d 1 h", "11 d 1 h"]);
  for (const language of ["he", "ar", "es", "hi"]) expect(new Set(spans(language)).size).toBe(4);
  expect(spans("he")).not.toEqual(spans("en"));
});

test("a name in Latin letters keeps its own direction within right-to-left words", () => {
  expect(words("ar").t("layout.home", { name: "Acme (EU)" })).toBe("حالة \u2068Acme (EU)\u2069");
  expect(words("he").t("layout.home", { name: "דוגמה" })).toBe("המצב של דוגמה");
  expect(words("en").t("layout.home", { name: "Acme (EU)" })).toBe("Status of Acme (EU)");
});

test("instants are written in the viewer's zone, with UTC beside them", () => {
  const at = Date.UTC(2026, 10, 20, 23, 5);
  const tokyo = dateFormats("en", "Asia/Tokyo");
  expect(tokyo.instant(at)).toBe("Nov 21, 08:05");
  expect(tokyo.clock(at)).toBe("08:05");
  expect(tokyo.dayAt(at)).toBe("2026-11-21");
  expect(tokyo.month("2026-11")).toBe("November 2026");
  expect(dateFormats("en", "Etc/UTC").instant(Date.UTC(2026, 10, 20))).toBe("Nov 20, 00:00");
  expect(utcText(at)).toBe("2026-11-20 23:05 UTC");
});

test("spans of time have at most two units", () => {
  const minute = 60_000;
  const texts = [20_000, 47 * minute, 60 * minute, 83 * minute, 1440 * minute, 3060 * minute];
  expect(texts.map((length) => elapsedTimeText(words("en"), length))).toEqual([
    "less than a minute",
    "47 min",
    "1 h",
    "1 h 23 min",
    "1 day",
    "2 d 3 h",
  ]);
});

function literalIn(node: Node): string | null {
  if (node.type === "JSXText") return /\p{L}/u.test(node.value) ? node.value.trim() : null;
  if (node.type !== "JSXAttribute" || !/^(aria-label|title|alt|placeholder)$/.test(written(node.name))) return null;
  return node.value && textOf(node.value) ? written(node) : null;
}

/** Returns words that are in the source instead of the locale files. */
function literalWords(path: string): string[] {
  const { nodes } = treeOf(path, readFileSync(path, "utf8"));
  const found = nodes.map(literalIn).filter((text) => text !== null);
  return found.map((text) => `${path}: ${text}`);
}

test("every visible word of the public pages and the mails comes from the locale files", () => {
  const paths = filesOf("views", "chart", "print").filter((path) => path.endsWith(".tsx"));
  expect(paths.flatMap(literalWords)).toEqual([]);
});

test("every word is used", () => {
  const paths = [
    ...filesOf("views", "chart", "print", "i18n", "engine", "api", "formats"),
    ...globSync("scripts/mirror/**/*.ts"),
    // A postmortem template is written in the language of the page's visitors.
    ...globSync("app/incidents/desk/*.tsx"),
  ];
  const source = paths.map((path) => readFileSync(path, "utf8")).join("\n");
  const tree = JSON.parse(readFileSync("app/i18n/locales/en.json", "utf8")) as Record<string, Record<string, string>>;
  const unused = Object.entries(tree).flatMap(([group, entries]) =>
    Object.keys(entries)
      .map((key) => `${group}.${key.replace(/_(one|other)$/, "")}`)
      .filter((key) => !source.includes(`"${key}"`) && !source.includes(`\`${group}.\${`)),
  );
  expect([...new Set(unused)]).toEqual([]);
});

test("headings are set by the script of a language, and no style names one", () => {
  const tall = ["ar", "he", "hi", "ja", "zh-Hans", "zh-Hant-TW", "th", "fa-IR", "ko", "sr-Arab"];
  expect(tall.map(hasTallScript)).toEqual(tall.map(() => true));
  const low = ["en-GB", "de", "pt-BR", "ru", "el", "sr-Latn", "en-XB"];
  expect(low.map(hasTallScript)).toEqual(low.map(() => false));
  const styles = globSync("app/**/*.css");
  expect(styles.filter((path) => readFileSync(path, "utf8").includes(":lang("))).toEqual([]);
});
