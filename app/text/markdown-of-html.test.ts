import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { renderMarkdown } from "~/platform/markdown";
import { markdownOfHtml } from "./markdown-of-html";

const again = (source: string): string => markdownOfHtml(renderMarkdown(source).html);

test.each([
  ["A paragraph with **bold**, *em* and ~~gone~~.", "A paragraph with **bold**, *em* and ~~gone~~."],
  ["# Heading\n\nText", "**Heading**\n\nText"],
  ["Heading\n===", "**Heading**"],
  ["one\ntwo", "one\\\ntwo"],
  ["one\n\\\ntwo", "one\\\n\\\ntwo"],
  ["- a\n- b\n  - c", "- a\n- b\n\n  - c"],
  ["3. a\n4. b", "3. a\n4. b"],
  ["> said\n>\n> more", "> said\n>\n> more"],
  ["`a | b`", "`a | b`"],
  ["| a |\n| --- |\n| `b \\| c` |", "| a |\n| --- |\n| `b \\| c` |"],
  ["```\nline <1>\n\n# two\n```", "```\nline <1>\n\n# two\n```"],
  ["---", "* * *"],
  ["| a | b |\n| --- | --- |\n| 1 | 2\\|3 |", "| a | b |\n| --- | --- |\n| 1 | 2\\|3 |"],
  ["[docs](https://a.example/x?a=1&b=2)", "[docs](https://a.example/x?a=1&b=2)"],
  ["![x](https://a.example/x.png)", "[x](https://a.example/x.png)"],
  ["[x](javascript:alert(1))", "\\[x\\](javascript:alert(1))"],
  ["https://a.example/a_b#c", "https://a.example/a_b#c"],
  ["\\# no heading", "\\# no heading"],
  ["<b>raw</b>", "\\<b>raw\\</b>"],
  ["5 &lt; 6", "5 \\< 6"],
  ["", ""],
])("%j → %j", (source, markdown) => expect(again(source)).toBe(markdown));

const hrefs = (html: string) => [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
const wordsIn = (html: string) => html.replace(/<[^>]*>/g, "").replace(/[\s|]+/g, "");

const reader = new MarkdownIt();
const headingsIn = (markdown: string) => reader.parse(markdown, {}).filter(({ type }) => type === "heading_open");

const pieces = fc.constantFrom(
  "word",
  "two words",
  " ",
  "\n",
  "\n\n",
  "- ",
  "1. ",
  "> ",
  "    ",
  "# ",
  "* * *",
  "`",
  "```",
  "**bold**",
  "[label](https://a.example)",
  "<b>",
  "&amp;",
  "\\",
  "| a | b |\n| --- | --- |\n| 1 | 2 |",
  "===",
  "https://evil.example",
);

test("a person's text has no heading and no link but its own, and says the same words, in Markdown too", () => {
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 14 }), (parts) => {
      const { html } = renderMarkdown(parts.join(""));
      const markdown = markdownOfHtml(html);
      const shown = renderMarkdown(markdown).html;
      expect(headingsIn(markdown)).toEqual([]);
      expect(hrefs(shown)).toEqual(hrefs(html));
      expect(wordsIn(shown)).toBe(wordsIn(html));
    }),
    { numRuns: 1500 },
  );
});

test.each(["<p>open", "</p>closed", "<p><strong>a</p>b</strong>", "<unknown>text</unknown>", "a < b", "<p><br></p>"])(
  "%j, which is not ours, is read to its end",
  (html) => expect(markdownOfHtml(html)).not.toContain("<p"),
);
