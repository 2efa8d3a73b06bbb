import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { alertmanagerGroup, deliver, makeSource } from "../support/signed-in";

/** The worst hour on a phone: from the link in an alert's message to the resolved incident, each tap counted. */
let own: OwnPage;
let browser: TestBrowser;
let desk: Page;
let ingest: string;

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout", "Search"] }), openBrowser()]);
  desk = await own.signIn(await browser.visitor());
  await own.addResponder("Beatriz");
  ingest = await makeSource(desk, own.server, own.slug);
});

afterAll(() => browser?.close());

/** Delivers an alert and saves a draft about it; returns the address of the alert. */
async function alertWithDraft(name: string): Promise<string> {
  expect(await deliver(ingest, alertmanagerGroup(name, "firing", new Date().toISOString()))).toBe(202);
  await desk.goto(own.manage("/alerts"));
  await desk.getByRole("link", { name }).first().click();
  await desk.waitForURL(/\/alerts\/[^/?]+/);
  const alert = desk.url();
  const id = alert.split("/").at(-1)?.split("?")[0];
  await desk.goto(own.manage(`/incidents/new?alert=${id}`));
  await desk.getByLabel("Title").fill(`${name} is slow`);
  await desk.getByLabel("Update", { exact: true }).fill("We look into it.");
  await desk.getByRole("button", { name: "Save as draft" }).click();
  await desk.getByRole("button", { name: /^Publish/ }).waitFor();
  return alert;
}

interface Walk {
  tab: Page;
  taps: number;
  tap(target: Locator): Promise<void>;
}

async function walkFrom(alert: string, script: boolean): Promise<Walk> {
  const phone = await browser.visitor({ script, width: 375, height: 812 });
  await phone.addCookies(await desk.context().cookies());
  const walk: Walk = {
    tab: await phone.newPage(),
    taps: 1,
    async tap(target) {
      walk.taps += 1;
      await target.first().click();
    },
  };
  await walk.tab.goto(alert);
  if (script) await walk.tab.waitForFunction(() => "__remixRouter" in window);
  return walk;
}

/** Height in px between the last line of a page and its end. */
const voidAfterFoot = (tab: Page): Promise<number> =>
  tab.evaluate(() => {
    const foot = document.querySelector("footer p")?.getBoundingClientRect().bottom ?? 0;
    return document.documentElement.scrollHeight - scrollY - foot;
  });

/** Chooses the status of the next update: its button opens the sheet; without script the form is there. */
async function chooseStatus({ tab, tap }: Walk, status: string): Promise<void> {
  const button = tab.locator(".sheet-openers button", { hasText: status });
  await tap((await button.isVisible()) ? button : tab.getByRole("radio", { name: status, exact: true }));
}

async function writeUpdate(walk: Walk, status: string, { component }: { component?: string } = {}): Promise<void> {
  const { tab, tap } = walk;
  await chooseStatus(walk, status);
  await tab.getByLabel("Update", { exact: true }).fill(`Now: ${status}.`);
  if (component) await tap(tab.getByRole("checkbox", { name: component, exact: true }));
  await tap(tab.getByRole("button", { name: "Post the update" }));
  await tab.locator("#room-timeline").getByText(`Now: ${status}.`).first().waitFor();
}

test.each([
  ["with script", true],
  ["without script", false],
] as const)("the worst hour takes 12 taps from the alert’s link to the end, %s", async (look, script) => {
  const name = script ? "Latency" : "Errors";
  const walk = await walkFrom(await alertWithDraft(name), script);
  const { tab, tap } = walk;
  await tap(tab.locator("main a[href*='/incidents/']", { hasText: `${name} is slow` }));
  await tab.getByRole("button", { name: /^Publish/ }).waitFor();
  expect(await voidAfterFoot(tab), "void after the foot of the draft").toBeLessThan(60);
  await tap(tab.getByRole("button", { name: /^Publish/ }));
  await tab.getByText("Published. Visitors see it now.").waitFor();
  await writeUpdate(walk, "Identified");
  await writeUpdate(walk, "Monitoring", { component: "Search" });
  await tap(tab.locator("summary", { hasText: "Hand over the lead" }));
  await tap(tab.getByRole("button", { name: "Hand over the lead to Beatriz" }));
  await tab.getByText("Lead: Beatriz").first().waitFor();
  await chooseStatus(walk, "Resolved");
  await tap(tab.getByRole("button", { name: "Resolve the incident" }));
  await tab.getByText("Resolved.", { exact: true }).waitFor();
  expect(walk.taps, look).toBe(12);
  await tab.context().close();
});
