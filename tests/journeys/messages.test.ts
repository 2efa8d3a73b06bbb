import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lowTargets, overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { lookAs } from "../support/looks";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";

let own: OwnPage;
let browser: TestBrowser;
let context: BrowserContext;
let tab: Page;

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  context = await browser.visitor({ script: true });
  tab = await own.signIn(context);
});
afterAll(async () => {
  await browser.close();
});

const body = "We **look** into it. <script>alert(1)</script> @everyone";

/** Writes an incident and asks for its messages. */
async function review(on: Page): Promise<void> {
  await on.goto(own.manage("/incidents/new"));
  await on.getByLabel("Title").fill("Checkout answers with errors");
  await on.getByLabel("Update", { exact: true }).fill(body);
  await pickComponent(on, "Checkout", "major_outage");
  await on.getByRole("button", { name: "Review messages" }).click();
  await on.getByRole("heading", { name: "Messages", level: 1 }).waitFor();
}

const problems = async (on: Page) => ({
  axe: await violations(on),
  wider: await overflow(on),
  low: await lowTargets(on),
});
const none = { axe: [], wider: 0, low: [] };

test("with script: both emails stand in their frames, nothing runs, and the way back keeps what was typed", async () => {
  const alerts: string[] = [];
  tab.on("dialog", (dialog) => {
    alerts.push(dialog.message());
    void dialog.dismiss();
  });
  await review(tab);
  for (const scheme of ["Light mode", "Dark mode"]) {
    const email = tab.frameLocator(`iframe[title="${scheme}"]`);
    await email.getByRole("heading", { name: "Checkout answers with errors" }).waitFor();
  }
  for (const kind of ["Slack", "Discord", "Microsoft Teams"]) {
    const message = tab.getByRole("region", { name: `The message in ${kind}` });
    expect(await message.textContent()).toContain("Checkout answers with errors");
  }
  for (const look of [{ width: 375 }, { width: 1440, dark: true }]) {
    await lookAs(tab, look);
    expect(await problems(tab)).toEqual(none);
  }
  expect(alerts).toEqual([]);
  await tab.getByRole("button", { name: "Back to editing" }).click();
  await tab.getByRole("button", { name: "Publish" }).waitFor();
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe(body);
  expect(await tab.getByLabel("Checkout: status").inputValue()).toBe("major_outage");
});

test("without script: the same, and the email at the press of a button", async () => {
  const plain = await browser.visitor();
  await plain.addCookies(await context.cookies());
  const page = await plain.newPage();
  await review(page);
  await page.getByRole("button", { name: "Show in dark mode" }).click();
  const email = page.frameLocator('iframe[title="Dark mode"]');
  await email.getByRole("heading", { name: "Checkout answers with errors" }).waitFor();
  await lookAs(page, { width: 375 });
  expect(await overflow(page)).toBe(0);
  await page.getByRole("button", { name: "Back to editing" }).click();
  expect(await page.getByLabel("Update", { exact: true }).inputValue()).toBe(body);
  await plain.close();
});
