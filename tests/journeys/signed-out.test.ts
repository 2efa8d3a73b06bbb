import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

/** What stays in a browser, and what its cookie still opens, once somebody has signed out there. */
let browser: TestBrowser;

const secret = "Payments, of which nobody knows";

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Each by a session of its own, as it ends. */
async function signedIn(script: boolean): Promise<{ own: OwnPage; desk: BrowserContext; tab: Page }> {
  const own = await ownPage({ components: [secret] });
  const desk = await browser.visitor({ script });
  desk.setDefaultTimeout(20_000);
  return { own, desk, tab: await own.signIn(desk) };
}

const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).first().click();
const saysSignedOut = (tab: Page) => tab.waitForURL(/\/manage\/sign-in\?done=signed-out/);

const ways: [string, (tab: Page, url: string) => Promise<unknown>][] = [
  ["the button on each page", (tab) => press(tab, "Sign out")],
  [
    "the page that asks for it",
    async (tab, url) => {
      await tab.goto(`${url}/sign-out`);
      await press(tab, "Sign out of this browser");
    },
  ],
  [
    "signing out everywhere",
    async (tab, url) => {
      await tab.goto(`${url}/account`);
      await press(tab, "Sign out everywhere");
    },
  ],
];

describe.each([
  ["with script", true],
  ["without script", false],
])("%s", (_, script) => {
  test("going back shows nothing of what was read before", async () => {
    const { own, desk, tab } = await signedIn(script);
    await tab.goto(own.manage("/components"));
    await tab.getByText(secret).first().waitFor();
    await tab.goto(own.manage("/subscribers"));
    await press(tab, "Sign out");
    await saysSignedOut(tab);
    for (let back = 0; back < 2; back++) {
      await tab.goBack();
      // What the browser kept of a page may still be going to the sign-in.
      await tab.waitForURL(/\/manage\/sign-in/);
      await tab.getByRole("main").waitFor();
      expect(await tab.evaluate(() => document.documentElement.outerHTML)).not.toContain(secret);
    }
    await desk.close();
  });
});

test.each(ways)("%s forgets what was typed on this device", async (_, signOut) => {
  const { own, desk, tab } = await signedIn(true);
  await tab.goto(own.manage("/incidents/new"));
  await tab.waitForFunction(() => "__remixRouter" in window);
  const kept = async () => {
    await tab.getByLabel("Update", { exact: true }).fill("Not for the next one here.");
    return tab.evaluate(() => JSON.stringify(localStorage));
  };
  await expect.poll(kept, { timeout: 10_000 }).toContain("Not for the next one here.");
  await signOut(tab, `${own.server.url}/manage`);
  await saysSignedOut(tab);
  await expect.poll(() => tab.evaluate(() => Object.keys(localStorage)), { timeout: 10_000 }).toEqual([]);
  await desk.close();
});

test("somebody else's link to the page that says so takes away nothing that was typed", async () => {
  const { own, desk, tab } = await signedIn(true);
  await tab.goto(`${own.server.url}/manage/sign-out`);
  await press(tab, "Sign out of this browser");
  await saysSignedOut(tab);
  await tab.goto("about:blank");
  await tab.goto(`${own.server.url}/manage/sign-in?done=signed-out`);
  await tab.evaluate(() => localStorage.setItem("upfront-text:/x:y", "kept"));
  await tab.reload();
  await tab.waitForFunction(() => "__remixRouter" in window);
  await tab.evaluate(() => new Promise((done) => requestIdleCallback(done)));
  expect(await tab.evaluate(() => Object.keys(localStorage))).toEqual(["upfront-text:/x:y"]);
  await desk.close();
});
