import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

let browser: TestBrowser;
let page: OwnPage;

beforeAll(async () => {
  browser = await openBrowser();
  page = await ownPage();
});
afterAll(() => browser?.close());

const signIn = async (script: boolean) => page.signIn(await browser.visitor({ script }));
const links = (tab: Page): Locator => tab.getByRole("navigation", { name: "Saved views" });
const current = (tab: Page) => links(tab).locator("[aria-current=page]").allTextContents();
const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();
const notice = (tab: Page, text: string) => tab.getByRole("status").getByText(text).waitFor();

/** Saves what the list shows, by the fold above it. */
async function save(tab: Page, name: string, everyone = false): Promise<void> {
  await tab.getByText("Save this view…", { exact: true }).click();
  await tab.getByLabel("Name of the view").fill(name);
  if (everyone) await tab.getByLabel("For everyone on this page").check();
  await press(tab, "Save view");
}

test("without script a filtered list is saved, found above it, renamed and deleted", async () => {
  const tab = await signIn(false);
  await tab.goto(page.manage("/incidents"));
  expect(await links(tab).count()).toBe(0);
  await tab.goto(page.manage("/incidents?filter=open"));
  await save(tab, "Open now", true);
  await notice(tab, "View saved.");
  expect(new URL(tab.url()).search).toBe("?filter=open&done=view-saved");
  expect([await links(tab).getByRole("link").allTextContents(), await current(tab)]).toEqual([
    ["All", "Open now"],
    ["Open now"],
  ]);
  await links(tab).getByRole("link", { name: "All" }).click();
  expect(await current(tab)).toEqual(["All"]);

  await tab.goto(page.manage("/incidents?filter=closed"));
  await save(tab, "Open now", true);
  await tab.getByText("This list already has a saved view with this name.").first().waitFor();
  expect(await tab.getByLabel("For everyone on this page").isChecked()).toBe(true);
  await tab.getByLabel("Name of the view").fill("Closed");
  await press(tab, "Save view");
  expect(await current(tab)).toEqual(["Closed"]);

  await tab.getByRole("link", { name: "Manage views" }).click();
  await tab.getByRole("link", { name: "Change: Closed" }).click();
  await tab.getByLabel("Name").fill("Over");
  await press(tab, "Rename");
  await notice(tab, "View renamed.");
  await tab.getByRole("link", { name: "Over", exact: true }).click();
  expect([new URL(tab.url()).search, await current(tab)]).toEqual(["?filter=closed", ["Over"]]);

  await tab.goto(page.manage("/views"));
  await tab.getByRole("link", { name: "Change: Over" }).click();
  await tab.getByText("Delete the view…", { exact: true }).click();
  await tab.getByText("The view is deleted for everyone on this page").waitFor();
  await press(tab, "Delete the view: Over");
  await notice(tab, "View deleted.");
  expect(await tab.getByRole("link", { name: "Over" }).count()).toBe(0);
  await tab.context().close();
});

test("with script one’s own view is saved in place, refused beside its field, and current afterwards", async () => {
  const tab = await signIn(true);
  await tab.goto(page.manage("/monitors?state=down"));
  await save(tab, "Down");
  await notice(tab, "View saved.");
  expect([new URL(tab.url()).pathname, await current(tab)]).toEqual([
    new URL(page.manage("/monitors")).pathname,
    ["Down"],
  ]);
  await tab.goto(page.manage("/monitors?state=up"));
  await save(tab, "down");
  const name = tab.getByLabel("Name of the view");
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await name.fill("Up");
  await press(tab, "Save view");
  await expect.poll(() => current(tab)).toEqual(["Up"]);
  await links(tab).getByRole("link", { name: "Down" }).click();
  await expect.poll(() => current(tab)).toEqual(["Down"]);
  await tab.getByRole("link", { name: "Manage views" }).click();
  await tab.getByRole("heading", { name: "Your views" }).waitFor();
  await tab.context().close();
});
