import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { pickComponent } from "../support/picker";
import { startServer, type TestServer } from "../support/server";
import { makePage, signInBy } from "../support/signed-in";
import { type Smtp, startSmtp } from "../support/smtp";

/** Nothing waits behind what cannot leave yet: the built worker, Chromium, a real SMTP server. */
let server: TestServer;
let browser: TestBrowser;
let smtp: Smtp;
let operator: Page;

beforeAll(async () => {
  smtp = await startSmtp({});
  const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  operator = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(operator, server, "shop", ["Checkout", "Search"]);
});
afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await smtp?.close();
});

const about = (words: string) => smtp.mails.filter(({ subject }) => subject?.includes(words)).length;

async function setMailer(): Promise<void> {
  await operator.goto(`${server.url}/manage/deployment/mailers/new?kind=smtp`);
  await operator.getByLabel("Name", { exact: true }).fill("Ours");
  const fill = (name: string, value: string) => operator.locator(`[name="${name}"]`).fill(value);
  await fill("fromAddress", "status@shop.example");
  await fill("settings.host", smtp.host);
  await fill("settings.port", String(smtp.port));
  await operator.locator('[name="settings.security"]').selectOption("off");
  await operator.locator("main form button").last().click();
}

async function subscribe(): Promise<void> {
  const visitor = await (await browser.visitor()).newPage();
  await visitor.goto(`${server.url}/shop/subscribe`);
  await visitor.getByLabel("Email address").fill("ann@example.com");
  await new Promise((readAndTyped) => setTimeout(readAndTyped, 2100));
  await visitor.getByRole("button", { name: "Subscribe" }).click();
  await expect.poll(() => smtp.mails.length).toBe(1);
  const link = /http:\/\/localhost\S*\/subscriptions\/[\w.-]+/.exec(smtp.mails[0]?.text ?? "")?.[0] ?? "";
  await visitor.goto(link);
  await visitor.getByRole("button", { name: "Confirm subscription" }).click();
}

async function openIncident(title: string): Promise<string> {
  await operator.goto(`${server.url}/manage/shop/incidents/new`);
  await operator.getByLabel("Title").fill(title);
  await operator.getByLabel("Update", { exact: true }).fill("We look into it.");
  await pickComponent(operator, "Checkout", "partial_outage");
  await operator.getByRole("button", { name: "Publish" }).click();
  return operator.url();
}

test("with twenty-one updates that wait for their five minutes, another incident's mail leaves at once", async () => {
  await setMailer();
  await subscribe();
  const incident = await openIncident("Payments fail");
  await expect.poll(() => about("Payments fail")).toBe(1);
  for (let step = 0; step < 21; step++) {
    await operator.goto(incident);
    await operator.getByLabel("Update", { exact: true }).fill(`Step ${step}.`);
    await operator.getByRole("button", { name: "Post the update" }).click();
    await operator.waitForLoadState();
  }
  await openIncident("Search is slow");
  await expect.poll(() => about("Search is slow"), { timeout: 10_000 }).toBe(1);
  expect(about("Payments fail")).toBe(1);
});
