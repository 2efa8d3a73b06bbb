import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus, openSheet } from "../support/composer";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";

/** The forms of an open incident: a sheet with its buttons at the foot of a phone, and a column of a wide screen. */
let own: OwnPage;
let browser: TestBrowser;
let colleague: Page;
let tab: Page;

const press = (on: Page, name: string | RegExp) => on.getByRole("button", { name }).first().click();

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website", "Checkout"] }), openBrowser()]);
  colleague = await own.signIn(await browser.visitor());
  await colleague.goto(own.manage("/incidents/new"));
  await colleague.getByLabel("Title").fill("Checkout fails");
  await colleague.getByLabel("Update", { exact: true }).fill("We look into it.");
  await pickComponent(colleague, "Checkout", "major_outage");
  await press(colleague, "Publish");
  await colleague.getByText("Published. Visitors see it now.").waitFor();
  const phone = await browser.visitor({ script: true, width: 375, height: 667 });
  await phone.addCookies(await colleague.context().cookies());
  tab = await phone.newPage();
  await tab.goto(colleague.url().split("?")[0] ?? "");
  await tab.waitForFunction(() => "__remixRouter" in window);
});

afterAll(() => browser?.close());

const isChosen = (status: string) => tab.getByRole("radio", { name: status, exact: true }).isChecked();

test("an answer far below lies above the buttons at the foot, which a tap on their middle opens meanwhile", async () => {
  await openSheet(tab);
  expect(await isChosen("Investigating"), "the present status").toBe(true);
  await press(tab, "Close");
  await tab.locator(".sheet-next").click();
  expect(await isChosen("Identified"), "the suggested one, by its own button").toBe(true);
  await press(tab, "Close");
  await openSheet(tab);
  expect(await isChosen("Investigating"), "taken back").toBe(true);
  await press(tab, "Close");
  await tab.locator(".sheet-next").click();
  await tab.getByLabel("Update", { exact: true }).fill("We found it.");
  await press(tab, "Post the update");
  const answer = tab.getByText("Update posted.");
  await answer.waitFor();
  await expect.poll(() => tab.locator(".room-work").isVisible()).toBe(false);
  await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const [said, bar] = await Promise.all([answer.boundingBox(), tab.locator(".sheet-openers").boundingBox()]);
  if (said && said.y > 0) expect(said.y + said.height).toBeLessThanOrEqual(bar?.y ?? 0);
  const resolver = await tab.locator(".sheet-resolver").boundingBox();
  await tab.mouse.click(
    (resolver?.x ?? 0) + (resolver?.width ?? 0) / 2,
    (resolver?.y ?? 0) + (resolver?.height ?? 0) / 2,
  );
  await tab.locator(".room-work").waitFor();
  expect(await isChosen("Resolved")).toBe(true);
  await press(tab, "Close");
  expect(await tab.locator(".room-work").isVisible()).toBe(false);
  await openSheet(tab);
  expect(await isChosen("Identified")).toBe(true);
  const place = async (locator: ReturnType<Page["locator"]>) => (await locator.boundingBox())?.y ?? 0;
  expect(await place(tab.getByRole("radio", { name: "Monitoring", exact: true }))).toBeLessThan(
    await place(tab.getByLabel("Update", { exact: true })),
  );
  await tab.keyboard.press("Escape");
});

test("the sheet opens at its top, and an answer shows the new entry of the timeline", async () => {
  await tab.locator(".sheet-resolver").click();
  const closer = await tab.getByRole("button", { name: "Close" }).boundingBox();
  const sheet = await tab.locator(".room-work").boundingBox();
  expect(closer?.y ?? 0).toBeGreaterThanOrEqual(sheet?.y ?? Number.POSITIVE_INFINITY);
  await press(tab, "Close");
  await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await tab.locator(".sheet-next").click();
  await tab.getByLabel("Update", { exact: true }).fill("We watch it.");
  await press(tab, "Post the update");
  const entry = tab.locator("#room-timeline > li").first().locator("p", { hasText: "We watch it." });
  await entry.waitFor();
  const top = () => entry.evaluate((each) => each.getBoundingClientRect().top);
  await expect.poll(top).toBeGreaterThan(0);
  expect(await top()).toBeLessThan(500);
});

test("on a wide screen no form of the room scrolls in itself", async () => {
  await colleague.setViewportSize({ width: 1440, height: 900 });
  await colleague.goto(tab.url());
  await chooseStatus(colleague, "Resolved");
  const hidden = await colleague
    .locator(".room-work")
    .evaluate((panel: HTMLElement) => panel.scrollHeight - panel.clientHeight);
  expect(hidden).toBeLessThanOrEqual(1);
  expect(
    await colleague
      .getByLabel(/^Next update within/)
      .first()
      .isVisible(),
  ).toBe(false);
});
