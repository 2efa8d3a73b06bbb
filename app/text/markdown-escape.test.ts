import fc from "fast-check";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import { hostileTexts } from "../../tests/support/sample-recent";
import { markdownLink, markdownTable, toMarkdownLine } from "./markdown-escape";

/** A reader of GitHub's Markdown, which also turns bare addresses into links. */
const reader = new MarkdownIt({ html: true, linkify: true });

const visible = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the kinds of all tokens but those of the paragraph or heading around a text. */
const kindsIn = (markdown: string): string[] =>
  reader
    .parse(markdown, {})
    .flatMap((token) => [token, ...(token.children ?? [])])
    .map(({ type }) => type)
    .filter((type) => !/^(text|inline|paragraph_(open|close)|text_special)$/.test(type));

const textIn = (markdown: string): string =>
  reader
    .parse(markdown, {})
    .flatMap(({ children }) => children ?? [])
    .map(({ content }) => content)
    .join("");

const hostile = [
  ...hostileTexts,
  "# Heading",
  "Title\n# Forged heading",
  "Title\n===",
  "Title\n\n---\ntitle: forged\n---",
  "---",
  "+++",
  "- item",
  "* item",
  "+ item",
  "1. item",
  "1) item",
  "> quote",
  "```js",
  "~~~",
  "    code",
  "\tcode",
  "[pay here](https://evil.example)",
  "![x](https://evil.example/x.png)",
  "[ref]: https://evil.example",
  "[^1]: note",
  "<https://evil.example>",
  "<a href='https://evil.example'>x</a>",
  "<!-- comment -->",
  "https://evil.example/?a=1&b=2",
  "www.evil.example",
  "a | b",
  "| a | b |\n| --- | --- |",
  "**bold** _em_ ~~gone~~ `code` $x$",
  "ends with a backslash \\",
  "ends with marks ##",
  "&lt;b&gt; &#35; &num;",
  "a\u2028# b",
  "snake_case and 5 < 6 & 7 > 3",
];

test.each(hostile)("%j as a title is only its own text", (title) => {
  const line = toMarkdownLine(title);
  expect(line).not.toMatch(/[\n\r]/);
  expect(kindsIn(line)).toEqual([]);
  expect(kindsIn(`# ${line} · More`)).toEqual(["heading_open", "heading_close"]);
  expect(kindsIn(`### ${line}`)).toEqual(["heading_open", "heading_close"]);
});

test("any text stays what it is, as a line, as a heading, as a link's label and in a table", () => {
  const letters = fc.constantFrom(..."#*_-+=`~[](){}<>|\\!&;:.1aé \n\t\u2028", "http", "://", "www.", "amp");
  const anyText = fc.oneof(fc.string({ unit: letters, maxLength: 40 }), fc.string({ unit: "grapheme", maxLength: 40 }));
  fc.assert(
    fc.property(anyText, (text) => {
      const line = toMarkdownLine(text);
      expect(kindsIn(line)).toEqual([]);
      fc.pre(line !== "");
      expect(kindsIn(`# ${line}`)).toEqual(["heading_open", "heading_close"]);
      expect(visible(textIn(`# ${line}`))).toBe(visible(textIn(line)));
      expect(kindsIn(markdownLink(text, "https://a.example/x"))).toEqual(["link_open", "link_close"]);
      const cells = reader
        .parse(
          markdownTable([
            ["a", "b"],
            [line, "c"],
          ]),
          {},
        )
        .filter(({ type }) => type === "td_open");
      expect(cells).toHaveLength(2);
    }),
    { numRuns: 2000 },
  );
});

test("what has no hidden characters reads as it was written", () => {
  const plain = fc.string({ unit: fc.constantFrom(..."#*_-+=`~[]()<>|\\!&;:.1ab "), maxLength: 30 });
  fc.assert(
    fc.property(plain, (text) => {
      expect(visible(textIn(toMarkdownLine(text)))).toBe(visible(text));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["https://a.example/x?a=1&copy;=2", "https://a.example/x?a=1&copy;=2"],
  ["https://a.example/x) [evil](https://evil.example", "https://a.example/x%29%20%5Bevil%5D%28https://evil.example"],
  ["https://a.example/\\>\n# x", "https://a.example/%5C%3E%0A#%20x"],
])("a link to %j leads there and nowhere else", (href, known) => {
  const links = reader.parse(markdownLink("label", href), {}).flatMap(({ children }) => children ?? []);
  const targets = links.filter(({ type }) => type === "link_open").map((each) => each.attrGet("href"));
  expect(targets).toEqual([known]);
});

test.each(["javascript:alert(1)", "data:text/html,x", "//evil.example", "", " https://a.example"])(
  "%j is no address: only the label is written",
  (href) => expect(markdownLink("label", href)).toBe("label"),
);
