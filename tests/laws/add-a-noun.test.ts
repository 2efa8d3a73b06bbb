import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isTest, root } from "../support/sources";

const guide = readFileSync(join(root, "docs/add-a-noun.md"), "utf8");
const [, ownFiles = "", sharedFiles = ""] = guide.split("\n## ");

const rowsOf = (part: string) =>
  [...part.matchAll(/^\| `(app\/[^`]+)` \| ([^|]+) \|/gm)].map(([, path = "", lines = ""]) => ({ path, lines }));

const [own, shared] = [rowsOf(ownFiles), rowsOf(sharedFiles)];
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

test("each of its own files is as long as the guide says", () => {
  const found = own.map(({ path }) => ({ path, lines: String(textOf(path).split("\n").length - 1) }));
  expect(found).toEqual(own.map(({ path, lines }) => ({ path, lines: lines.trim() })));
});

const words = ["ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen"];
const wordOf = (count: number) => words[count - 10] ?? String(count);

test("the guide says how many files there are, and about how many lines", () => {
  const total = own.reduce((sum, { lines }) => sum + Number(lines), 0);
  const text = guide.replaceAll("\n", " ");
  expect(text).toContain(`**${wordOf(own.length)} files of its own, about ${Math.round(total / 100) * 100} lines**`);
  expect(text).toContain(`in ${wordOf(shared.length)} files**`);
});

test("the guide names every file that knows the noun, but for those that use it", () => {
  const names = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).map((name) => `app/${name}`);
  const code = names.filter(
    (path) =>
      /\.tsx?$|\/words\/en\.json$|templates\/(?:rules|desk)\/words\/notes\.json$/.test(path) &&
      !isTest(path) &&
      !path.includes("/locales/") &&
      !path.includes("/sources/kinds/"),
  );
  const isUse = (path: string) =>
    /heartbeats\/snippets|alerts\/rules\/public-words|access\/step-up|\/preview\/|incidents\/desk\/|templates\/desk\/template-(picker|use)\.|templates\/use\.|incidents\/prepare\.ts|templates\/rules\/template\.ts/.test(
      path,
    );
  const knows = (path: string) =>
    path.includes("/templates/") || /template(s|Fields)?["/ .:]|Templates\b/.test(textOf(path));
  const knowing = code.filter((path) => !isUse(path) && knows(path));
  const known = new Set([...own, ...shared].map(({ path }) => path));
  expect(knowing.filter((path) => !known.has(path))).toEqual([]);
  expect([...known].filter((path) => !knowing.includes(path))).toEqual([]);
});
