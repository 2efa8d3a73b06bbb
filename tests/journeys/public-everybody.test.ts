import { HtmlValidate } from "html-validate";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pseudoLanguage } from "~/i18n/pseudo";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { misplaced } from "../support/fits";
import { type Look, problemsByLook } from "../support/looks";
import { type SharedDeployment, sharedDeployment } from "../support/shared-deployment";

/** The demo's page, lively: every kind of public page, as everybody may meet it. */
let server: SharedDeployment["server"];
let browser: TestBrowser;
let places: string[];

const slug = "larkfield";

/** One address of each kind: ids stand for each other, and what a query asks for. */
const kindOf = (path: string) => path.replace(/\/[0-9a-z]{26}\b/g, "/:id").replace(/\?.*/, "");

const linksIn = (html: string): string[] =>
  [...html.matchAll(/<a\s[^>]*?href="([^"]+)"/g)].map(
    ([, href = ""]) => href.replaceAll("&amp;", "&").split("#")[0] as string,
  );

const isPage = (path: string) =>
  (path === `/${slug}` || path.startsWith(`/${slug}/`)) && !/\.(json|atom|rss|ics|svg|csv|xml)(\?|$)/.test(path);

/** Every kind of page that can be reached from the front, and those that nothing links to. */
async function crawl(): Promise<string[]> {
  const found = new Map<string, string>();
  const left = [`/${slug}`, `/${slug}/unlock`, `/${slug}/nothing-here`, `/${slug}/subscriptions/none`];
  for (let path = left.shift(); path; path = left.shift()) {
    if (found.has(kindOf(path))) continue;
    found.set(kindOf(path), path);
    const html = await (await fetch(`${server.url}${path}`)).text();
    left.push(...linksIn(html).filter(isPage));
  }
  return [...found.values()];
}

beforeAll(async () => {
  [{ server }, browser] = await Promise.all([sharedDeployment(), openBrowser()]);
  places = await crawl();
});
afterAll(async () => {
  await browser?.close();
});

const tooWide = async (tab: Page) => {
  const wide = await overflow(tab);
  return wide > 0 ? [`${wide} px too wide`] : [];
};

const inspect = async (tab: Page) => [...(await violations(tab)), ...(await tooWide(tab))];

/** What a person could press and where it is lower than 44 px; links within a sentence are excepted (WCAG 2.5.8). */
const small = (tab: Page) =>
  tab.locator("a:not(.skip), button, summary, input:not([type=hidden]), select, textarea").evaluateAll((all) => {
    const inText = (each: Element) => each.closest("p, .md, td, dd, li li") && each.tagName === "A";
    const box = (each: Element) => (each.closest("label") ?? each).getBoundingClientRect();
    return all
      .filter((each) => box(each).height > 0 && box(each).height < 43.5 && !inText(each))
      .map((each) => `small: ${each.outerHTML.slice(0, 100)}`);
  });

async function withLanguage(language: string): Promise<BrowserContext> {
  const context = await browser.visitor({ script: true });
  await context.setExtraHTTPHeaders({ "accept-language": language });
  return context;
}

/** At twice the size of text: what is too wide, and what is cut off. */
async function larger(tab: Page): Promise<string[]> {
  await tab.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
  const cut = await tab.locator("h1, h2, h3, p, a, summary, td, th").evaluateAll((all) =>
    all
      .filter((each) => each.clientHeight > 0 && getComputedStyle(each).overflow === "hidden")
      .filter((each) => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
      .map((each) => `cut: ${each.outerHTML.slice(0, 100)}`),
  );
  return [...(await tooWide(tab)), ...cut];
}

const sizes = [
  { name: "light", width: 1280, dark: false },
  { name: "dark", width: 1280, dark: true },
  { name: "narrow", width: 320, dark: false },
] as const;
const [light, dark, narrow] = sizes;
const looks = {
  light: { ...light, check: inspect },
  dark: { ...dark, check: inspect },
  narrow: { ...narrow, check: inspect },
  forced: { width: 375, forcedColors: true, check: inspect },
  larger: { width: 640, check: larger },
};

const addresses = () => Object.fromEntries(places.map((path) => [path, `${server.url}${path}`]));

let seen: Promise<Record<keyof typeof looks, string[]>> | null = null;

const asSeen = () =>
  (seen ??= browser.visitor({ script: true }).then((context) => problemsByLook(context, addresses(), looks)));

describe("every public page", () => {
  test("there is one of each kind", () => {
    const kinds = places.map(kindOf);
    const rests = ["", "/incidents/:id", "/maintenances/:id", "/components/:id", "/history", "/uptime", "/subscribe"];
    for (const rest of [...rests, "/preferences", "/unlock"]) expect(kinds).toContain(`/${slug}${rest}`);
  });

  test("is valid HTML, in English and Arabic", async () => {
    const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
    const found: string[] = [];
    for (const path of places) {
      for (const language of ["en", "ar"]) {
        const answer = await fetch(`${server.url}${path}`, { headers: { "accept-language": language } });
        const { results } = await validator.validateString(await answer.text());
        const messages = results.flatMap((each) => each.messages);
        found.push(...messages.map(({ ruleId, message }) => `${path} (${language}): ${ruleId}: ${message}`));
      }
    }
    expect([...new Set(found)]).toEqual([]);
  });

  test.each(sizes)("axe-core holds nothing against it at $width px, dark: $dark", async ({ name }) => {
    expect((await asSeen())[name]).toEqual([]);
  });

  test("nor in Arabic, mirrored, on a phone", async () => {
    const mirrored = async (tab: Page) => {
      const direction = await tab.locator("html").getAttribute("dir");
      return [...(direction === "rtl" ? [] : [`dir is ${direction}`]), ...(await inspect(tab)), ...(await small(tab))];
    };
    const context = await withLanguage("ar");
    const phone: Look = { width: 375, dark: true, check: mirrored };
    expect(await problemsByLook(context, addresses(), { phone })).toEqual({ phone: [] });
  });

  test("longer by 40 % and from right to left, nothing is cut and nothing leaves a phone's window", async () => {
    const phone: Look = { width: 375, check: misplaced };
    const context = await withLanguage(pseudoLanguage);
    expect(await problemsByLook(context, addresses(), { phone })).toEqual({ phone: [] });
  });

  test("nor with forced colours", async () => {
    expect((await asSeen()).forced).toEqual([]);
  });

  test("fits at twice the size of text, at which nothing is cut off", async () => {
    expect((await asSeen()).larger).toEqual([]);
  });
});

describe("without script", () => {
  test("language, zone and light are chosen by a form that one finds in any language, and hold on every page", async () => {
    const tab = await (await browser.visitor({ width: 375 })).newPage();
    await tab.goto(`${server.url}/${slug}/history`);
    await tab.getByRole("link", { name: "Language, time zone and appearance" }).click();
    await tab.getByRole("radio", { name: "Deutsch" }).check();
    await tab.getByRole("radio", { name: "Dark" }).check();
    await tab.getByLabel("Time zone").selectOption("Asia/Tokyo");
    await tab.getByRole("button", { name: "Save" }).click();
    expect(new URL(tab.url()).pathname).toBe(`/${slug}/history`);
    for (const path of ["", "/uptime", "/subscribe", "/nothing-here"]) {
      await tab.goto(`${server.url}/${slug}${path}`);
      expect(await tab.locator("html").getAttribute("lang")).toBe("de");
      expect(await tab.locator('meta[name="color-scheme"]').getAttribute("content")).toBe("dark");
    }
    await tab.goto(`${server.url}/${slug}`);
    expect(await tab.getByRole("contentinfo").textContent()).toContain("Asia/Tokyo");
    const ground = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await tab.emulateMedia({ colorScheme: "light" });
    expect(await ground()).not.toBe("rgb(255, 255, 255)");
    await tab.context().close();
  });

  test("a report is asked for by its dates, groups unfold, and one month leads to another", async () => {
    const tab = await (await browser.visitor()).newPage();
    await tab.goto(`${server.url}/${slug}`);
    await tab.locator("details:not([open]) > summary").first().click();
    await tab.getByRole("link", { name: "Uptime report" }).click();
    const [first, last] = [tab.getByLabel("From"), tab.getByLabel("To")];
    const day = await last.inputValue();
    await first.fill(day);
    await tab.getByRole("button", { name: "Show" }).click();
    expect(new URL(tab.url()).search).toBe(`?from=${day}&to=${day}`);
    await first.fill("2999-01-01");
    await tab.getByRole("button", { name: "Show" }).click();
    expect(await first.inputValue()).toBe("2999-01-01");
    await tab.goto(`${server.url}/${slug}/history`);
    await tab.getByRole("link", { name: /^Earlier/ }).click();
    expect(new URL(tab.url()).search).toMatch(/^\?month=\d{4}-\d\d$/);
    await tab.context().close();
  });
});
