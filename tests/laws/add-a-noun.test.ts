import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as nouns from "~/nouns";
import { generatedFilesOfNouns } from "../../scripts/nouns/files-of-nouns.ts";
import { isTest, root } from "../support/sources";

/** `tests/laws/guides.test.ts` follows the guide; here it is held to the plainest noun that there is, templates. */
const guide = readFileSync(join(root, "docs/add-a-noun.md"), "utf8");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

const told = [...guide.matchAll(/^```(?:tsx?|json) (app\/\S+)$/gm)]
  .map(([, path = ""]) => path)
  .filter((path) => !isTest(path));

test("the guide says how many files there are, and how many lines all nouns share", () => {
  expect(told).toHaveLength(14);
  expect(guide).toContain("**fourteen files of its own** and **one line**");
  const changes = [...guide.matchAll(/^```diff (\S+)\n([\s\S]*?)```/gm)];
  expect(changes.map(([, path]) => path)).toEqual(["app/nouns.ts"]);
  expect(changes.flatMap(([, , hunk = ""]) => hunk.match(/^[+-].*$/gm))).toHaveLength(1);
});

const names = readdirSync(join(root, "app"), { recursive: true, encoding: "utf8" }).map((name) => `app/${name}`);
const code = names.filter(
  (path) =>
    /\.tsx?$|\/words\/en\.json$|templates\/(?:rules|desk)\/words\/notes\.json$/.test(path) &&
    !isTest(path) &&
    !path.includes("/sources/kinds/"),
);

/**
 * Templates are special: they are filled in, previewed, put into incidents, imported and described by files of
 * configuration. MCP has templates of its own.
 */
const isUse = (path: string) =>
  /heartbeats\/snippets|app\/(?:importers|mcp|configuration)\/|alerts\/rules\/public-words|\/preview\/|incidents\/desk\/|templates\/desk\/template-(picker|use)\.|templates\/use\.|incidents\/prepare\.ts|templates\/rules\/template(-input)?\.ts/.test(
    path,
  );

const knows = (path: string) =>
  path.includes("/templates/") || /template(s|Fields)?["/ .:]|Templates\b/.test(textOf(path));
const knowing = code.filter((path) => !isUse(path) && knows(path));

test("templates have as many files as the guide, with a form of their own in place of a table's", () => {
  const own = knowing.filter((path) => path.startsWith("app/templates/"));
  const asTemplates = told.map((path) =>
    path === "app/db/schema/runbook.ts"
      ? "app/templates/desk/template-form.tsx"
      : path.replaceAll("runbook", "template"),
  );
  expect(own.sort()).toEqual(asTemplates.sort());
});

test("besides what is written for all nouns, their line and their table nothing knows them but what uses them", () => {
  const written = generatedFilesOfNouns(Object.values(nouns)).map(([path]) => path);
  const others = knowing.filter((path) => !path.startsWith("app/templates/") && !written.includes(path));
  expect(others.sort()).toEqual(["app/db/schema/incident.ts", "app/nouns.ts"]);
});
