import fc from "fast-check";
import { expect, test } from "vitest";
import { cpuClock } from "../../tests/support/cpu-work";
import { emptyMarkdownSections, renderMarkdown } from "./markdown";

test.each([
  ["**bold** and _soft_", "<p><strong>bold</strong> and <em>soft</em></p>", "bold and soft"],
  ["one\ntwo", "<p>one<br>\ntwo</p>", "one\ntwo"],
  ["# Title", "<p><strong>Title</strong></p>", "Title"],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>", "- a\n- b"],
  [
    "[us](https://example.com)",
    '<p><a href="https://example.com" rel="nofollow noopener">us</a></p>',
    "us (https://example.com)",
  ],
  [
    "![chart](https://example.com/a.png)",
    '<p><a href="https://example.com/a.png" rel="nofollow noopener">chart</a></p>',
    "chart (https://example.com/a.png)",
  ],
  [
    "[![alt](https://example.com/a.png)](https://example.com)",
    '<p><a href="https://example.com" rel="nofollow noopener">alt</a></p>',
    "alt (https://example.com)",
  ],
  ["https://example.com", "<p>https://example.com</p>", "https://example.com"],
  ["[nowhere]() and ![no picture]()", "<p>nowhere and no picture</p>", "nowhere and no picture"],
  ["", "", ""],
])("%s", (body, html, text) => {
  expect(renderMarkdown(body)).toEqual({ html, text });
});

const hostile = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\nscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  "![x](javascript:alert(1))",
  "[x](vbscript:msgbox)",
  "[x](file:///etc/passwd)",
  "[x](/relative)",
  "[x](//evil.example)",
  '<https://example.com"onmouseover=alert(1)>',
  "[a]: javascript:alert(1)\n\n[a]",
  '[x](https://example.com "\\"onclick=alert(1)")',
  "```<script>\nx\n```",
];

/** Returns element and attribute names of the HTML, without text; attribute values do not count. */
const markup = (html: string) =>
  [...html.matchAll(/<\/?([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g)].map((tag) => [
    tag[1],
    [...(tag[2] ?? "").matchAll(/\s([a-z-]+)(?:="([^"]*)")?/g)].map((attribute) => [attribute[1], attribute[2]]),
  ]) as [string, [string, string | undefined][]][];

const allowedTags = "p strong em s br a ul ol li code pre blockquote hr table thead tbody tr th td".split(" ");
const allowedAttributes = ["href", "rel", "title", "class", "start", "align", "tabindex"];

function expectHarmless(html: string) {
  for (const [tag, attributes] of markup(html)) {
    expect(allowedTags).toContain(tag);
    for (const [name, value = ""] of attributes) {
      expect(allowedAttributes).toContain(name);
      if (name === "href") expect(value).toMatch(/^(https?:\/\/|mailto:)/i);
      if (name === "align") expect(value).toMatch(/^(left|right|center)$/);
      if (name === "tabindex") expect([tag, value]).toEqual(["table", "0"]);
    }
  }
  const rest = html.replaceAll(/<\/?[a-z0-9]+(?:\s+[a-z-]+(?:="[^"]*")?)*\s*\/?>/g, "");
  expect(rest).not.toMatch(/[<>]/);
}

test("a table can be scrolled by keyboard, and its cells are aligned without a style", () => {
  const { html } = renderMarkdown("| a | b |\n| --- | ---: |\n| 1 | 2 |");
  expect(html).toContain('<table tabindex="0">');
  expect(html).toContain('<th>a</th>\n<th align="right">b</th>');
  expect(html).not.toContain("style");
});

test.each(hostile)("hostile: %s", (body) => {
  const { html } = renderMarkdown(body);
  expectHarmless(html);
  expect(html).not.toMatch(/href="(?!https?:|mailto:)/i);
});

test("whatever is typed gives only harmless elements", () => {
  const piece = fc.oneof(
    fc.constantFrom(...hostile, "**", "_", "`", "[", "](", ")", "<", ">", "\n", "> ", "- ", "|"),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => expectHarmless(renderMarkdown(pieces.join("")).html)),
    { numRuns: 500 },
  );
});

test("the longest hostile body is parsed in a blink", () => {
  for (const unit of ["[", "> ", "**a", "![](", "`", "- ", "<a "]) {
    const worked = cpuClock();
    renderMarkdown(unit.repeat(Math.floor(25_000 / unit.length)));
    expect(worked()).toBeLessThan(1000);
  }
});

test.each<[string, string, string[]]>([
  ["text alone", "All is said.", []],
  ["nothing", "", []],
  ["a heading with text", "## Cause\n\nA fuse.", []],
  ["one at the end", "## Cause\n\nA fuse.\n\n## Next\n", ["Next"]],
  ["one between", "## Cause\n\n## Next\n\nA second fuse.", ["Cause"]],
  ["a part of it has text", "## Cause\n\n### Fuse\n\nIt blew.", []],
  ["a part of it has none either", "## Cause\n\n### Fuse\n\n## Next\n\nNew.", ["Cause", "Fuse"]],
  ["a line below it", "## Cause\n\n---\n\n## Next\n\nNew.", ["Cause"]],
  ["a list, a quote, code, a table", "# A\n\n- a\n\n# B\n\n> b\n\n# C\n\n    c\n\n# D\n\n|d|\n|-|", []],
  ["in a list or a quote it is text", "# A\n\n- # B\n\n# C\n\n> # D", []],
  ["underlined, with marks", "**Root** [cause](https://example.com)\n---", ["Root cause (https://example.com)"]],
])("empty sections: %s", (_name, body, names) => {
  expect(emptyMarkdownSections(body)).toEqual(names);
});
