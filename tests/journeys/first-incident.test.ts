import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { startServer, type TestServer } from "../support/server";

let server: TestServer;
let browser: TestBrowser;
let tab: Page;
/** Pages that were shown, in their order, until the incident is out. */
const pages: string[] = [];
let required = 0;

beforeAll(async () => {
  [server, browser] = await Promise.all([startServer({ args: ["--empty"] }), openBrowser()]);
  tab = await (await browser.visitor({ width: 375, height: 740 })).newPage();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
});

/** Counts the page at hand, and what its form demands: fields whose visible label does not say that they are optional. */
async function look(form: string): Promise<void> {
  pages.push(new URL(tab.url()).pathname);
  const fields = tab.locator(`${form} [required]`);
  for (const field of await fields.all()) {
    if (!(await field.isVisible())) continue;
    const id = await field.getAttribute("id");
    const label = tab.locator(`label[for="${id}"]`);
    expect(await label.isVisible()).toBe(true);
    expect(await label.textContent()).not.toContain("optional");
    required += 1;
  }
}

const fits = async () =>
  expect(await tab.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();

test("from the console link to a published first incident: at most three pages and two required fields", async () => {
  await tab.goto(server.ownerLink);
  await look("main form");
  await press("Sign in");

  await look("main form");
  await fits();
  await tab.getByLabel("Name").fill("Café Müller");
  await press("Create page");

  expect(await tab.getByRole("status").textContent()).toContain("Page created.");
  await tab.getByText("Something wrong right now?").click();
  await look('form[aria-label="First incident"]');
  await fits();
  await tab.getByLabel("Title").fill("Orders cannot be paid");
  await press("Publish the incident");

  expect(await tab.getByRole("status").textContent()).toContain("Published");
  expect(pages).toHaveLength(3);
  expect(required).toBe(2);
});

test("visitors see it at an address made from the name, and Now says what they see", async () => {
  const now = `${server.url}/manage/cafe-muller`;
  await tab.goto(`${server.url}/cafe-muller`);
  expect(await tab.getByRole("main").textContent()).toContain("Orders cannot be paid");
  await tab.goto(now);
  const text = (await tab.getByRole("main").textContent()) ?? "";
  expect(text).toContain("Public status: Minor impact");
  expect(text.indexOf("Orders cannot be paid")).toBeLessThan(text.indexOf("Set up your page:"));
  expect(await tab.getByRole("heading", { name: "Set up your page" }).count()).toBe(0);
  await fits();
});

test("a first incident that is refused comes back whole, on the form that has everything", async () => {
  await tab.goto(`${server.url}/manage/new`);
  await tab.getByLabel("Name").fill("Café Müller");
  await press("Create page");
  expect(await tab.getByLabel(/^URL/).inputValue()).toBe("cafe-muller");
  expect(await tab.getByRole("main").textContent()).toContain("Another page already uses this URL");
  await tab.getByLabel(/^URL/).fill("second");
  await press("Create page");
  await tab.getByText("Something wrong right now?").click();
  await tab.getByLabel(/^Update/).fill("Nothing yet.");
  await press("Publish the incident");
  expect(await tab.getByLabel(/^Update/).inputValue()).toBe("Nothing yet.");
  expect(await tab.getByLabel("Title").getAttribute("aria-invalid")).toBe("true");
  expect(await tab.getByLabel("Impact").inputValue()).toBe("minor");
});
