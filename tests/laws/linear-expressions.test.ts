import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { secretPatternByKind } from "~/access/secret-shapes";
import { expressionsIn, isSlow } from "../support/expressions";
import { isTest, root } from "../support/sources";

/** Expressions that are not linear by themselves, by their file and source, with the reason for which they may stay. */
const bounded: Record<string, string> = {
  "app/i18n/pseudo.ts /\\u2068[^\\u2069]*\\u2069|\\{\\{\\w+\\}\\}|[A-Za-z]/g":
    "It reads texts of our own catalogue, in the pseudo-language of tests alone.",
  "app/sources/kinds/datadog.ts /^((?:\\s*\\[[^\\]]*\\])*)\\s*(.*)$/s":
    "Its last part takes any rest, so it never goes back.",
  "app/sources/kinds/datadog.ts /\\[[^\\]]*\\]/g": "It reads what the expression above found: closed brackets alone.",
  "app/sources/rules/mapping.ts /^(.*?)\\s*(?:→|->|=>|=)\\s*(\\S+)$/": "The text is cut at 2,000 characters.",
  "app/sources/rules/mapping.ts /^([\\w.-]{1,64})\\s*=\\s*(.+)$/": "The text is cut at 2,000 characters.",
  "app/status-page/timeline/rules/day-fold-text.ts /(-?[0-9a-z]*)([A-Z.])/g":
    "Another expression has read the whole text before: each number ends in a letter.",
  'app/status-page/views/frame/first-sheet.ts /<([a-z]\\w*)(?:[^>]*? class="([^"]*)")?/g':
    "It reads HTML that we wrote, whose tags are short.",
  'scripts/bundle/lean-worker.ts /^\\s*\\["(?:linkify|replacements|smartquotes|html_inline)", [\\w$]+\\],\\n/gm':
    "It reads a file of a library, once a build.",
  'scripts/bundle/lean-worker.ts /^\\s*\\[\\s*"html_block",\\s*html_block,\\s*\\[[^\\]]*\\]\\s*\\],\\n/m':
    "It reads a file of a library, once a build.",
};

/** Expressions whose source is not known here, with what it is put together from. */
const composed: Record<string, string> = {
  'app/ui/parts/picker-search.tsx new RegExp(box.value.trim().replaceAll(/[$()*+.?[\\\\\\]^{|}]/g, "\\\\$&"), "iu")':
    "An escaped text.",
  "app/text/json-text.ts new RegExp(token)": "Patterns of the same file, each of which is tried.",
  'app/access/secret-shapes.ts new RegExp(Object.values(secretPatternByKind).join("|"), "g")':
    "Patterns of the same file, each of which is tried below.",
  "scripts/bundle/selector-names.ts new RegExp(token)": "Patterns of the same file, over our own style sheet.",
};

const files = ["app", "agent", "server", "scripts"]
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(tsx?|mjs)$/.test(path) && !isTest(path));

const found = files.flatMap((path) =>
  expressionsIn(path, readFileSync(join(root, path), "utf8")).map((each) => ({
    ...each,
    key: `${path} ${each.source.replaceAll(/\s+/g, " ")}`,
  })),
);

test("no expression takes more than the length of its text, unless the text is short", () => {
  const slow = found.filter(({ expression }) => expression && isSlow(expression)).map(({ key }) => key);
  expect([...new Set(slow)].sort()).toEqual(Object.keys(bounded).sort());
});

test("what an expression is made of is known", () => {
  const unknown = found.filter(({ expression }) => expression === null).map(({ key }) => key);
  expect(unknown.sort()).toEqual(Object.keys(composed).sort());
});

test("no shape of a secret takes more than the length of its text", () => {
  expect(
    Object.keys(secretPatternByKind).filter((name) => isSlow(new RegExp(secretPatternByKind[name] as string, "g"))),
  ).toEqual([]);
});

test.each([
  ["const a = /([\\p{L}]+):\\d+\\]/gu;", [true]],
  ["const a = /^(a+)+$/;", [true]],
  ["const a = new RegExp(`\\\\s*$" + "{name}\\\\s*$`);", [true]],
  ["const a = [/^[a-z]+$/, /(?<!-)-+$/];", [false, false]],
])("%s", (text, expected) => {
  const expressions = expressionsIn("a.ts", text).map(({ expression }) => expression && isSlow(expression));
  expect(expressions).toEqual(expected);
});
