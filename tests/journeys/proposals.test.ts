import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

/** A program that may only draft, and the people who publish what it proposes; the built worker. */
let browser: TestBrowser;
let page: OwnPage;
let tab: Page;
let incident: string;
let secret: string;

beforeAll(async () => {
  browser = await openBrowser();
  page = await ownPage();
  tab = await page.signIn(await browser.visitor({ width: 375, height: 812 }));
  const api = await page.api();
  const opened = { name: "Checkout is slow", body: "We look into it.", impact_override: "minor" };
  incident = (await api(`/pages/${page.slug}/incidents`, { incident: opened })).id;
});
afterAll(() => browser?.close());

const press = (name: string) => tab.getByRole("button", { name, exact: true }).first().click();
const notice = (text: string) => tab.getByRole("status").getByText(text).waitFor();
const account = () => `${page.server.url}/manage/account`;
const room = () => page.manage(`/incidents/${incident}`);

/** Calls the API as the program that drafts. */
async function drafting(method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${secret}`, "content-type": "application/json" };
  const url = `${page.server.url}/api/v1/pages/${page.slug}${path}`;
  const answer = await fetch(url, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: (await answer.json()) as { id?: string; code?: string } };
}

const propose = (body: string) => drafting("POST", `/incidents/${incident}/proposals`, { proposal: { body } });
const visitors = async () => (await fetch(`${page.url}/incidents/${incident}`)).text();

test("a token that drafts only is made on Account, and refused what visitors would see", async () => {
  await tab.goto(account());
  await tab.locator("summary", { hasText: "Create an API token" }).click();
  await tab.getByLabel("Token name").fill("ci");
  await tab.getByLabel("Draft and propose only").check();
  await press("Create token");
  secret = (await tab.getByLabel("The new API token", { exact: true }).textContent()) ?? "";
  await tab.goto(account());
  await tab.getByText("Drafts only", { exact: true }).waitFor();
  const update = { incident: { status: "resolved", body: "Done." } };
  expect(await drafting("PATCH", `/incidents/${incident}`, update)).toMatchObject({
    status: 403,
    body: { code: "drafter_token" },
  });
});

test("a proposed update waits on Now and in the room, and is published by one press without script", async () => {
  expect((await propose("A database node is down.")).status).toBe(201);
  expect(await visitors()).not.toContain("A database node is down.");
  await tab.goto(page.manage());
  await tab.getByRole("link", { name: "Open proposals: 1" }).click();
  expect(await tab.locator("main").innerText()).toMatch(/Update: Checkout is slow[\s\S]*with the token “ci”/);
  expect(await overflow(tab)).toBe(0);
  await tab.goto(room());
  await tab.getByRole("heading", { name: "Proposed updates" }).waitFor();
  await press("Publish: Update: Checkout is slow");
  await notice("Published. Visitors see it now.");
  await expect.poll(visitors, { timeout: 15_000 }).toContain("A database node is down.");
  expect(await tab.getByRole("heading", { name: "Proposed updates" }).count()).toBe(0);
});

test("Edit first fills in the form by its address; what was edited is posted, and the proposal is gone", async () => {
  await propose("It is the databse.");
  await tab.goto(room());
  await tab.getByRole("link", { name: /^Edit first/ }).click();
  const text = tab.locator("#room-work textarea").first();
  expect(await text.inputValue()).toBe("It is the databse.");
  await text.fill("It is the database.");
  await press("Post the update");
  await notice("Update posted. Visitors see it now.");
  await expect.poll(visitors, { timeout: 15_000 }).toContain("It is the database.");
  await tab.goto(page.manage("/proposals"));
  await tab.getByText("No open proposals").waitFor();
});

test("a proposed maintenance and a draft are dismissed and published", async () => {
  const window = { starts_at: "2030-03-01T10:00:00Z", ends_at: "2030-03-01T11:00:00Z" };
  const maintenance = { title: "Upgrade", body: "Soon.", visibility: "draft", ...window };
  expect((await drafting("POST", "/maintenances", { maintenance })).status).toBe(202);
  await tab.goto(page.manage("/proposals"));
  await press("Dismiss: Maintenance: Upgrade");
  await notice("Proposal dismissed.");
  const draft = { name: "Sign-in fails", body: "From the log.", impact_override: "major", visibility: "draft" };
  const { body } = await drafting("POST", "/incidents", { incident: draft });
  await tab.goto(page.manage());
  expect(await tab.locator("#drafts").innerText()).toContain("with the token “ci”");
  await tab.goto(page.manage(`/incidents/${body.id}`));
  await tab
    .getByRole("button", { name: /^Publish/ })
    .first()
    .click();
  await notice("Published. Visitors see it now.");
  expect(await tab.locator("main").innerText()).not.toContain("with the token “ci”");
});
