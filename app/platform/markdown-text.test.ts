import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { renderMarkdown } from "./markdown";

const reported = JSON.parse(
  readFileSync(new URL("../../tests/fixtures/updates/markdown.json", import.meta.url), "utf8"),
) as { body: string; text: string }[];

test.each(reported)("reported as lost in plain text: $body", ({ body, text }) => {
  expect(renderMarkdown(body).text).toBe(text);
});

test.each([
  ["one\n\ntwo", "one\n\ntwo"],
  ["# Cause\nA disk.", "Cause\n\nA disk."],
  ["above\n\n***\n\nbelow", "above\n\n---\n\nbelow"],
  ["```sh\n\nif x\n\n  y\n```\nafter", "if x\n\n  y\n\nafter"],
  ["9. a\n9. b\n   - c\n\n         code\n\n   > said", "9. a\n10. b\n    - c\n      code\n    > said"],
  ["1.\n2. b", "1.\n2. b"],
  ["> one\n>\n> - two\n>\n> three", "> one\n>\n> - two\n>\n> three"],
  ["| a | |\n| --- | --- |\n| | b |\n| | |", "a |\n | b"],
  ["~~All is well~~ Payments fail", "~~All is well~~ Payments fail"],
  ["hard  \nbreak\\\nand `code  x`", "hard\nbreak\nand code  x"],
  ["&lt;b&gt; <b>&amp;</b> \\*", "<b> <b>&</b> *"],
  ["<ops@example.com> <https://example.com>", "ops@example.com https://example.com"],
  ["[](https://example.com) [https://example.com](https://example.com)", "https://example.com https://example.com"],
  ["- مرحبا\n- שלום", "- مرحبا\n- שלום"],
])("%j", (body, text) => {
  expect(renderMarkdown(body).text).toBe(text);
});

test("what is nested too deeply stands there as it was typed", () => {
  const quotes = renderMarkdown(`${"> ".repeat(40)}deep`);
  expect(quotes.html).toContain("&gt; &gt; deep</p>");
  expect(quotes.text).toBe(`${"> ".repeat(40)}deep`);
  const items = Array.from({ length: 40 }, (_, depth) => `${"  ".repeat(depth)}- item ${depth}`);
  const lists = renderMarkdown(items.join("\n"));
  for (const item of items) for (const said of [lists.html, lists.text]) expect(said).toContain(item.trim().slice(2));
});

const characters: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const decoded = (html: string) => html.replace(/&(?:lt|gt|quot|amp);/g, (found) => characters[found] ?? found);

/** Returns what a reader of the HTML sees: its texts, the numbers of its lists, and the targets of its links. */
function seenIn(html: string): string {
  let [seen, label, href] = ["", 0, ""];
  const numbers: (number | null)[] = [];
  const tag = (name: string, rest: string): string => {
    if (name === "ol") numbers.push(Number(/start="(\d+)"/.exec(rest)?.[1] ?? 1));
    if (name === "ul") numbers.push(null);
    if (name === "/ol" || name === "/ul") numbers.pop();
    if (name === "a") [label, href] = [seen.length, decoded(/href="([^"]*)"/.exec(rest)?.[1] ?? "")];
    if (name === "/a") {
      const text = seen.slice(label).trim();
      return text.endsWith(href) || `mailto:${text}` === href ? "" : ` ${href} `;
    }
    if (name === "li") {
      const number = numbers.pop() ?? null;
      numbers.push(number === null ? null : number + 1);
      return number === null ? " " : ` ${number} `;
    }
    if (name === "s" || name === "/s") return "~~";
    return /^\/?(?:strong|em|code)$/.test(name) ? "" : " ";
  };
  for (const [whole, name, rest] of html.matchAll(/<(\/?[a-z0-9]+)((?:\s[^<>]*)?)>|[^<]+/g))
    seen += name === undefined ? decoded(whole) : tag(name, rest ?? "");
  return seen;
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
/** Removes the marks of structure from a text. */
const signsIn = (text: string): string => text.replaceAll(/[\s>|~().-]+/gu, "");

function expectSameWords(body: string) {
  const { html, text } = renderMarkdown(body);
  const seen = seenIn(html);
  expect(wordsIn(text)).toEqual(wordsIn(seen));
  expect(signsIn(text)).toBe(signsIn(seen));
}

const indented = (text: string, by: string): string => text.replaceAll("\n", `\n${by}`);

const word = fc.stringMatching(/^[a-z]{1,6}$/).map((letters) => `w${letters}`);
const words = fc.array(word, { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));

const inline = fc.oneof(
  words,
  fc.tuple(fc.constantFrom("**", "_", "~~", "`"), words).map(([mark, text]) => `${mark}${text}${mark}`),
  words.map((text) => `[${text}](https://example.com/a)`),
  words.map((text) => `![${text}](https://example.com/a.png)`),
  fc.constantFrom("<https://example.com>", "<ops@example.com>", "&amp; &lt;b&gt;", "<b>wb</b>", "\\* ✅", "שלום"),
  fc.tuple(words, fc.constantFrom("\n", "  \n", "\\\n"), words).map((parts) => parts.join("")),
);

const lines = fc.array(words, { minLength: 1, maxLength: 3 });
const cells = fc.tuple(word, word);

const blocks = fc.letrec<{ block: string; blocks: string }>((tie) => ({
  block: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.array(inline, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(" ")),
    words.map((text) => `## ${text}`),
    fc.constant("***"),
    lines.map((all) => `    ${indented(all.join("\n\n"), "    ")}`),
    lines.map((all) => `\`\`\`sh\n${all.join("\n  ")}\n\`\`\``),
    fc
      .array(cells, { maxLength: 3 })
      .map((rows) => ["a | b", "--- | ---", ...rows.map((row) => row.join(" | "))].join("\n")),
    tie("blocks").map((text) => `> ${indented(text, "> ")}`),
    fc
      .array(tie("blocks"), { minLength: 1, maxLength: 3 })
      .map((all) => all.map((text) => `- ${indented(text, "  ")}`).join("\n")),
    fc
      .tuple(fc.integer({ min: 0, max: 120 }), fc.array(tie("blocks"), { minLength: 1, maxLength: 3 }))
      .map(([start, all]) => all.map((text, at) => `${start + at}. ${indented(text, "     ")}`).join("\n\n")),
  ),
  blocks: fc.array(tie("block"), { minLength: 1, maxLength: 3 }).map((all) => all.join("\n\n")),
}));

test("HTML and text say the same words in the same order, however they are nested", () => {
  fc.assert(fc.property(blocks.blocks, expectSameWords), { numRuns: 500 });
});

test("no word that somebody wrote is lost in either", () => {
  fc.assert(
    fc.property(blocks.blocks, (body) => {
      const { text } = renderMarkdown(body);
      const said = wordsIn(text);
      for (const each of body.match(/\bw[a-z]+/g) ?? []) expect(said).toContain(each);
    }),
    { numRuns: 300 },
  );
});

const marks = [
  "**",
  "~~",
  "`",
  "```\n",
  "[",
  "](",
  "![",
  ")",
  "<",
  ">",
  "\n",
  "\n\n",
  "> ",
  "- ",
  "3) ",
  "    ",
  "\t",
  "|",
  "|---|\n",
  "# ",
  "&lt;",
  "\\",
  "<br>",
  "\u2067",
  "=\n",
];

test("whatever is typed, HTML and text say the same words", () => {
  const piece = fc.oneof(fc.constantFrom(...marks), word, fc.string({ unit: "grapheme", maxLength: 6 }));
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => expectSameWords(pieces.join(""))),
    { numRuns: 1000 },
  );
});
