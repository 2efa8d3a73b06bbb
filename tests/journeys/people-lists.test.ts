import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";

/** Subscribers, the team and the log as tables: sorted, filtered, selected and acted on, with script and without. */
let browser: TestBrowser;
let own: OwnPage;

beforeAll(async () => {
  [browser, own] = await Promise.all([openBrowser(), ownPage({ components: ["Website"] })]);
  const visitor = await browser.visitor();
  const tab = await own.signIn(visitor);
  await tab.goto(own.manage("/subscribers/import"));
  const addresses = ["dora", "anna", "emil", "carl", "bert", "fine"].map((name) => `${name}@example.com`);
  await tab.getByLabel("Or paste the lines").fill(addresses.join("\n"));
  await tab.getByLabel("They have agreed to get emails about this page").check();
  await tab.getByRole("button", { name: "Import" }).click();
  await tab.getByText("Subscribers imported.", { exact: false }).waitFor();
  await visitor.close();
});
afterAll(() => browser?.close());

const names = (tab: Page) => tab.getByRole("rowheader").allTextContents();
const short = async (tab: Page) => (await names(tab)).map((name) => name.split("@")[0]);
const flash = (tab: Page) => tab.getByRole("status").first().textContent();

async function openTab(script: boolean): Promise<Page> {
  return own.signIn(await browser.visitor({ script, width: 1280, height: 800 }));
}

describe("without script", () => {
  test("subscribers are sorted by a head, selected by a link, and removed after a question", async () => {
    const tab = await openTab(false);
    await tab.goto(own.manage("/subscribers"));
    expect(await names(tab)).toHaveLength(6);
    const added = tab.getByRole("columnheader", { name: "Added" });
    const inOrder = await short(tab);
    await added.getByRole("link").click();
    expect(await short(tab)).toEqual(inOrder.toReversed());
    expect(await added.getAttribute("aria-sort")).toBe("descending");
    await tab.getByLabel("Address starts with").fill("Fi");
    await tab.getByRole("button", { name: "Filter" }).click();
    expect(await short(tab)).toEqual(["fine"]);
    await tab.getByRole("link", { name: "Select the row shown" }).click();
    await tab.getByRole("button", { name: "Unsubscribe" }).click();
    expect(await flash(tab)).toBe("Subscription ended.");
    expect([await short(tab), new URL(tab.url()).searchParams.get("search")]).toEqual([["fine"], "Fi"]);
    await tab.getByRole("checkbox", { name: "Select fine@example.com" }).check();
    await tab.getByRole("button", { name: "Remove…" }).click();
    await tab.getByRole("heading", { name: "Remove fine@example.com?" }).waitFor();
    await tab.getByRole("button", { name: "Remove permanently" }).click();
    expect(await flash(tab)).toBe("Subscriber removed.");
    await tab.getByRole("link", { name: "See all subscribers" }).click();
    expect(await names(tab)).toHaveLength(5);
    await tab.context().close();
  });

  test("the team is filtered, and the log is read from its oldest entry", async () => {
    const tab = await openTab(false);
    await tab.goto(own.manage("/people?text=nobody"));
    await tab.getByRole("link", { name: "Show all members" }).click();
    expect(await tab.getByRole("row", { name: /Ada/ }).textContent()).toContain("Owner");
    await tab.goto(own.manage("/audit"));
    expect(await tab.getByRole("table").textContent()).toContain("removed a subscriber");
    await tab.getByRole("columnheader", { name: "When" }).getByRole("link").click();
    expect(await tab.getByRole("row").nth(1).textContent()).toContain("created the page");
    await tab.context().close();
  });
});

test("with script the selection is counted and said, keys move and select, and the view stays", async () => {
  const tab = await openTab(true);
  await tab.goto(own.manage("/subscribers?sort=-added"));
  const listed = await names(tab);
  const all = tab.getByRole("checkbox", { name: "Select all" });
  await all.check();
  await tab.getByText("5 rows selected").waitFor();
  await all.uncheck();
  await tab.getByRole("heading", { level: 1 }).click();
  for (const key of ["j", "j", "x", "j", "x"]) await tab.keyboard.press(key);
  await tab.getByText("2 rows selected").waitFor();
  await tab.getByRole("button", { name: "Unsubscribe" }).click();
  await tab.getByText("Subscriptions ended.").waitFor();
  expect(new URL(tab.url()).searchParams.get("sort")).toBe("-added");
  const ended = tab.getByRole("row").filter({ hasText: "Unsubscribed" });
  expect((await ended.getByRole("rowheader").allTextContents()).sort()).toEqual(listed.slice(1, 3).sort());
  await tab.getByLabel("State").selectOption("unsubscribed");
  await tab.getByRole("button", { name: "Filter" }).click();
  await tab.waitForURL(/state=unsubscribed/);
  await all.check();
  await tab.getByRole("button", { name: "Remove…" }).click();
  await tab.getByRole("heading", { name: "Remove these 2 subscribers?" }).waitFor();
  await tab.getByRole("button", { name: "Remove permanently" }).click();
  await tab.getByText("No matching subscribers").waitFor();
  expect(await flash(tab)).toBe("Subscribers removed.");
  await tab.context().close();
});
