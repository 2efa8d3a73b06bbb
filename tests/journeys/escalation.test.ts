import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lowTargets, overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { lookAs } from "../support/looks";
import type { TestServer } from "../support/server";
import { addMailer, alertmanagerGroup, deliver, makePage, makeSource, signInBy } from "../support/signed-in";
import { type Smtp, startSmtp } from "../support/smtp";

let server: ClockedServer;
let browser: TestBrowser;
let smtp: Smtp;
/** Script off. */
let tab: Page;

const manage = (rest: string) => `${server.url}/manage${rest}`;

const run = (sql: string, ...params: unknown[]) =>
  (server.database as unknown as D1Database)
    .prepare(sql)
    .bind(...params)
    .all();

beforeAll(async () => {
  [smtp, browser, server] = await Promise.all([
    startSmtp({}),
    openBrowser(),
    startClockedServer({ networks: ["127.0.0.0/8"] }),
  ]);
  tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, "acme", ["Website", "Checkout"]);
  await addMailer(tab, server, smtp);
  await run("UPDATE person SET email = 'ana@example.com', name = 'Ana' WHERE kind = 'human'");
  await run(
    `INSERT INTO channel (page_id, id, kind, name, settings_sealed, events, created_at, updated_at)
      SELECT id, 'ops', 'webhook', 'Ops', '', '[]', 1, 1 FROM page`,
  );
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await smtp?.close();
});

/** A policy that names both, and a channel that is deleted after it. */
async function setPolicy(): Promise<void> {
  await tab.goto(manage("/acme/settings/escalation"));
  await tab.getByLabel("Escalate unacknowledged alerts", { exact: false }).first().check();
  await tab.getByLabel("Escalate after (minutes)").fill("1");
  await tab.getByLabel("Ana").check();
  await tab.getByLabel("Ops").check();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Escalation policy saved.").waitFor();
  await run("DELETE FROM channel WHERE id = 'ops'");
}

const links = () => smtp.mails.flatMap(({ text = "" }) => /http\S+\/acknowledge\/\S+/.exec(text) ?? []);

const escalated = async () =>
  (await run("SELECT 1 FROM notice WHERE kind = 'alert_unacknowledged'")).results.length > 0;

/** Fires, and the minute that the policy waits goes by; from then on no row may become older than what names it. */
async function waitForLink(): Promise<string> {
  const ingest = await makeSource(tab, server as unknown as TestServer, "acme");
  const began = new Date(Date.now() - 60_000).toISOString();
  expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
  for (let minutes = 0; minutes < 5 && !(await escalated()); minutes++) await server.passed();
  await expect
    .poll(async () => {
      await server.minute();
      return links().length;
    })
    .toBe(1);
  return links()[0] ?? "";
}

const sizes = [
  { name: "375", width: 375 },
  { name: "375 dark", width: 375, dark: true },
  { name: "1440", width: 1440 },
  { name: "1440 dark", width: 1440, dark: true },
] as const;

/** What is wrong with a page in every size, with script for axe alone. */
async function wrongWith(page: Page, address: string, name: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const { name: size, ...look } of sizes) {
    await page.goto(address);
    await lookAs(page, look);
    const wide = await overflow(page);
    const found = [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
    // Last, as it unfolds what is folded.
    if (look.width < 1000) found.push(...(await lowTargets(page)));
    wrong.push(...found.map((each) => `${name}, ${size}: ${each}`));
  }
  return wrong;
}

test("an alert that nobody acknowledges is mailed with a link, which acknowledges it without script; each page is well in every size", async () => {
  await setPolicy();
  const link = await waitForLink();
  expect(link).toContain("/manage/acknowledge/");
  const context = await browser.visitor({ script: true });
  await context.addCookies(await tab.context().cookies());
  const signedIn = await context.newPage();
  const stranger = await (await browser.visitor({ script: true })).newPage();
  const wrong = [
    ...(await wrongWith(signedIn, manage("/acme/settings/escalation"), "policy")),
    ...(await wrongWith(signedIn, manage("/acme"), "now")),
    ...(await wrongWith(stranger, link, "acknowledge")),
  ];
  await run("UPDATE person SET language = 'ar' WHERE kind = 'human'");
  await stranger.setExtraHTTPHeaders({ "accept-language": "ar" });
  wrong.push(
    ...(await wrongWith(stranger, link, "acknowledge ar")),
    ...(await wrongWith(signedIn, manage("/acme"), "now ar")),
  );
  await run("UPDATE person SET language = NULL");
  const plain = await (await browser.visitor()).newPage();
  await plain.goto(link);
  await plain.getByRole("button", { name: "Acknowledge" }).click();
  await plain.getByText("acknowledged by Ana").waitFor();
  expect(await plain.getByRole("button", { name: "Acknowledge" }).count()).toBe(0);
  await tab.goto(manage("/acme"));
  const alert = await tab.locator('main a[href*="/acme/alerts/"]').first().getAttribute("href");
  await tab.goto(`${server.url}${alert}`);
  await tab.getByText("to Ana", { exact: true }).waitFor();
  wrong.push(...(await wrongWith(signedIn, `${server.url}${alert}`, "alert")));
  expect(wrong).toEqual([]);
});
