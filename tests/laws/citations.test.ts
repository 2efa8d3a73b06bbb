import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../support/sources";

/** What a comment or a document cites is in the repository, or it names its standard. */
const read = (path: string) => readFileSync(join(root, path), "utf8");

const files = ["app", "agent", "server", "scripts", "tests", "docs", "migrations"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs|md|css|sql)$/.test(name) && !name.endsWith("citations.test.ts"))
    .map((name) => join(folder, name)),
);

const sections = new Set([...read("docs/spec.md").matchAll(/^## (\d+)\b/gm)].map(([, number]) => number));

/** The section sign after a word, as in "spec §8"; after the number of a standard, as in "RFC 9457 §3", it is the standard's. */
const cited = /\b([\w.]+) §(\d+)/gi;
const isStandard = (word: string) => /^\d[\d.]*$/.test(word);

test("a section that is cited is one of docs/spec.md, or of a standard", () => {
  const unknown = files.flatMap((path) =>
    [...read(path).matchAll(cited)]
      .filter(([, what = "", number]) => (/^spec$/i.test(what) ? !sections.has(number) : !isStandard(what)))
      .map(([text]) => `${path}: ${text}`),
  );
  expect(unknown).toEqual([]);
});

test("a document that is named by its path is there", () => {
  const named = files.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[a-z0-9/-]+\.md\b/g)].map(([document]) => ({ path, document })),
  );
  const present = new Set(files);
  const missing = named.filter(({ document }) => !present.has(document));
  expect(missing).toEqual([]);
});

test("each decision has a number of its own, and one that is cited is there", () => {
  const numbers = files.flatMap((path) => /^docs\/decisions\/(\d{4})-/.exec(path)?.[1] ?? []);
  expect(numbers).toEqual([...new Set(numbers)]);
  const cited = files.flatMap((path) => [...read(path).matchAll(/decisions\/(\d{4})/g)].map(([, number]) => number));
  expect(cited.filter((number) => !numbers.includes(number ?? ""))).toEqual([]);
});

test("a test that docs/security.md names is there", () => {
  const named = [...read("docs/security.md").matchAll(/`((?:app|tests)\/[\w./-]+)`/g)].map(([, path = ""]) => path);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
