import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Importing, importsOf } from "../support/imports";
import { sourcesOf } from "../support/sources";
import { treeOf } from "../support/syntax";

const sources = sourcesOf("app", "agent", "server", "tests");
const paths = new Set(sources.map(({ path }) => path));
const tests: Importing[] = sources
  .filter(({ path }) => /\.test\.tsx?$/.test(path))
  .map(({ path, text }) => ({ path, imports: importsOf(treeOf(path, text), path, paths) }));

const nounOf = (path: string): string => `${path.split("/").slice(0, 2).join("/")}/`;

const support = new Map(
  sources
    .filter(({ path }) => path.startsWith("tests/support/"))
    .map(({ path, text }) => [path, importsOf(treeOf(path, text), path, paths).map(({ file }) => file)]),
);

/** What puts the application together: whoever asks it asks every noun. */
const isWhole = (file: string): boolean => /^app\/[^/]+$/.test(file);

/** Beside the code: it asks its own noun for something, by itself or through a part of tests/support that does. */
const isBeside = ({ path, imports }: Importing): boolean =>
  imports
    .flatMap(({ file }) => [file, ...(support.get(file ?? "") ?? [])])
    .some((file) => file !== null && (file.startsWith(nounOf(path)) || isWhole(file)));

/** Tests beside the code that do not ask it. */
const misplaced = (all: readonly Importing[]): string[] =>
  all.filter((each) => !each.path.startsWith("tests/") && !isBeside(each)).map(({ path }) => path);

test("a test beside the code asks its own noun", () => {
  expect(misplaced(tests)).toEqual([]);
});

test("a test that asks other nouns alone is found", () => {
  const imports = [{ from: "~/time/day", file: "app/time/day.ts", typeOnly: false }];
  expect(
    misplaced([
      { path: "app/text/a.test.ts", imports },
      { path: "tests/forms/b.test.ts", imports },
    ]),
  ).toEqual(["app/text/a.test.ts"]);
});

/** What docs/architecture.md names under a heading. */
function namedUnder(heading: string): string[] {
  const [, said = ""] = readFileSync("docs/architecture.md", "utf8").split(`## ${heading}\n`);
  return [...(said.split("\n## ")[0] ?? "").matchAll(/`([a-z0-9-]+)`/g)].map(([, name = ""]) => name);
}

test("docs/architecture.md says what each folder of app/ is", () => {
  const folders = readdirSync("app", { withFileTypes: true }).filter((each) => each.isDirectory());
  const named = namedUnder("The nouns");
  expect(folders.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([]);
});

test("every other test stands in a folder by what it proves", () => {
  const found = new Set(tests.flatMap(({ path }) => /^tests\/([^/]+)\//.exec(path)?.[1] ?? []));
  const folders = namedUnder("Where tests are");
  expect([...found].filter((name) => !folders.includes(name))).toEqual(["pictures"].filter((name) => found.has(name)));
  expect(tests.filter(({ path }) => /^tests\/[^/]+$/.test(path)).map(({ path }) => path)).toEqual([]);
});
