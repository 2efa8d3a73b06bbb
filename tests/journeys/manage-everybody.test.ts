import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { startServer, type TestServer } from "../support/server";
import { alertmanagerGroup, deliver, makePage, makeSource, signInBy } from "../support/signed-in";

let server: TestServer;
let browser: TestBrowser;
let tab: Page;
/** Every management address that answers with a page, by its name. */
const places: Record<string, string> = {};

const manage = (rest: string) => `${server.url}/manage${rest}`;

/** The first link on a list that leads below `prefix`. */
async function firstBelow(list: string, prefix: string): Promise<string> {
  await tab.goto(manage(list));
  const hrefs = await tab
    .locator(`main a[href^="/manage${prefix}"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const found = hrefs.find((href) => !/\/new$/.test(href));
  if (!found) throw new Error(`no link below ${prefix} on ${list}`);
  return found.slice("/manage".length);
}

async function openIncident(): Promise<void> {
  await tab.goto(manage("/acme/incidents/new"));
  await tab.getByLabel("Title").fill("Checkout answers with errors");
  await tab.getByLabel("What do you know?").fill("- one\n- **two**");
  await tab.getByLabel("Checkout").selectOption({ label: "Major outage" });
  await tab.getByRole("button", { name: "Publish" }).click();
}

async function findPlaces(): Promise<void> {
  const component = await firstBelow("/acme/components", "/acme/components/");
  const source = await firstBelow("/acme/sources", "/acme/sources/");
  const fixed = ["", "/account", "/new", "/sign-out", "/acme", "/acme/incidents", "/acme/incidents/new"];
  const more = ["/components", "/components/new", "/groups/new", "/sources", "/sources/new", "/audit", "/settings"];
  const found = [
    component,
    source,
    await firstBelow("/acme/components", "/acme/groups/"),
    await firstBelow("/acme/incidents", "/acme/incidents/"),
    await firstBelow(source, `${source}/deliveries/`),
    `${source}/rules/new`,
    "/acme/sources/new?kind=alertmanager",
    "/acme/nothing-here",
  ];
  for (const place of [...fixed, ...more.map((rest) => `/acme${rest}`), ...found]) places[place] = manage(place);
}

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ["--empty"] }), openBrowser()]);
  tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, "acme", ["Website", "Checkout"]);
  const ingest = await makeSource(tab, server, "acme");
  await openIncident();
  const began = new Date(Date.now() - 60_000).toISOString();
  expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
  await findPlaces();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** The same person in another window. */
async function window(options: Parameters<TestBrowser["visitor"]>[0]): Promise<BrowserContext> {
  const context = await browser.visitor(options);
  await context.addCookies(await tab.context().cookies());
  return context;
}

async function problemsIn(context: BrowserContext, check: (page: Page) => Promise<string[]>): Promise<string[]> {
  const page = await context.newPage();
  const found: string[] = [];
  for (const [place, address] of Object.entries(places)) {
    await page.goto(address);
    for (const problem of await check(page)) found.push(`${place}: ${problem}`);
  }
  await context.close();
  return found;
}

const inspect = async (page: Page) => {
  const wide = await overflow(page);
  return [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
};

describe("every management page", () => {
  test("has no script, one main, one h1, and a title", async () => {
    const titles: string[] = [];
    const check = async (page: Page) => {
      const counts = await Promise.all(["script", "main", "h1"].map((name) => page.locator(name).count()));
      titles.push(await page.title());
      return counts.join() === "0,1,1" ? [] : [counts.join()];
    };
    expect(await problemsIn(await window({}), check)).toEqual([]);
    expect(titles).toContain("Incidents · Acme Shop · Upfront");
    expect(titles.filter((title) => title === "Upfront")).toHaveLength(1);
  });

  test.each([
    { width: 1280, dark: false },
    { width: 320, dark: true },
    { width: 320, dark: false },
  ])("axe-core holds nothing against it at $width px, dark: $dark", async ({ width, dark }) => {
    expect(await problemsIn(await window({ script: true, width, dark }), inspect)).toEqual([]);
  });

  test("works with forced colours", async () => {
    const context = await window({ script: true, width: 375, forcedColors: true });
    expect(await problemsIn(context, inspect)).toEqual([]);
  });

  test("the sign-in page, too", async () => {
    const context = await browser.visitor({ script: true, width: 320 });
    const page = await context.newPage();
    await page.goto(manage("/sign-in"));
    expect(await inspect(page)).toEqual([]);
    await context.close();
  });

  test("the keyboard skips to the content first, and reaches the one button of a form", async () => {
    await tab.goto(manage("/acme/groups/new"));
    await tab.keyboard.press("Tab");
    expect(await tab.locator(":focus").textContent()).toBe("Skip to the content");
    await tab.getByLabel("Name").focus();
    await tab.keyboard.type("By keyboard");
    await tab.keyboard.press("Enter");
    expect(await tab.getByRole("status").textContent()).toBe("The group is added.");
  });
});
