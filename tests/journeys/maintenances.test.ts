import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatLocalTime } from "~/time/local-time";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { pickComponent } from "../support/picker";
import { makePage, signInBy } from "../support/signed-in";

/** Work planned ahead, by forms: the built worker, Chromium without JavaScript and with it. */
let server: ClockedServer;
let browsing: TestBrowser;
let tab: Page;

beforeAll(async () => {
  [server, browsing] = await Promise.all([startClockedServer({ networks: [] }), openBrowser()]);
  tab = await signInBy(server.ownerLink, await browsing.visitor({ width: 375, height: 740 }));
  await makePage(tab, server, "acme", ["Website", "Checkout"]);
});
afterAll(async () => {
  await browsing?.close();
  await server?.stop();
});

const path = (rest: string) => `${server.url}/manage/acme/maintenances${rest}`;
const main = (page: Page) => page.getByRole("main");
const flash = (page: Page) => page.getByRole("status").textContent();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const hour = 3_600_000;
/** Minutes of the page's zone; a start in the running minute lets the next tick begin it. */
const local = (ahead: number) => formatLocalTime(Date.now() + ahead, "Europe/Berlin");

/** What visitors read, without script; a copy in memory lives for a second. */
const visitors = async (rest = "") => (await fetch(`${server.url}/acme${rest}`)).text();
const visitorsSee = (words: string | RegExp, rest = "") =>
  expect.poll(() => visitors(rest), { timeout: 4000 }).toMatch(words);

async function fill(page: Page, title: string, starts: number, ends: number): Promise<void> {
  await page.goto(path("/new"));
  await page.getByLabel("Title").fill(title);
  await page.getByLabel("Description for visitors").fill("We **move** the database.");
  await pickComponent(page, "Checkout", "under_maintenance");
  await page.getByLabel("Starts", { exact: true }).fill(local(starts));
  await page.getByLabel("Ends", { exact: true }).fill(local(ends));
}

const idOf = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

test("planned without JavaScript on a phone, begun by the clock, extended, finished early", async () => {
  await tab.goto(path(""));
  expect(await main(tab).textContent()).toContain("Nothing scheduled");
  await tab.getByRole("link", { name: "Schedule maintenance" }).click();
  await fill(tab, "Move the database", 0, hour);
  await press(tab, "Show dates");
  expect(await tab.getByRole("region", { name: "Dates" }).textContent()).toContain("It happens once:");
  expect(await tab.getByLabel("Title").inputValue()).toBe("Move the database");
  await press(tab, "Schedule");
  expect(await flash(tab)).toContain("Scheduled");
  expect(await main(tab).textContent()).toContain("Starts automatically.");
  const public_ = `/maintenances/${idOf(tab)}`;
  await visitorsSee(/Scheduled maintenance[\s\S]*Move the database/);
  await visitorsSee(/<strong>move<\/strong>/, public_);

  await server.minute();
  await tab.goto(tab.url().split("?")[0] ?? "");
  expect(await main(tab).textContent()).toContain("In progress");
  await visitorsSee(/Under maintenance/);
  const other = await tab.context().newPage();
  await other.goto(tab.url());
  await press(tab, "Extend by 2 hours");
  expect(await flash(tab)).toContain("Extended");
  await press(other, "Complete");
  const lost = other.getByRole("region", { name: /Someone else changed this/ });
  expect(await lost.textContent()).toContain("Neither version has been lost");
  await other.getByRole("link", { name: "Discard mine" }).click();
  expect(await main(other).textContent()).toContain("In progress");
  await other.close();
  await tab.getByLabel("Update", { exact: true }).fill("It takes longer.");
  await press(tab, "Post the update");
  await visitorsSee(/It takes longer\./, public_);
  await tab.getByText("Correct this update").first().click();
  await tab.getByLabel("Text", { exact: true }).first().fill("It takes until the evening.");
  await tab.getByRole("button", { name: "Save the correction" }).first().click();
  expect(await flash(tab)).toBe("Update corrected.");
  expect(await main(tab).textContent()).toContain("Edited once");
  await press(tab, "Verify");
  expect(await flash(tab)).toContain("Verifying");
  await press(tab, "Complete");
  expect(await flash(tab)).toContain("Completed");
  await visitorsSee(/All systems operational/);
  await visitorsSee(/Completed/, public_);
});

test("with JavaScript: it repeats, collides, is started and cancelled without leaving the page", async () => {
  const context = await browsing.visitor({ script: true });
  await context.addCookies(await tab.context().cookies());
  const page = await context.newPage();
  await fill(page, "Night work", 24 * hour, 26 * hour);
  await page.getByLabel("How often").selectOption({ label: "Daily" });
  await page.getByLabel("Repeat ends").selectOption({ label: "After a number of occurrences" });
  await page.getByLabel("Number of occurrences").fill("3");
  await press(page, "Show dates");
  const dates = page.getByRole("region", { name: "Dates" });
  await dates.waitFor();
  expect(await dates.getByRole("listitem").count()).toBe(3);
  await press(page, "Schedule");
  await page.getByRole("heading", { level: 1, name: "Night work" }).waitFor();
  await visitorsSee(/Repeats every day[\s\S]*2 more scheduled/);

  await fill(page, "Day work", 25 * hour, 27 * hour);
  await press(page, "Schedule");
  await press(page, "Schedule anyway");
  await page.getByRole("heading", { level: 1, name: "Day work" }).waitFor();
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }));
  await press(page, "Start now");
  await page.getByText("Started. Its components").waitFor();
  await visitorsSee(/Under maintenance/);
  await page.getByText("Cancel this maintenance").click();
  await press(page, "Cancel the maintenance");
  await page.getByRole("alert").last().waitFor();
  await page.getByLabel("Yes, cancel it (or stop it if it has started)").check();
  await press(page, "Cancel the maintenance");
  await page.getByText("No further changes will happen").waitFor();
  expect(await page.evaluate(() => "stayed" in globalThis)).toBe(true);
  await visitorsSee(/All systems operational/);

  for (const rest of ["", "?filter=past", "/new", `/${idOf(page)}`]) {
    await page.setViewportSize({ width: 375, height: 740 });
    await page.goto(path(rest));
    expect([rest, await overflow(page), await violations(page)]).toEqual([rest, 0, []]);
  }
  await page.goto(path(""));
  await page.getByRole("link", { name: "Night work" }).last().click();
  await page.getByText("Edit the series").waitFor();
  expect([await overflow(page), await violations(page)]).toEqual([0, []]);
  await context.close();
});

test("who presses the next button as soon as the answer is there is heard, though the page is still read again", async () => {
  const context = await browsing.visitor({ script: true });
  await context.addCookies(await tab.context().cookies());
  const page = await context.newPage();
  await fill(page, "Quick work", 35 * hour, 36 * hour);
  let release = () => {};
  const held = new Promise<void>((done) => {
    release = done;
  });
  let isHeld = false;
  await page.route(/\/new\.data/, async (route) => {
    if (route.request().method() === "GET") {
      isHeld = true;
      await held;
    }
    await route.continue().catch(() => undefined);
  });
  await press(page, "Show dates");
  await page.getByRole("region", { name: "Dates" }).waitFor();
  await expect.poll(() => isHeld).toBe(true);
  await press(page, "Schedule");
  await page.getByRole("heading", { level: 1, name: "Quick work" }).waitFor();
  release();
  await context.close();
});
