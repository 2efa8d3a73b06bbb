import fc from "fast-check";
import { expect, test } from "vitest";
import { Fragment, type Html, jsx, markCachedHtml, trustedHtml } from "~/html/jsx-runtime";
import { requiredSelectorNames } from "../../../../scripts/bundle/selector-names";
import { parseSheetRules } from "../../../../scripts/bundle/sheet-rules";
import { htmlSelectorNames, stylesheetText } from "./first-sheet";

test.each<[selector: string, names: string[][]]>([
  ["*", [[]]],
  [":root", [[]]],
  [".c > a", [[".c", "a"]]],
  [".t > li:first-child::before", [[".t", "li"]]],
  ['[dir="rtl"] .b', [["[dir=rtl]", ".b"]]],
  ['[dir="auto"]:not(.md)', [["[dir=auto]"]]],
  [
    ".md :is(ul, ol)",
    [
      [".md", "ul"],
      [".md", "ol"],
    ],
  ],
  [".g:has(li .s:not(.o))::details-content", [[".g", "li", ".s"]]],
  [
    ".f :is(input:not([type=radio], [type=checkbox]), select)",
    [
      [".f", "input"],
      [".f", "select"],
    ],
  ],
  [".axis > :nth-child(2)", [[".axis"]]],
])("what %s cannot do without", (selector, names) => {
  expect(requiredSelectorNames(selector)).toEqual(names);
});

const css = `:root{--c:red}.a,.b>p{color:red}@media print{.b{color:#000}.x{color:#000}}.x{color:blue}
  .on{animation:told 2s}@keyframes told{0%{opacity:0}to{opacity:1}}@media (min-width:9rem){p{margin:0}}`;

test.each<[html: string, sheet: string]>([
  ["", ":root{--c:red}"],
  ['<i class="a"></i>', ":root{--c:red}.a{color:red}"],
  [
    '<div class="b"><p>x</p></div>',
    ":root{--c:red}.b>p{color:red}@media print{.b{color:#000}}@media (min-width:9rem){p{margin:0}}",
  ],
  [
    '<b id="1" class="x on"></b>',
    ":root{--c:red}@media print{.x{color:#000}}.x{color:blue}.on{animation:told 2s}@keyframes told{0%{opacity:0}to{opacity:1}}",
  ],
])("a page of %s brings what it uses, in the order of the sheet", (html, sheet) => {
  expect(stylesheetText(parseSheetRules(css), htmlSelectorNames(trustedHtml(html)))).toBe(sheet);
});

test("words of people are no names: a class that somebody writes stands in no tag", () => {
  expect(htmlSelectorNames(trustedHtml('<p>&lt;table class=&quot;x&quot;&gt; class="y"</p>'))).toEqual(new Set(["p"]));
});

const { tree } = fc.letrec<{ tree: Html }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom('<i class="a b"></i>', "<br>", "words", '<u dir="auto"></u>').map(trustedHtml),
    fc
      .tuple(fc.constantFrom("p", "ul", "li"), fc.constantFrom("c", "d e"), fc.array(tie("tree"), { maxLength: 4 }))
      .map(([tag, name, children]) => jsx(tag as "p", { class: name, children }) as Html),
    fc.array(tie("tree"), { maxLength: 4 }).map((children) => Fragment({ children })),
    tie("tree").map(markCachedHtml),
  ),
}));

test("a page with parts that are kept has the names of all its text", () => {
  fc.assert(
    fc.property(tree, (page) => {
      expect(htmlSelectorNames(page)).toEqual(htmlSelectorNames(trustedHtml(page.text)));
    }),
  );
});
