import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { foundOtherwise, untilTakenOver, watchHydration } from "../support/taken-over";

let own: OwnPage;
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;
const complaints: string[] = [];

async function open(address: string): Promise<void> {
  await tab.goto(address);
  await untilTakenOver(tab);
}

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  desk = await browser.visitor({ script: true });
  tab = await own.signIn(desk);
  await watchHydration(desk);
  tab.on("pageerror", (error) => complaints.push(String(error)));
});

afterAll(async () => {
  await browser?.close();
});

/** Returns the addresses that a page links to in this page's management, and in the person's own. */
const linked = () =>
  tab.evaluate(() =>
    [...document.links]
      .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/manage"))
      .map(({ href }) => href.replace(/#.*/, "")),
  );

/** Addresses that are files, public pages or the end of the session. */
const isNoPage = (address: string) => /sign-out|\/branding\/preview|\.csv|\/export|\/download/.test(address);

test("script finds each page as it was sent: its start, all places of the menu, and what these link to", async () => {
  const found: string[] = [];
  const seen = new Set<string>();
  const first = [own.manage(), `${own.server.url}/manage/account`, `${own.server.url}/manage`];
  const waiting = [...first];
  while (waiting.length > 0 && seen.size < 60) {
    const address = waiting.shift() ?? "";
    const kind = address.replace(/\?.*/, "").replaceAll(/[0-9a-z]{26}/g, "ID");
    if (seen.has(kind) || isNoPage(address)) continue;
    seen.add(kind);
    await open(address);
    found.push(...(await foundOtherwise(tab)));
    waiting.push(...(await linked()));
  }
  expect(seen.size).toBeGreaterThan(30);
  expect(found).toEqual([]);
});

test("long lists are taken over in chunks, as they were sent: tens in groups and beside them, with what was ticked before", async () => {
  const many = await ownPage({ components: Array.from({ length: 60 }, (_, at) => `Service ${at + 1}`) });
  const visitor = await browser.visitor({ script: true });
  const page = await many.signIn(visitor);
  await watchHydration(visitor);
  const held: (() => void)[] = [];
  await page.route("**/assets/entry.client-*.js", (route) => held.push(() => route.continue()));
  await page.goto(many.manage("/incidents/new"), { waitUntil: "commit" });
  await page.locator(".picker summary").first().click();
  const last = page.locator(".picker-row").last();
  await last.getByRole("checkbox").check();
  for (const go of held) go();
  await untilTakenOver(page);
  expect(await last.getByRole("checkbox").isChecked()).toBe(true);
  expect(await foundOtherwise(page)).toEqual([]);
  await page.unrouteAll();
  await page.goto(many.manage("/components"));
  await untilTakenOver(page);
  expect(await foundOtherwise(page)).toEqual([]);
  await page.getByRole("button", { name: "Move Service 20 down", exact: true }).click();
  await page.getByText("Order changed").first().waitFor();
  const names = await page.locator("a[id^='component-']").allTextContents();
  expect([names.length, names[19], names[20]]).toEqual([60, "Service 21", "Service 20"]);
  expect(complaints).toEqual([]);
});

test("a page that is otherwise than the script prints it is noticed", async () => {
  await tab.route(own.manage("/people"), async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({
      response,
      body: text.replace(/(<h1[^>]*>)People/, "$1Persons").replace("<footer", "<b></b><footer"),
    });
  });
  await open(own.manage("/people"));
  const said = (await foundOtherwise(tab)).map((change) => change.replace(/^\S+ /, ""));
  expect(said).toContain("changed: People");
  expect(said).toContain("removed: <b></b>");
  await tab.unrouteAll();
});

test("what browser extensions put beside the page stays, and the page is there once", async () => {
  await tab.route(own.manage("/people"), async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    const body = text
      .replace("<head>", "<head><style id=x1>.x{}</style>")
      .replace("</head>", "<meta id=x2></head>")
      .replace(/$/, "<div id=x3>Extension</div>");
    await route.fulfill({ response, body });
  });
  await tab.addInitScript(() => {
    document.addEventListener("readystatechange", () => {
      if (document.readyState !== "interactive" || document.getElementById("x4")) return;
      const other = document.createElement("x-extension");
      other.id = "x4";
      document.documentElement.appendChild(other);
    });
  });
  await open(own.manage("/people"));
  const kept = await tab.evaluate(() => ["x1", "x2", "x3", "x4"].filter((id) => document.getElementById(id) !== null));
  expect(kept).toEqual(["x1", "x2", "x3", "x4"]);
  await tab.getByRole("navigation").first().getByRole("link", { name: "Incidents", exact: true }).click();
  await tab.getByRole("heading", { level: 1, name: "Incidents" }).waitFor();
  expect(await tab.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await tab.evaluate(() => document.getElementById("x3")?.textContent)).toBe("Extension");
  expect(complaints).toEqual([]);
});

test("a form that script made itself shows, reset, what it began with, and its texts for machines are not spell-checked", async () => {
  await open(own.manage("/incidents"));
  await tab.locator("a[href$='/incidents/new']:visible").first().click();
  const status = tab.locator(".picker-row select").first();
  await status.waitFor({ state: "attached" });
  const began = await status.inputValue();
  const after = await status.evaluate((element) => {
    const select = element as unknown as HTMLSelectElement;
    select.selectedIndex = 0;
    const chosen = select.value;
    select.form?.reset();
    return [chosen, select.value];
  });
  expect(after[0]).not.toBe(began);
  expect(after[1]).toBe(began);
  await open(own.manage());
  await tab.locator("a[href$='/settings']:visible").first().click();
  const checked = tab.locator("main input[autocomplete=off], main input[name=slug]").first();
  await checked.waitFor({ state: "attached" });
  expect(await checked.getAttribute("spellcheck")).toBe("false");
});
