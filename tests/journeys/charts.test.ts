import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { type ContextOptions, openBrowser, type TestBrowser } from "../support/browser";
import { chartDocument } from "../support/chart-documents";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function opened(options: ContextOptions, direction: "ltr" | "rtl" = "ltr") {
  const context = await browser.visitor({ script: true, ...options });
  const tab = await context.newPage();
  await tab.setContent(await chartDocument(direction));
  return { tab, close: () => context.close() };
}

const looks: [string, ContextOptions, "ltr" | "rtl"][] = [
  ["light, 320 px", { width: 320 }, "ltr"],
  ["dark", { dark: true }, "ltr"],
  ["forced colours", { forcedColors: true, width: 800 }, "ltr"],
  ["from right to left, 375 px", { width: 375, dark: true }, "rtl"],
];

test.each(looks)("a component's page with charts: %s", async (_, options, direction) => {
  const { tab, close } = await opened(options, direction);
  expect(await violations(tab)).toEqual([]);
  expect(await overflow(tab)).toBe(0);
  await close();
});

test("time runs from left to right where the words run from right to left", async () => {
  const { tab, close } = await opened({ width: 375 }, "rtl");
  const lefts = await tab
    .locator(".rc")
    .first()
    .locator(".rc-time")
    .evaluateAll((words) => words.map((word) => word.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(2);
  expect(lefts).toEqual([...lefts].sort((one, next) => one - next));
  await close();
});

test("states differ without colour: by their height, and by what fills them", async () => {
  const { tab, close } = await opened({ forcedColors: true });
  const bands = tab.locator(".rc").first().locator(".rc-band");
  const found = await bands.evaluateAll((all) =>
    all.map((band) => ({
      height: Math.round(band.getBoundingClientRect().height),
      fill: band.getAttribute("fill"),
      colour: getComputedStyle(band).color,
    })),
  );
  expect(new Set(found.map(({ colour }) => colour)).size).toBe(1);
  expect(new Set(found.map(({ height }) => height)).size).toBe(3);
  expect(new Set(found.map(({ fill }) => fill)).size).toBe(3);
  await close();
});
