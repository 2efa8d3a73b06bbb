import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { publishDraft } from "../support/composer";
import { type Hostile, startHostile } from "../support/hostile-server";
import { type Nginx, startNginx } from "../support/nginx";
import { pickComponent } from "../support/picker";

/** It looks for itself: the built worker with its Durable Objects, Debian's nginx, Chromium without JavaScript. */
let server: ClockedServer;
let browsing: TestBrowser;
let nginx: Nginx;
let hostile: Hostile;
let page: Page;

beforeAll(async () => {
  server = await startClockedServer({ networks: ["127.0.0.0/8"] });
  browsing = await openBrowser();
  nginx = await startNginx();
  hostile = await startHostile();
  page = await (await browsing.visitor()).newPage();
});
afterAll(async () => {
  await browsing?.close();
  await nginx?.stop();
  await hostile?.close();
  await server?.stop();
});

const go = (path: string) => page.goto(`${server.url}${path}`);
const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const text = () => page.locator("main").innerText();

async function listed(): Promise<string> {
  await go("/manage/shop/monitors");
  return page.getByRole("row").filter({ hasText: "Checkout answers" }).innerText();
}

/** A copy in memory lives for a second. */
const visitorsRead = async () => (await fetch(`${server.url}/shop`)).text();

/** A monitor that moves nothing, by its form. */
async function watch(name: string, address: string): Promise<void> {
  await go("/manage/shop/monitors/new?kind=http");
  await page.getByLabel(/^Name/).fill(name);
  await page.getByLabel("URL", { exact: true }).fill(address);
  await press("Create monitor");
}

async function minutes(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await server.minute();
}

test("a monitor is made by its form: what to look at, how often, what it moves", async () => {
  await page.goto(server.ownerLink);
  await press("Sign in");
  await go("/manage/new");
  await page.getByLabel("Name").fill("Acme Shop");
  await page.getByLabel(/^URL/).fill("shop");
  await press("Create page");
  await go("/manage/shop/components/new");
  await page.getByLabel("Name", { exact: true }).fill("Checkout");
  await press("Add the component");
  await go("/manage/shop/monitors");
  expect(await text()).toContain("No monitors yet");
  await page.getByRole("link", { name: "New monitor" }).click();
  await page.getByRole("link", { name: /HTTP\(S\)/ }).click();
  await page.getByLabel(/^Name/).fill("Checkout answers");
  await page.getByLabel("URL", { exact: true }).fill(`${nginx.url}/well`);
  await pickComponent(page, "Checkout", "major_outage");
  await page.getByLabel("Wait before opening (seconds)").fill("0");
  await page.getByLabel("Resolve after (seconds)").fill("0");
  await press("Create monitor");
  expect(await text()).toContain("Checkout answers");
});

test("what can never be called is refused beside its field, with all that was typed", async () => {
  await go("/manage/shop/monitors/new?kind=http");
  await page.getByLabel(/^Name/).fill("Metadata");
  await page.getByLabel("URL", { exact: true }).fill("http://169.254.169.254/latest");
  await press("Create monitor");
  expect(await page.locator("[aria-invalid=true]").getAttribute("value")).toBe("http://169.254.169.254/latest");
  expect(await page.getByLabel(/^Name/).inputValue()).toBe("Metadata");
});

test("the next tick looks; check now shows each step", async () => {
  await minutes(1);
  expect(await listed()).toMatch(/Up/);
  await page.getByRole("link", { name: "Checkout answers" }).click();
  await press("Check now");
  expect(await text()).toMatch(/It answered 200/);
});

test("one failure is none; the second, confirmed, moves the component and opens a draft", async () => {
  await nginx.away();
  await minutes(1);
  expect(await listed()).toMatch(/Up/);
  await minutes(1);
  await expect.poll(visitorsRead).toContain("Major outage");
  await go("/manage/shop");
  expect(await text()).toContain("Checkout answers is down");
});

test("the draft is published with one button, and visitors read it", async () => {
  await publishDraft(page);
  await expect.poll(visitorsRead).toContain("Checkout is down");
});

test("a manual status does not hide the alert: the answer says what visitors see, and names what holds it", async () => {
  await go("/manage/shop/components");
  await page.locator("main").getByRole("link", { name: "Checkout", exact: true }).first().click();
  await page.getByLabel("Manual status").selectOption("degraded_performance");
  await press("Set the status");
  expect(await page.getByRole("status").first().innerText()).toContain("Visitors see a worse one");
  expect(await text()).toContain("Visitors see “Major outage” instead of the manual status.");
  expect(await page.getByRole("link", { name: "Checkout answers is down" }).count()).toBeGreaterThan(0);
  await page.getByLabel("Manual status").selectOption("");
  await press("Set the status");
  expect(await text()).not.toContain("instead of the manual status");
});

test("it recovers: two good results, the component is back and the incident resolves itself", async () => {
  await nginx.back();
  await minutes(3);
  await expect.poll(visitorsRead).toContain("All systems operational");
  await go("/shop/history");
  expect(await page.content()).toContain("Checkout is down");
  expect(await listed()).toMatch(/Up/);
});

test("servers that hang, drip, reset, flood, go round or show an old certificate hold up no tick and no other", async () => {
  const places: [name: string, address: string, found: RegExp][] = [
    ["Broken", `${nginx.url}/broken`, /503/],
    ["Round", `${nginx.url}/round`, /Too many redirects/],
    ["Huge", `${nginx.url}/huge`, /200/],
    ["Drips", `${nginx.url}/drips`, /did not answer within/],
    ["Old certificate", `${nginx.expiredUrl}/well`, /The certificate expired on/],
    ["Inside", `${nginx.url}/inside`, /private, local or reserved/],
    ["Hangs", `http://127.0.0.1:${hostile.port("hangs")}/`, /did not answer within/],
    ["Resets", `http://127.0.0.1:${hostile.port("resets")}/`, /connection broke before/],
  ];
  for (const [name, address] of places) await watch(name, address);
  const begun = Date.now();
  await minutes(1);
  expect(Date.now() - begun).toBeLessThan(25_000);
  for (const [name, , found] of places) {
    await go("/manage/shop/monitors");
    await page.getByRole("link", { name, exact: true }).click();
    expect(await text(), name).toMatch(found);
  }
  expect(await listed()).toMatch(/Up/);
});

test("the component's page shows visitors how fast it answered, as a drawing and as a table", async () => {
  await go("/shop");
  await page.getByRole("link", { name: "Checkout" }).first().click();
  expect(await page.locator("figure svg").count()).toBeGreaterThan(0);
  expect(await page.locator("table").count()).toBeGreaterThan(0);
});

const names = (tab: Page) => tab.getByRole("rowheader").getByRole("link").allInnerTexts();
const inOrder = (all: readonly string[]) =>
  all.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1));

test("on a phone a monitor is a short block: its state and last check in one line, its uptimes below", async () => {
  const phone = await browsing.visitor({ width: 375, height: 812 });
  await phone.addCookies(await page.context().cookies());
  const tab = await phone.newPage();
  await tab.goto(new URL("/manage/shop/monitors?sort=name", page.url()).href);
  const heights = await tab
    .locator("main tbody tr")
    .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(0);
  expect(heights.reduce((sum, height) => sum + height, 0) / heights.length).toBeLessThan(190);
  await phone.close();
});

test("the list is sorted by its heads, filtered, and muted together, without script", async () => {
  await go("/manage/shop/monitors?sort=name");
  const all = await names(page);
  expect([all.length, all]).toEqual([9, inOrder(all)]);
  const heads = page.getByRole("columnheader");
  await heads.getByRole("link", { name: "Name" }).click();
  expect(await names(page)).toEqual(all.toReversed());
  expect(await heads.first().or(heads.nth(1)).filter({ hasText: "Name" }).getAttribute("aria-sort")).toBe("descending");
  await page.getByLabel("Name", { exact: true }).fill("gs");
  await press("Filter");
  expect(await names(page)).toEqual(["Hangs"]);
  await page.getByLabel("Name", { exact: true }).fill("d");
  await press("Filter");
  const some = await names(page);
  expect(some.length).toBeGreaterThan(1);
  await page.getByRole("link", { name: "Select all" }).click();
  expect(await page.locator("tbody input:checked").count()).toBe(some.length);
  await page.locator("summary", { hasText: "Mute" }).click();
  await page.getByLabel("Duration").selectOption("240");
  await press("Mute");
  expect([await names(page), await page.getByText("Muted", { exact: true }).count()]).toEqual([some, some.length]);
  await page.getByRole("link", { name: "Show all" }).click();
  expect((await names(page)).length).toBe(9);
});

test("with script a box selects all, the count is said, and keys move through the rows", async () => {
  const context = await browsing.visitor({ script: true });
  await context.addCookies(await page.context().cookies());
  const tab = await context.newPage();
  await tab.goto(`${server.url}/manage/shop/monitors?sort=name`);
  const bar = tab.getByRole("region", { name: "Actions for the selected rows" });
  const box = tab.getByRole("checkbox", { name: "Select all", exact: true });
  const announced = () => tab.locator(".bulk-form > [aria-live]").innerText();
  await box.waitFor();
  expect(await bar.isVisible()).toBe(false);
  await tab.keyboard.press("j");
  await tab.keyboard.press("x");
  await expect.poll(announced).toBe("1 row selected");
  await box.check();
  await expect.poll(announced).toBe("9 rows selected");
  await bar.getByText("Tags", { exact: true }).click();
  await bar
    .getByRole("textbox", { name: "Tag" })
    .or(bar.getByRole("combobox", { name: "Tag" }))
    .fill("night");
  await bar.getByRole("button", { name: "Add the tag" }).click();
  await expect.poll(() => tab.locator("tbody").getByText("night", { exact: true }).count()).toBe(9);
  expect(new URL(tab.url()).searchParams.get("sort")).toBe("name");
  await expect.poll(() => tab.locator("tbody input:checked").count()).toBe(0);
  await box.check();
  await expect.poll(announced).toBe("9 rows selected");
  await tab.getByLabel("Name", { exact: true }).fill("gs");
  await tab.getByRole("button", { name: "Filter", exact: true }).click();
  await expect.poll(() => names(tab)).toEqual(["Hangs"]);
  await expect.poll(announced).toMatch(/^(1 row selected)?$/);
});

test("Enter in a box is refused and leaves the focus on the box; phones select all, and low windows keep their rows", async () => {
  const context = await browsing.visitor({ script: true });
  await context.addCookies(await page.context().cookies());
  const tab = await context.newPage();
  await tab.setViewportSize({ width: 375, height: 700 });
  await tab.goto(`${server.url}/manage/shop/monitors?sort=name`);
  await tab.getByRole("checkbox", { name: "Select all 9 rows shown" }).check();
  const bar = tab.getByRole("region", { name: "Actions for the selected rows" });
  const position = () => bar.evaluate((element) => getComputedStyle(element).position);
  expect(await position()).toBe("sticky");
  await tab.setViewportSize({ width: 640, height: 360 });
  await expect.poll(position).toBe("static");
  const first = tab.locator("tbody input[type=checkbox]").first();
  await first.focus();
  await tab.keyboard.press("Enter");
  await tab.getByRole("alert").filter({ hasText: /./ }).waitFor();
  const focused = () => tab.evaluate(() => (document.activeElement as HTMLInputElement).name);
  await expect.poll(focused).toBe(await first.getAttribute("name"));
  await context.close();
});
