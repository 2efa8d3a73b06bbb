import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { type ContextOptions, openBrowser, type TestBrowser } from "../support/browser";
import { chartDocument } from "../support/chart-documents";
import { chartScript } from "../support/chart-script";

let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

async function opened(options: ContextOptions, direction: "ltr" | "rtl" = "ltr", language?: "ar") {
  const context = await browser.visitor({ script: true, ...options });
  const tab = await context.newPage();
  await tab.setContent(await chartDocument(direction, language));
  return { tab, close: () => context.close() };
}

/** The same with the script that pages with a chart load. */
async function readable(options: ContextOptions, direction: "ltr" | "rtl" = "ltr", language?: "ar") {
  const { tab, close } = await opened(options, direction, language);
  const script = await chartScript();
  expect(script.length).toBeLessThanOrEqual(4096);
  await tab.addScriptTag({ content: script });
  const plot = tab.locator(".rc-plot").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (!box) throw new Error("the chart is not drawn");
  const pointAt = (share: number) => tab.mouse.move(box.x + box.width * share, box.y + box.height / 2);
  return { tab, close, plot, readout: plot.locator(".rc-read"), mark: plot.locator(".rc-mark"), pointAt };
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

/** Returns how the parts of the first chart look where colours are forced; `dashes` and `fill` are their shapes. */
async function partsIn(tab: Page, name: string) {
  const parts = await tab
    .locator(".rc")
    .first()
    .locator(name)
    .evaluateAll((all) =>
      all.map((part) => {
        const { color, strokeDasharray } = getComputedStyle(part);
        const { top, height } = part.getBoundingClientRect();
        const fill = part.getAttribute("fill");
        return { color, dashes: strokeDasharray, fill, top: Math.round(top), height: Math.round(height) };
      }),
    );
  const countOf = (of: keyof (typeof parts)[number]) => new Set(parts.map((part) => part[of])).size;
  return { parts, countOf };
}

test("states differ without colour: by their height, and by what fills them", async () => {
  const { tab, close } = await opened({ forcedColors: true });
  const { countOf } = await partsIn(tab, ".rc-band");
  expect([countOf("color"), countOf("height"), countOf("fill")]).toEqual([1, 3, 3]);
  await close();
});

test("the value under the pointer is read with its time and state, beside a marker, and goes with the pointer", async () => {
  const { tab, close, plot, readout, mark, pointAt } = await readable({});
  expect(await readout.isVisible()).toBe(false);
  await pointAt(0.5);
  await expect.poll(() => readout.innerText()).toMatch(/^[A-Z][a-z]{2} \d+, \d\d:\d\d · \d+ ms · Up$/);
  const [line, drawn] = [await mark.boundingBox(), await plot.boundingBox()];
  expect(Math.abs((line?.x ?? 0) - (drawn?.x ?? 0) - (drawn?.width ?? 0) / 2)).toBeLessThan(5);
  await pointAt(0.59);
  await expect.poll(() => readout.innerText()).toMatch(/^[A-Z][a-z]{2} \d+, \d\d:\d\d · Down · /);
  await tab.mouse.move(0, 0);
  await expect.poll(() => readout.isVisible()).toBe(false);
  await close();
});

test("where a row of the table has several states, none of them is read as the point's", async () => {
  const { tab, close, readout, pointAt } = await readable({});
  await tab.locator("[data-n]").evaluateAll((rows) => {
    for (const row of rows) row.setAttribute("data-mixed", "");
  });
  await pointAt(0.5);
  await expect.poll(() => readout.innerText()).toMatch(/^[A-Z][a-z]{2} \d+, \d\d:\d\d · \d+ ms$/);
  await close();
});

test("the keyboard reads it point by point, and screen readers hear the same", async () => {
  const { tab, close, plot, readout } = await readable({});
  expect(await plot.getAttribute("role")).toBe("slider");
  await plot.focus();
  const newest = await readout.innerText();
  await tab.keyboard.press("ArrowLeft");
  const before = await readout.innerText();
  expect(before).not.toBe(newest);
  expect(await plot.getAttribute("aria-valuetext")).toBe(before);
  await tab.keyboard.press("End");
  expect(await readout.innerText()).toBe(newest);
  await tab.keyboard.press("Home");
  expect(await plot.getAttribute("aria-valuenow")).toBe("0");
  await tab.keyboard.press("Escape");
  expect(await readout.isVisible()).toBe(false);
  expect(await violations(tab)).toEqual([]);
  expect(await overflow(tab)).toBe(0);
  await close();
});

test("where time runs from right to left, the newest point is at the left, and arrows lead where they point", async () => {
  const { tab, close, plot, readout, mark, pointAt } = await readable({ width: 375 }, "rtl", "ar");
  await pointAt(0.999);
  expect(await plot.getAttribute("aria-valuenow")).toBe("0");
  await plot.focus();
  await tab.keyboard.press("ArrowLeft");
  expect(await plot.getAttribute("aria-valuenow")).toBe("1");
  await tab.keyboard.press("End");
  const [line, drawn, told] = [await mark.boundingBox(), await plot.boundingBox(), await readout.boundingBox()];
  expect((line?.x ?? 0) - (drawn?.x ?? 0)).toBeLessThan(3);
  expect(told?.x ?? 0).toBeGreaterThanOrEqual(0);
  await close();
});

test("what a renewed page takes away is added again, and the place is kept", async () => {
  const { tab, close, plot } = await readable({});
  await plot.focus();
  await tab.keyboard.press("Home");
  await plot.evaluate((each) => {
    for (const name of ["role", "tabindex", "aria-valuetext"]) each.removeAttribute(name);
  });
  await expect.poll(() => plot.getAttribute("aria-valuenow")).toBe("0");
  expect(await plot.getAttribute("role")).toBe("slider");
  expect(await plot.evaluate((each) => each === document.activeElement)).toBe(true);
  await close();
});

test("an incident and a maintenance differ without colour: by their height and their dashes; each is named below", async () => {
  const { tab, close } = await opened({ forcedColors: true });
  const { parts, countOf } = await partsIn(tab, ".rc-bar");
  expect(parts).toHaveLength(2);
  expect([countOf("color"), countOf("top"), countOf("dashes")]).toEqual([1, 2, 2]);
  expect(await tab.locator(".rc-events").first().getByRole("link").count()).toBe(2);
  await close();
});

test.each([
  ["ltr", undefined, "ArrowLeft"],
  ["rtl", "ar", "ArrowRight"],
] as const)(
  "bars of days are read by pointer, keys and touch, from their table: %s",
  async (direction, language, back) => {
    const { tab, close } = await readable({ width: 375 }, direction, language);
    const [bars, row] = [tab.locator(".day-plot"), tab.locator("#days [data-n='1']").first()];
    const readout = bars.locator(".rc-read");
    const day = await row.locator("th").innerText();
    expect(await bars.getAttribute("role")).toBe("slider");
    expect(await bars.getAttribute("aria-label")).toBe(await bars.locator("svg").getAttribute("aria-label"));
    await bars.focus();
    const today = await readout.innerText();
    for (let pressed = 0; pressed < 90 && !(await readout.innerText()).includes(day); pressed++)
      await tab.keyboard.press(back);
    const words = (await readout.innerText()).split(" · ");
    expect(words[0]).toContain(day);
    for (const word of words.slice(1)) expect(await row.innerText()).toContain(word);
    expect(words.length).toBeGreaterThan(2);
    expect(await bars.getAttribute("aria-valuetext")).toBe(words.join(" · "));
    const box = await bars.boundingBox();
    if (!box) throw new Error("the bars are not drawn");
    await tab.mouse.move(direction === "rtl" ? box.x + 1 : box.x + box.width - 1, box.y + 10);
    expect(await readout.innerText()).toBe(today);
    const shown = await readout.boundingBox();
    expect(shown?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((shown?.x ?? 0) + (shown?.width ?? 0)).toBeLessThanOrEqual(375);
    expect(await violations(tab)).toEqual([]);
    expect(await overflow(tab)).toBe(0);
    await close();
  },
);
