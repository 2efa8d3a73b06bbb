import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import chartRules from "~/chart/chart.css?rules";
import type { StylesheetRule } from "~/status-page/views/frame/first-sheet";
import publicRules from "~/status-page/views/styles/public.css?rules";
import formRules from "~/status-page/views/styles/public-forms.css?rules";
import { parseSheetRules } from "../../scripts/bundle/sheet-rules";
import { openBrowser, type TestBrowser } from "../support/browser";
import { publicSituations } from "../support/public-situations";

/** What a page brings for its first paint: the rules that it uses, few faces and sizes, no glyph that a first font lacks. */
let browser: TestBrowser;
let tab: Page;

beforeAll(async () => {
  browser = await openBrowser();
  tab = await (await browser.visitor({ script: true, width: 375, height: 812 })).newPage();
});
afterAll(() => browser?.close());

const spoken = [null, "ar", "ja"].flatMap((language) =>
  Object.entries(publicSituations).map(([name, make]) => ({ language, name, make })),
);

/** A rule by each of its selectors; keyframes by what moves. */
const each = (rules: readonly StylesheetRule[]) =>
  rules.flatMap(({ around, when, body }) =>
    when.map(([head]) => ({ selector: head.startsWith("@") ? ".on" : head, text: `${around} ${head} ${body}` })),
  );

/** Where something of the page would match, whatever state it is in. */
const matching = (rules: readonly { selector: string }[]): Promise<boolean[]> =>
  tab.evaluate(
    (asked) => {
      const states =
        /::?(before|after|hover|focus-visible|focus|target|checked|details-content|-webkit-details-marker)\b/g;
      return asked.map((selector) => {
        const still = selector.replace(states, "").replace(/([>+~ ]|^)$/, "$1*");
        return document.querySelector(still) !== null;
      });
    },
    rules.map(({ selector }) => selector),
  );

const sheetOf = (html: string) => /<style>(.*?)<\/style>/s.exec(html)?.[1] ?? "";

/** Classes and tags by themselves. */
const namesIn = (selector: string) =>
  selector.replace(/:not\([^()]*\)|\[[^\]]*\]|::?[\w-]+/g, " ").match(/\.[\w-]+|(?<![\w.#-])[a-z][\w-]*/gi) ?? [];

test.each(spoken)(
  "all rules for what it shows and hardly one more: $name, $language",
  async ({ language, name, make }) => {
    const html = await make({ language });
    await tab.setContent(html);
    const first = each(parseSheetRules(sheetOf(html)));
    const used = await matching(first);
    const vain = first.filter((_, at) => !used[at]);
    const size = (rules: typeof first) => rules.reduce((sum, { text }) => sum + text.length, 0);
    expect(size(vain) / size(first)).toBeLessThan(0.08);
    const names = [...new Set(first.flatMap(({ selector }) => (/[,(]/.test(selector) ? [] : namesIn(selector))))];
    const there = await matching(names.map((selector) => ({ selector })));
    expect(names.filter((_, at) => !there[at])).toEqual([]);

    const brought = new Set(first.map(({ text }) => text));
    const further = name === "Component" ? chartRules : /Subscribe|Passphrase/.test(name) ? formRules : [];
    const all = each([...publicRules, ...further]);
    const needed = await matching(all);
    expect(all.filter(({ text }, at) => needed[at] && !brought.has(text)).map(({ text }) => text)).toEqual([]);
  },
);

/** What is set above the fold: sizes and weights of all that has words of its own. */
const setAboveFold = () =>
  tab.evaluate(() => {
    const all = [...document.body.querySelectorAll("*")].filter((element) => {
      const own = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
      const { top, left, height } = element.getBoundingClientRect();
      return own && height > 0 && left >= 0 && top < innerHeight;
    });
    const styles = all.map((element) => getComputedStyle(element));
    const different = (of: "fontSize" | "fontWeight" | "fontFamily") =>
      [...new Set(styles.map((style) => style[of]))].sort();
    return { sizes: different("fontSize"), weights: different("fontWeight"), families: different("fontFamily") };
  });

test.each([
  "All is well",
  "Partial outage",
  "Everything down",
  "Several at once",
  "Maintenance under way",
  "Incident",
  "Component",
])("two weights and at most four sizes of one family on the first screen: %s", async (name) => {
  await tab.setContent((await publicSituations[name]?.({ language: null })) ?? "");
  const { sizes, weights, families } = await setAboveFold();
  expect([families, weights]).toEqual([["system-ui, sans-serif"], ["400", "600"]]);
  expect(sizes.length, sizes.join(" ")).toBeLessThanOrEqual(4);
});

/** Latin letters and the marks of print: what a system's first font has on any machine. */
const common = /^[\n\x20-\x7e\xa0-\u017f\u2010-\u2026\u2030\u2039\u203a]*$/;

test.each(Object.keys(publicSituations))("no glyph that a first font lacks: %s", async (name) => {
  const html = (await publicSituations[name]?.({ language: null })) ?? "";
  const drawn = [...sheetOf(html).matchAll(/content:"([^"]*)"/g)].map(([, text]) => text);
  const text = html
    .slice(html.indexOf("<body>"))
    .replace(/<svg.*?<\/svg>/gs, "")
    .replace(/<[^>]+>/g, "\n");
  const strange = [...drawn, text]
    .join("\n")
    .split("\n")
    .filter((line) => !common.test(line));
  expect(strange).toEqual([]);
});
