import type { BrowserContext, CDPSession, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

/** Passkeys and API tokens of one person: Chromium with an authenticator of its own, on http://localhost. */
let own: OwnPage;
let browser: TestBrowser;
let context: BrowserContext;
let tab: Page;

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage(), openBrowser()]);
  context = await browser.visitor({ script: true });
  tab = await own.signIn(context);
});

afterAll(async () => {
  await browser?.close();
});

const manage = (rest: string) => `${own.server.url}/manage${rest}`;
const signIn = "/sign-in?next=%2Fmanage%2Faccount";
const flash = (page: Page, words: string) => page.getByRole("status").filter({ hasText: words }).waitFor();
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

/** A device that confirms its person; null = whoever touches it proves nothing. */
async function plugIn(page: Page, verified = true): Promise<{ cdp: CDPSession; id: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("WebAuthn.enable", { enableUI: false });
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: verified,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, id: authenticatorId };
}

let device: { cdp: CDPSession; id: string };

async function add(name: string): Promise<void> {
  await tab.goto(manage("/account"));
  // The form is shown once the script knows that there are passkeys: by then only the fold says whether it is open.
  const summary = tab.locator("summary", { hasText: "Add a passkey" });
  const isOpen = await tab.locator("details", { has: summary }).evaluate((fold: HTMLDetailsElement) => fold.open);
  if (!isOpen) await summary.click();
  await tab.getByLabel("Passkey name").fill(name);
  await press(tab, "Add a passkey");
  await flash(tab, "Passkey added");
}

test("adds two passkeys, each of a device of its own, and renames one", async () => {
  await tab.goto(manage("/account"));
  expect(await tab.getByLabel("Passkey name").inputValue()).toContain("Chrome");
  device = await plugIn(tab);
  await add("Laptop");
  await device.cdp.send("WebAuthn.removeVirtualAuthenticator", { authenticatorId: device.id });
  device = await plugIn(tab);
  await add("Security key");
  await tab.locator("summary", { hasText: "Change…" }).last().click();
  await tab.getByLabel("New name for Security key").fill("Blue key");
  await press(tab, "Save the name of Security key");
  await flash(tab, "Passkey renamed");
  const listed = await tab.getByRole("main").textContent();
  expect([listed?.includes("Laptop"), listed?.includes("Blue key"), listed?.includes("never used")]).toEqual([
    true,
    true,
    true,
  ]);
});

test("signs out, and in again by a passkey alone, to where they wanted to go", async () => {
  await press(tab, "Sign out");
  await tab.goto(own.manage("/people"));
  expect(tab.url()).toContain("/manage/sign-in?next=");
  expect(await tab.getByRole("main").textContent()).toContain("Email isn’t set up");
  await press(tab, "Sign in with a passkey");
  await tab.waitForURL(own.manage("/people"));
  await tab.goto(manage("/account"));
  expect(await tab.getByRole("main").textContent()).toContain("last used");
});

test("who confirms nothing does not get in, and is told what to do", async () => {
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: false });
  await press(tab, "Sign out");
  await tab.goto(manage(signIn));
  await press(tab, "Sign in with a passkey");
  await tab.getByRole("alert").filter({ hasText: "Your browser didn’t finish" }).waitFor();
  await device.cdp.send("WebAuthn.setUserVerified", { authenticatorId: device.id, isUserVerified: true });
  await press(tab, "Sign in with a passkey");
  await tab.waitForURL(manage("/account"));
});

test("removing one ends the session of another browser, here and for programs", async () => {
  const { cookies } = await context.storageState();
  const other = await browser.visitor({ script: true });
  const session = cookies.find(({ name }) => name.endsWith("session"));
  const away = await other.newPage();
  const second = await plugIn(away);
  const { credentials } = await device.cdp.send("WebAuthn.getCredentials", { authenticatorId: device.id });
  for (const credential of credentials) {
    await second.cdp.send("WebAuthn.addCredential", { authenticatorId: second.id, credential });
  }
  await away.goto(manage(signIn));
  await press(away, "Sign in with a passkey");
  await away.waitForURL(manage("/account"));
  const old = (await other.storageState()).cookies.find(({ name }) => name.endsWith("session"));
  expect(old?.value).not.toBe(session?.value);
  await tab.goto(manage("/account"));
  await tab.locator("summary", { hasText: "Change…" }).first().click();
  await press(tab, "Remove: passkey Laptop");
  await flash(tab, "signed out on all other devices");
  await away.goto(manage("/account"));
  expect(await heading(away)).toBe("Sign in");
  const headers = { cookie: `${old?.name}=${old?.value}` };
  expect((await fetch(manage("/account"), { headers, redirect: "manual" })).status).toBe(303);
  expect((await fetch(`${own.server.url}/api/v1/pages`, { headers })).status).toBe(401);
  await other.close();
});

test("a token is shown once, works, and stops working when it is revoked", async () => {
  await tab.goto(manage("/account"));
  await tab.locator("summary", { hasText: "Create an API token" }).click();
  await tab.getByLabel("Token name").fill("Prometheus");
  await tab.getByLabel("Read-only").check();
  await press(tab, "Create token");
  const secret = (await tab.getByLabel("The new API token", { exact: true }).textContent()) ?? "";
  const ask = () => fetch(`${own.server.url}/api/v1/tokens`, { headers: { authorization: `Bearer ${secret}` } });
  const answer = await ask();
  expect([answer.status, await answer.json()]).toMatchObject([200, [{ name: "Prometheus", read_only: true }]]);
  await tab.goto(manage("/account"));
  expect(await tab.content()).not.toContain(secret);
  await tab.locator("summary", { hasText: "Revoke…" }).click();
  await press(tab, "Revoke: token Prometheus");
  await flash(tab, "Token revoked");
  expect((await ask()).status).toBe(401);
});

test("without script there is no button, but why and another way", async () => {
  const plain = await browser.visitor();
  const page = await plain.newPage();
  await page.goto(manage("/sign-in"));
  expect(await page.getByRole("button", { name: "Sign in with a passkey" }).count()).toBe(0);
  const main = await page.getByRole("main").textContent();
  expect([main?.includes("Passkeys need JavaScript"), main?.includes("link from the console")]).toEqual([true, true]);
  await plain.close();
});

test.each([false, true])("nothing is out of reach at 320 px; dark: %s", async (dark) => {
  const narrow = await browser.visitor({ width: 320, script: true, dark });
  const page = await narrow.newPage();
  await page.goto(manage("/sign-in"));
  expect([await overflow(page), await violations(page)]).toEqual([0, []]);
  await narrow.addCookies((await context.storageState()).cookies);
  await page.goto(manage("/account"));
  for (const fold of await page.locator("main summary").all()) await fold.click();
  expect([await overflow(page), await violations(page)]).toEqual([0, []]);
  await narrow.close();
});
