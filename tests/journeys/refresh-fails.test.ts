import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

/** A page that reads itself again while somebody types, and cannot. */
let own: OwnPage;
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;
let incident = "";

const typed = "Disk 3 is replaced.";
const update = () => tab.getByLabel("Update", { exact: true });
const line = () => tab.locator("[data-refresh]");
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
const ready = () => tab.waitForFunction(() => "__remixRouter" in window);

/** Coming back into sight reads the page again, as the clock does. */
const comeBack = () => tab.evaluate(() => void document.dispatchEvent(new Event("visibilitychange")));

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  desk = await browser.visitor({ script: true });
  desk.setDefaultTimeout(20_000);
  tab = await own.signIn(desk);
  const api = await own.api();
  const body = { incident: { name: "Checkout is slow", body: "We look.", impact_override: "minor" } };
  const made = await api(`/pages/${own.slug}/incidents`, body);
  incident = own.manage(`/incidents/${made.id}`);
});
afterAll(async () => {
  await browser?.close();
});

async function type(): Promise<void> {
  await tab.goto(incident);
  await ready();
  await update().fill(typed);
}

/** The page as it was, with what was typed and the hands still on it. */
async function expectUnchanged(trouble: string): Promise<void> {
  await tab.locator(`[data-refresh="${trouble}"]`).waitFor();
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toContain("Checkout is slow");
  expect(await update().inputValue()).toBe(typed);
  expect(await update().evaluate((field) => field === document.activeElement)).toBe(true);
  expect(await line().evaluate((each) => each.parentElement?.getAttribute("aria-live"))).toBe("polite");
}

const html = { contentType: "text/html", body: "<h1>Gateway</h1>" };

test.each([
  ["an error page of a proxy", "later", { status: 502, ...html }],
  ["a page of a proxy that calls itself fine", "later", { status: 200, ...html }],
  ["an error of ours", "later", { status: 503, headers: { "x-remix-response": "yes" }, body: "[]" }],
  ["no answer", "later", null],
] as const)(
  "%s changes nothing, is said in one line, and is forgotten once it works again",
  async (_what, trouble, answer) => {
    await type();
    await tab.route(/\.data/, (route) => (answer ? route.fulfill(answer) : route.abort()));
    await comeBack();
    await expectUnchanged(trouble);
    await tab.unroute(/\.data/);
    await comeBack();
    await line().waitFor({ state: "detached" });
    expect(await update().inputValue()).toBe(typed);
  },
);

test("without a connection nothing changes, and it is read again as soon as there is one", async () => {
  await type();
  await desk.setOffline(true);
  await comeBack();
  await expectUnchanged("offline");
  await desk.setOffline(false);
  await line().waitFor({ state: "detached" });
  expect(await update().inputValue()).toBe(typed);
});

test("a form is sent while a refresh is held, and its answer is shown", async () => {
  await type();
  await tab.route(/\.data/, (route) => (route.request().method() === "GET" ? route.abort() : route.fallback()), {
    times: 1,
  });
  await comeBack();
  await expectUnchanged("later");
  await press("Post the update");
  await tab.getByText("Update posted.").waitFor();
  expect([await update().inputValue(), await line().count()]).toEqual(["", 0]);
});

test("an ended session leaves the page as it is, and the way back leads to it with the text", async () => {
  const authenticator = { protocol: "ctap2", transport: "internal", hasResidentKey: true } as const;
  const proven = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true };
  const device = await desk.newCDPSession(tab);
  await device.send("WebAuthn.enable", { enableUI: false });
  await device.send("WebAuthn.addVirtualAuthenticator", { options: { ...authenticator, ...proven } });
  await tab.goto(`${own.server.url}/manage/account`);
  await press("Add a passkey");
  await tab.getByRole("status").filter({ hasText: "Passkey added" }).waitFor();
  await type();
  await desk.clearCookies();
  await comeBack();
  await expectUnchanged("signed_out");
  expect(await violations(tab)).toEqual([]);
  await press("Post the update");
  await tab.getByText("Your text is kept: sign in, then try again.").waitFor();
  expect(await update().inputValue()).toBe(typed);
  await line().getByRole("link").click();
  await press("Sign in with a passkey");
  await tab.waitForURL(incident);
  await ready();
  await tab.getByText("We restored text you hadn’t submitted.").waitFor();
  expect(await update().inputValue()).toBe(typed);
  await press("Post the update");
  await tab.getByText("Update posted.").waitFor();
});

test.each(["", "/agents"])("every page that reads itself again does the same: %j", async (path) => {
  await tab.goto(own.manage(path));
  await ready();
  const title = await tab.getByRole("heading", { level: 1 }).textContent();
  await tab.route(/\.data/, (route) => route.fulfill({ status: 502, ...html }));
  await comeBack();
  await tab.locator('[data-refresh="later"]').waitFor();
  expect(await tab.getByRole("heading", { level: 1 }).textContent()).toBe(title);
  await tab.getByRole("link", { name: "Components", exact: true }).first().click();
  await tab.getByRole("heading", { name: "Something broke on our side" }).waitFor();
  await tab.unroute(/\.data/);
});
