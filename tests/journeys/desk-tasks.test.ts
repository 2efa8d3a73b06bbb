import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";
import { alertmanagerGroup, deliver, makeSource, openCatchAll } from "../support/signed-in";

/** The tasks of docs/decisions/0019, with their clicks counted; five components in two groups: desk-ways. */
let own: OwnPage;
let browser: TestBrowser;
let plain: Page;
let ingest = "";

const [width, height] = [375, 812];
const manage = (rest = "") => own.manage(rest);
const visitorsRead = async (rest = "") => (await fetch(`${own.url}${rest}`)).text();

/** Presses something in a tab, and says how often it has. */
function hand(tab: Page) {
  const done = { clicks: 0, scrolled: 0 };
  const click = async (role: "button" | "link", name: RegExp) => {
    const target = tab.getByRole(role, { name }).first();
    await target.waitFor();
    const box = await target.boundingBox();
    if (!box || box.y < 0 || box.y + box.height > height) done.scrolled += 1;
    done.clicks += 1;
    await target.click();
  };
  return { done, click };
}

/** What nobody handles becomes a draft at once. */
async function draftAtOnce(): Promise<void> {
  await openCatchAll(plain);
  await plain.getByLabel("Incident", { exact: true }).selectOption("draft");
  await plain.getByLabel("Wait before opening (seconds)", { exact: true }).fill("0");
  await plain.getByRole("button", { name: /^Save the catch-all/ }).click();
}

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  plain = await own.signIn(await browser.visitor());
  ingest = await makeSource(plain, own.server, own.slug);
  await draftAtOnce();
});
afterAll(async () => {
  await browser?.close();
});

async function phone(script: boolean): Promise<Page> {
  const context = await browser.visitor({ script, width, height });
  await context.addCookies(await plain.context().cookies());
  return context.newPage();
}

test.each([true, false])(
  "a draft is published on a phone by two clicks, without scrolling: script %s",
  async (script) => {
    const title = `Checkout fails ${script}`;
    await plain.goto(manage("/incidents/new"));
    await plain.getByLabel("Title").fill(title);
    await plain.getByLabel("Update", { exact: true }).fill("We look into it.");
    await pickComponent(plain, "Checkout", "major_outage");
    await plain.getByRole("button", { name: "Save as draft" }).click();
    const tab = await phone(script);
    await tab.goto(manage());
    const { done, click } = hand(tab);
    await click("link", /^Review and publish/);
    await click("button", /^Publish/);
    await tab.getByText("Published. Visitors see it now.").waitFor();
    await expect.poll(() => visitorsRead()).toContain(title);
    console.log(`publish on a phone, script ${script}: ${JSON.stringify(done)}`);
    expect(done.clicks).toBeLessThanOrEqual(2);
    if (script) expect(done.scrolled).toBe(0);
  },
);

test("from an alert to words that visitors read takes at most three clicks", async () => {
  const began = new Date(Date.now() - 60_000).toISOString();
  expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
  const tab = await phone(true);
  const link = tab.getByRole("link", { name: /^Review and publish/ });
  await expect.poll(async () => tab.goto(manage()).then(() => link.count())).toBeGreaterThan(0);
  const { done, click } = hand(tab);
  await click("link", /^Review and publish/);
  await tab.getByLabel("Update", { exact: true }).fill("Payments fail; we look into it.");
  await click("button", /^Publish/);
  await tab.getByText("Published. Visitors see it now.").waitFor();
  // Worse ones lead the front page, so it names this one by a line that leads to its words.
  const incident = `/incidents/${tab.url().match(/[0-9a-z]{26}/)?.[0]}`;
  await expect.poll(() => visitorsRead()).toContain(`/${own.slug}${incident}`);
  await expect.poll(() => visitorsRead(incident)).toContain("Payments fail; we look into it.");
  console.log(`from an alert to public words: ${JSON.stringify(done)}`);
  expect(done.clicks).toBeLessThanOrEqual(3);
});
