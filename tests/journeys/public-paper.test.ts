import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { frontDocument } from "../support/front-document";
import { publicSituations } from "../support/public-situations";

/** The front page on paper, on walls and with a keyboard: what a drawing alone does not tell. */
let browser: TestBrowser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

async function open(options: Parameters<TestBrowser["visitor"]>[0], theme: "dark" | null = null): Promise<Page> {
  const tab = await (await browser.visitor(options)).newPage();
  await tab.setContent(await frontDocument(theme));
  return tab;
}

const colourOf = (tab: Page, property: "color" | "backgroundColor") =>
  tab.locator("body").evaluate((body, name) => getComputedStyle(body)[name], property);

describe("on paper", () => {
  test.each([{ theme: null }, { theme: "dark" } as const])("it is a report: light, theme $theme", async ({ theme }) => {
    const tab = await open({ script: true, dark: true }, theme);
    expect(await colourOf(tab, "backgroundColor")).toBe("rgb(16, 20, 18)");
    await tab.emulateMedia({ media: "print" });
    expect([await colourOf(tab, "color"), await colourOf(tab, "backgroundColor")]).toEqual([
      "rgb(20, 27, 23)",
      "rgb(252, 252, 250)",
    ]);
  });

  test("a closed group is a line and what leads elsewhere is not printed; trouble is told", async () => {
    const tab = await open({ script: true });
    const mail = tab.locator(".c > a", { hasText: "Outgoing mail" }).first();
    expect(await mail.isVisible()).toBe(false);
    await tab.locator("summary", { hasText: "Core platform" }).click();
    const hooks = tab.locator(".c > a", { hasText: "Webhooks" }).first();
    await expect.poll(() => hooks.isVisible()).toBe(false);
    await tab.emulateMedia({ media: "print" });
    expect([await mail.isVisible(), await hooks.isVisible()]).toEqual([false, true]);
    for (const hidden of [".follow", ".ways", ".more"])
      expect([hidden, await tab.locator(hidden).first().isVisible()]).toEqual([hidden, false]);
    for (const text of ["Northwind Cloud AB", "Webhooks are delivered late", "Each bar is one day"])
      expect([text, await tab.getByText(text).first().isVisible()]).toEqual([text, true]);
    expect((await tab.pdf({ format: "A4" })).length).toBeGreaterThan(10_000);
  });
});

test("the first screen of a phone says whether it works and what is known", async () => {
  const tab = await open({ width: 375, height: 667 });
  for (const text of ["Partial outage: Webhooks", "Webhooks are delivered late", "A queue worker runs out of memory"]) {
    const box = await tab.getByText(text).first().boundingBox();
    expect([text, (box?.y ?? 9999) + (box?.height ?? 0) < 667]).toEqual([text, true]);
  }
});

test("subscribing with 200 components to choose from takes a screen and a half of a phone; chosen, they unfold by group", async () => {
  const tab = await (await browser.visitor({ width: 375, height: 812 })).newPage();
  await tab.setContent((await publicSituations["Subscribe, 200 components"]?.({ language: null })) ?? "");
  const height = () => tab.locator("main").evaluate((main) => main.getBoundingClientRect().bottom);
  expect(await height()).toBeLessThanOrEqual(1.5 * 812);
  await tab.getByLabel("Only the components I choose").check();
  expect(await height()).toBeLessThanOrEqual(2 * 812);
  expect(await tab.getByLabel("Dashboard", { exact: true }).isVisible()).toBe(false);
  await tab.locator("summary", { hasText: "Core platform" }).click();
  await tab.getByLabel("Dashboard", { exact: true }).check();
});

test.each([320, 768, 1440, 3840])(
  "at %i px nothing is wider than the window, and a line is not too long to read",
  async (width) => {
    const tab = await open({ script: true, width, height: 900 });
    const seen = await tab.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      const em = Number.parseFloat(getComputedStyle(document.body).fontSize);
      const lines = [...document.querySelectorAll(".md, .note")].map((each) => each.getBoundingClientRect().width / em);
      return {
        over: scrollWidth - clientWidth,
        line: Math.max(...lines),
        share: document.body.clientWidth / clientWidth,
      };
    });
    expect(seen.over).toBe(0);
    expect(seen.line).toBeLessThanOrEqual(44.1);
    expect(seen.share).toBeGreaterThan(0.45);
    const [name, follow] = [await tab.locator(".brand").boundingBox(), await tab.locator(".follow").boundingBox()];
    expect(Math.abs((name?.y ?? 0) - (follow?.y ?? 99))).toBeLessThan(8);
  },
);

test("the keyboard goes from a component to its days, and opens a group", async () => {
  const tab = await open({ script: true });
  await tab.getByRole("link", { name: "Website", exact: true }).focus();
  await tab.keyboard.press("Tab");
  const days = tab.locator(":focus");
  expect(await days.getAttribute("href")).toMatch(/\/components\/[^/]+#days$/);
  await expect.poll(() => days.evaluate((each) => getComputedStyle(each).outlineStyle)).toBe("solid");
  await tab.locator("summary", { hasText: "Messaging" }).focus();
  await tab.keyboard.press("Enter");
  await tab.getByRole("link", { name: "Outgoing mail", exact: true }).waitFor();
});
