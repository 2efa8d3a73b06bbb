import type { BrowserContext, Page, Route } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { untilTakenOver } from "../support/taken-over";

let own: OwnPage;
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;
let loads = 0;

const manage = (rest = "") => own.manage(rest);

/** As after a deployment that kept no files of before. */
const gone = (route: Route) => route.fulfill({ status: 404, body: "Not found." });

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website"] }), openBrowser()]);
  desk = await browser.visitor({ script: true });
  tab = await own.signIn(desk);
  tab.on("domcontentloaded", () => {
    loads += 1;
  });
});

afterAll(async () => {
  await browser?.close();
});

/** As the next build would call them: every hashed script and sheet of this one has another name. */
const renamed = (text: string) => text.replaceAll(/([\w.-]+-[\w-]{8})\.(js|css)\b/g, "$1.next.$2");

/** From now on documents, scripts and sheets are the next build's. Those of the one before stay, until they are too old. */
async function deployNext(olderFiles: { areKept: boolean }): Promise<void> {
  await desk.route("**/*", async (route) => {
    const request = route.request();
    const isFile = new URL(request.url()).pathname.startsWith("/assets/");
    const isNext = request.url().includes(".next.");
    if (isFile && !isNext) return olderFiles.areKept ? route.continue() : gone(route);
    if (!isFile && request.resourceType() !== "document") return route.continue();
    const response = await route.fetch({ url: request.url().replace(".next.", "."), maxRedirects: 0 });
    const isText = /html|javascript|css/.test(response.headers()["content-type"] ?? "");
    return route.fulfill(isText ? { response, body: renamed(await response.text()) } : { response });
  });
}

const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => name)
      .filter((name) => /\/assets\/.*\.js$/.test(name)),
  );

test("a tab of before a deployment goes on as it is: pages, forms and parts that it had not read yet", async () => {
  const olderFiles = { areKept: true };
  await tab.goto(manage("/components"));
  await untilTakenOver(tab);
  await deployNext(olderFiles);
  loads = 0;
  await tab.getByRole("link", { name: "New component" }).click();
  await tab.getByRole("heading", { level: 1, name: "New component" }).waitFor();
  await tab.getByLabel("Name", { exact: true }).fill("Checkout");
  await tab.getByRole("button", { name: "Add the component" }).click();
  await tab.getByRole("link", { name: "Checkout", exact: true }).first().waitFor();
  await tab.getByRole("link", { name: "Heartbeats", exact: true }).first().click();
  await tab.waitForURL(manage("/heartbeats"));
  await tab.getByRole("heading", { level: 1, name: "Heartbeats" }).waitFor();
  expect([loads, (await scriptsOf(tab)).filter((name) => name.includes(".next."))]).toEqual([0, []]);
  const fresh = await desk.newPage();
  await fresh.goto(manage("/heartbeats"));
  await untilTakenOver(fresh);
  const read = await scriptsOf(fresh);
  expect([read.length > 5, read.filter((name) => !name.includes(".next."))]).toEqual([true, []]);
  await fresh.close();
  olderFiles.areKept = false;
  await tab.getByRole("link", { name: "Maintenance", exact: true }).first().click();
  await tab.waitForURL(manage("/maintenances"));
  await untilTakenOver(tab);
  expect((await scriptsOf(tab)).filter((name) => !name.includes(".next."))).toEqual([]);
  await desk.unrouteAll();
});

test("who goes to a page whose script is gone comes there, by one reload", async () => {
  await tab.goto(manage("/components"));
  await untilTakenOver(tab);
  await desk.route("**/assets/people.route-*.js", gone, { times: 1 });
  loads = 0;
  await tab.getByRole("link", { name: "People", exact: true }).first().click();
  await tab.waitForURL(manage("/people"));
  await untilTakenOver(tab);
  // The reload of the page that was left, and the page itself.
  expect(loads).toBe(2);
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe("People");
});

test("a part that a button reads and that is gone loads the page again, once, with what was typed", async () => {
  await tab.goto(`${own.server.url}/manage/account`);
  await untilTakenOver(tab);
  await desk.route("**/assets/passkey-ceremony-*.js", gone);
  const add = () => tab.getByRole("button", { name: "Add a passkey", exact: true }).click();
  await tab.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  const reloaded = tab.waitForEvent("domcontentloaded");
  await add();
  await reloaded;
  await untilTakenOver(tab);
  expect(await tab.getByLabel("Name", { exact: true }).inputValue()).toBe("Ada Lovelace");
  loads = 0;
  await add();
  await tab.getByText("couldn’t load what passkeys need").waitFor();
  expect(loads).toBe(0);
});
