import fc from "fast-check";
import { expect, test } from "vitest";
import { firstParagraph } from "./first-paragraph";

test.each([
  ["<p>The change is <strong>rolled back</strong>.</p><p>More.</p>", "The change is rolled back. …"],
  ["<h2>Update</h2><p>Fixed &amp; &lt;tested&gt;&#39;s</p>", "Fixed & <tested>'s …"],
  ["<table><tr><td>a</td></tr></table><p>After it.</p>", "After it. …"],
  ["<pre><code>ERROR 503\nretry &lt;later&gt;\n</code></pre>", "ERROR 503 retry <later>"],
  ["<table><tr><td>EU</td><td>down</td></tr></table><pre><code>x</code></pre>", "EU down x"],
  ["<p>Run this:</p>\n<pre><code>restart\n</code></pre>", "Run this: …"],
  ["<p><img src='x'></p>", null],
  ["<blockquote><p>quoted</p></blockquote>", "quoted"],
  ["<ul><li>First point</li><li>Second</li></ul>", "First point …"],
  ["<ul><li>Only point</li></ul>", "Only point"],
  ["<ul><li>A</li></ul><p>Text below.</p>", "Text below. …"],
  ["<p>One.</p>\n<hr>\n", "One."],
  ["<p></p><p>$& $1</p>", "$& $1"],
  ["", null],
])("of %s it says %s", (html, said) => {
  expect(firstParagraph(html)).toBe(said);
});

test("a long one ends at a word, and says that there is more", () => {
  const said = firstParagraph(`<p>${"words ".repeat(80)}</p>`) ?? "";
  expect([...said].length).toBeLessThanOrEqual(280);
  expect(said).toMatch(/words…$/);
  expect(firstParagraph(`<p>${"障害".repeat(300)}</p>`)).toHaveLength(280);
  for (const length of [277, 278, 279, 280])
    expect(firstParagraph(`<p>${"a".repeat(length)}</p><p>b</p>`)).toHaveLength(Math.min(280, length + 2));
});

test("whatever is written, it holds no markup and is short", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 2000 }), (text) => {
      const said = firstParagraph(`<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`);
      expect([...(said ?? "")].length).toBeLessThanOrEqual(280);
    }),
  );
});
