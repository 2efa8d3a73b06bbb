import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeApiDocument } from "~/api-documents";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";

let browser: TestBrowser;
let html: string;
beforeAll(async () => {
  browser = await openBrowser();
  const { text } = await makeApiDocument("/docs");
  // Without the build's bundler the inlined sheet is empty.
  const sheet = readFileSync(new URL("../../app/api/reference.css", import.meta.url), "utf8");
  html = text.replace(/<style>.*<\/style>/s, `<style>${sheet}</style>`);
});
afterAll(async () => {
  await browser?.close();
});

/** The reference in a window, with the first folds open, or all. */
async function show(width: number, dark: boolean, open: number) {
  const context = await browser.visitor({ script: true, width, dark });
  const tab = await context.newPage();
  await tab.setContent(html);
  await tab.evaluate((count) => {
    for (const fold of [...document.querySelectorAll("details")].slice(0, count)) fold.open = true;
  }, open);
  return { tab, context };
}

test.each([
  { width: 320, dark: true },
  { width: 320, dark: false },
  { width: 1280, dark: false },
])("axe-core holds nothing against the API's reference at $width px, dark: $dark", async ({ width, dark }) => {
  const { tab, context } = await show(width, dark, 25);
  expect(await violations(tab)).toEqual([]);
  expect(await overflow(tab)).toBe(0);
  await context.close();
});

test("all of it unfolded is no wider than a small phone, what is pressed is 44 px high, and print shows it all", async () => {
  const { tab, context } = await show(320, false, 1000);
  expect(await overflow(tab)).toBe(0);
  const low = await tab
    .locator("summary, nav a")
    .evaluateAll((all) => all.filter((each) => each.getBoundingClientRect().height < 43.5).length);
  expect(low).toBe(0);
  await context.close();
  const folded = await show(1280, false, 0);
  await folded.tab.emulateMedia({ media: "print" });
  const body = folded.tab.locator("#getPages");
  expect((await body.boundingBox())?.height ?? 0).toBeGreaterThan(50);
  await folded.context.close();
});
