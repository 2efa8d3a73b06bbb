import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { textsIn } from "../support/texts-in-code";
import { englishFiles } from "../support/words";

interface Entry {
  wrong: string;
  except: string[];
}

const cellOf = (cell: string | undefined) =>
  (cell ?? "")
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);

/** The rows of the table in docs/words.md, a wrong term each. */
function readTable(): Entry[] {
  const rows = readFileSync("docs/words.md", "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(2);
  return rows.flatMap((row) => {
    const [, wrong, , except] = row.split("|");
    return cellOf(wrong).map((each) => ({ wrong: each, except: cellOf(except) }));
  });
}

const entries = readTable().map(({ wrong, except }) => ({
  wrong,
  except,
  pattern: new RegExp(`(?<![\\p{L}\\d-])${wrong}(?![\\p{L}\\d-])`, "giu"),
}));

/** What is wrong in a text, but for the phrases in which the word is right. */
function wrongIn(text: string): string[] {
  return entries.flatMap(({ wrong, except, pattern }) => {
    const bare = except.reduce((left, phrase) => left.replaceAll(new RegExp(`${phrase}s?`, "gi"), ""), text);
    return bare.match(pattern) ? [wrong] : [];
  });
}

interface Shown {
  where: string;
  text: string;
}

const catalogues = ["app/i18n/locales/en.json", ...englishFiles()];

const inCatalogues = (): Shown[] =>
  catalogues.flatMap((path) => {
    const tree: Record<string, Record<string, string>> = JSON.parse(readFileSync(path, "utf8"));
    return Object.entries(tree).flatMap(([group, texts]) =>
      Object.entries(texts).map(([key, text]) => ({ where: `${path} ${group}.${key}`, text })),
    );
  });

/** Rooms whose texts are in a catalogue have none in code; `fields.ts` and what refuses an input are read here. */
const inCode = (): Shown[] =>
  globSync(["app/**/desk/**/*.{ts,tsx}", "app/ui/**/*.{ts,tsx}", "app/**/rules/*fields.ts", "app/fields/*.ts"])
    .filter((path) => !path.includes(".test.") && existsSync(path))
    .flatMap((path) =>
      textsIn(path, readFileSync(path, "utf8")).map(({ line, text }) => ({ where: `${path}:${line}`, text })),
    );

test("the table is read", () => {
  expect(entries.length).toBeGreaterThan(30);
  expect(wrongIn("You will be told by mail; tell the operator, who knows the mail server.")).toEqual([
    "told",
    "be told",
    "mail",
  ]);
  expect(wrongIn("Emails are sent automatically.")).toEqual([]);
});

test("what people read uses the field's words", () => {
  const found = [...inCatalogues(), ...inCode()].flatMap(({ where, text }) =>
    wrongIn(text).map((wrong) => `${where}: “${wrong}” in “${text}”`),
  );
  expect(found).toEqual([]);
});
