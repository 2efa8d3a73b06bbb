import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { dates, utcText } from "./dates";
import { directionOf, languageFor } from "./languages";
import { spanText } from "./span";
import { words } from "./words";

const { t, percent, list } = words("en");

test("plurals, values and numbers follow the language", () => {
  expect(t("bars.m", { count: 1 })).toBe("1 day with a major outage");
  expect(t("bars.m", { count: 3 })).toBe("3 days with a major outage");
  expect(t("fresh.stopped", { time: "14:05" })).toBe("Automatic checks stopped at 14:05");
  expect(percent(9_998)).toBe("99.98%");
  expect(percent(10_000)).toBe("100.00%");
  expect(list(["a", "b", "c"])).toBe("a, b, and c");
});

test("a value is a value: nothing of it is read as a pattern or as another word", () => {
  expect(t("incident.change", { name: "{{from}} $t(status.no_data) <b>", from: "x", to: "y" })).toBe(
    "{{from}} $t(status.no_data) <b>: x → y",
  );
});

test("a language that is not there yet is read in English, and says so", () => {
  expect(languageFor("en-GB")).toBe("en");
  expect(languageFor("ar")).toBe("en");
  expect(words("ar").direction).toBe("ltr");
  expect(directionOf("ar")).toBe("rtl");
  expect(directionOf("fa-IR")).toBe("rtl");
  expect(directionOf("de")).toBe("ltr");
});

test("instants are written in the viewer's zone, with UTC beside them", () => {
  const at = Date.UTC(2026, 10, 20, 23, 5);
  const tokyo = dates("en", "Asia/Tokyo");
  expect(tokyo.instant(at)).toBe("Nov 21, 08:05");
  expect(tokyo.clock(at)).toBe("08:05");
  expect(tokyo.dayAt(at)).toBe("2026-11-21");
  expect(tokyo.month("2026-11")).toBe("November 2026");
  expect(dates("en", "Etc/UTC").instant(Date.UTC(2026, 10, 20))).toBe("Nov 20, 00:00");
  expect(utcText(at)).toBe("2026-11-20 23:05 UTC");
});

test("spans of time have at most two units", () => {
  const minute = 60_000;
  const texts = [20_000, 47 * minute, 60 * minute, 83 * minute, 1440 * minute, 3060 * minute];
  expect(texts.map((length) => spanText(words("en"), length))).toEqual([
    "less than a minute",
    "47 min",
    "1 h",
    "1 h 23 min",
    "1 day",
    "2 d 3 h",
  ]);
});

/** Words that stand in the source instead of in the locale files. */
function literalWords(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .flatMap((name) => {
      const file = ts.createSourceFile(name, readFileSync(`${folder}/${name}`, "utf8"), ts.ScriptTarget.Latest, true);
      const found: string[] = [];
      const visit = (node: ts.Node) => {
        if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) found.push(`${name}: ${node.text.trim()}`);
        const spoken = ts.isJsxAttribute(node) && /^(aria-label|title|alt|placeholder)$/.test(node.name.getText(file));
        if (spoken && node.initializer && ts.isStringLiteral(node.initializer) && node.initializer.text !== "")
          found.push(`${name}: ${node.getText()}`);
        ts.forEachChild(node, visit);
      };
      visit(file);
      return found;
    });
}

test("every visible word of the public pages and the mails comes from the locale files", () => {
  const folders = ["app/ui/public", "app/ui/chart", "app/routes/public", "app/letters"];
  expect(folders.flatMap(literalWords)).toEqual([]);
});

test("every word is used", () => {
  const folders = ["app/ui/public", "app/ui/chart", "app/routes/public", "app/letters", "app/i18n"];
  const source = folders
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`))
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\./.test(path))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const tree = JSON.parse(readFileSync("app/i18n/locales/en.json", "utf8")) as Record<string, Record<string, string>>;
  const unused = Object.entries(tree).flatMap(([group, entries]) =>
    Object.keys(entries)
      .map((key) => `${group}.${key.replace(/_(one|other)$/, "")}`)
      .filter((key) => !source.includes(`"${key}"`) && !source.includes(`\`${group}.\${`)),
  );
  expect([...new Set(unused)]).toEqual([]);
});
