import type { BrowserContext, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { newSlug } from "../support/own-page";
import { sharedDeployment, signInOperator } from "../support/shared-deployment";
import { untilTakenOver } from "../support/taken-over";

let url = "";
let browser: TestBrowser;
let desk: BrowserContext;
let tab: Page;

/** The page that is made in the first test. */
const slug = newSlug();
const manage = (rest = "") => `${url}/manage/${slug}${rest}`;
const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();

/** The script has taken over. */
async function open(rest = ""): Promise<void> {
  await tab.goto(manage(rest));
  await untilTakenOver(tab);
}

/** Pressed again until it is heard: the script hears keys a moment after it has taken the page over. */
async function summon(window: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await tab.keyboard.press("Control+k");
      return window.count();
    })
    .toBe(1);
}

beforeAll(async () => {
  browser = await openBrowser();
  url = (await sharedDeployment()).server.url;
  desk = await browser.visitor({ script: true });
});
afterAll(async () => {
  await browser?.close();
});

test("a page with five components in two groups takes at most 8 clicks and 5 loads, without script", async () => {
  const plain = await signInOperator(await browser.visitor());
  const done = { clicks: 0, loads: 0 };
  plain.on("load", () => {
    done.loads += 1;
  });
  const click = async (role: "button" | "link", name: string) => {
    done.clicks += 1;
    await plain.getByRole(role, { name, exact: true }).first().click();
  };
  const fill = async (label: string, text: string) => {
    done.clicks += 1;
    await plain.getByLabel(label).fill(text);
  };
  await plain.goto(`${url}/manage/new`);
  Object.assign(done, { clicks: 0, loads: 0 });
  await fill("Name", "Acme Shop");
  await fill("URL", slug);
  await click("button", "Create page");
  await click("link", "Add several components");
  await fill("Components, one per line", "Shop:\nWebsite\nCheckout\nSearch\n\nPlatform:\nAPI\nWebhooks");
  await click("button", "Add these components");
  const heads = plain.locator("main th[scope=rowgroup] bdi");
  expect(await heads.allTextContents()).toEqual(["Shop", "Platform"]);
  expect(await plain.locator("main tbody a[id^='component-']").allTextContents()).toEqual([
    ...["Website", "Checkout", "Search"],
    ...["API", "Webhooks"],
  ]);
  console.log("five components in two groups:", JSON.stringify(done));
  expect(done.clicks).toBeLessThanOrEqual(8);
  expect(done.loads).toBeLessThanOrEqual(5);

  await plain.getByRole("button", { name: "Move group Platform up" }).click();
  expect(await heads.allTextContents()).toEqual(["Platform", "Shop"]);
  await plain.getByRole("link", { name: "Search", exact: true }).last().click();
  await plain.getByText("Archive", { exact: true }).click();
  await plain.getByLabel("Yes, remove it from the page; its history is kept").check();
  await plain.getByRole("button", { name: "Archive the component" }).click();
  await plain.getByText("Archived components").click();
  await plain.getByRole("button", { name: "Restore Search" }).click();
  expect(await plain.getByRole("main").getByRole("link", { name: "Search", exact: true }).count()).toBe(1);
  await plain
    .context()
    .storageState()
    .then(({ cookies }) => desk.addCookies(cookies));
  tab = await desk.newPage();
});

test("a group is dragged by its grip to the place of another", async () => {
  await tab.setViewportSize({ width: 1280, height: 800 });
  await open("/components");
  const heads = tab.locator("main th[scope=rowgroup]");
  const headings = () => heads.locator("bdi").allTextContents();
  const headOf = (name: string) => tab.locator("th[scope=rowgroup]").filter({ hasText: name });
  const part = (name: string) => tab.locator("main tbody").filter({ has: headOf(name) });
  const grip = part("Platform").locator("[draggable=true]");
  expect(await headings()).toEqual(["Platform", "Shop"]);
  await grip.dragTo(part("Shop").locator("th[scope=rowgroup]"));
  await expect.poll(headings).toEqual(["Shop", "Platform"]);
  await tab.getByText("Order changed.").waitFor();
});

const names = (page: Page) => page.locator("main tbody a[id^='component-']").allTextContents();

test("components are sorted, filtered, selected and changed together in their table, without script", async () => {
  const plain = await browser.visitor().then((visitor) => visitor.newPage());
  await plain.context().addCookies(await desk.cookies());
  await plain.goto(manage("/components"));
  await plain.getByRole("link", { name: "Component", exact: true }).click();
  expect(await names(plain)).toEqual(["API", "Checkout", "Search", "Webhooks", "Website"]);
  await plain.getByLabel("Group").first().selectOption({ label: "Platform" });
  await plain.getByRole("button", { name: "Filter", exact: true }).click();
  expect(await names(plain)).toEqual(["API", "Webhooks"]);
  await plain.getByRole("link", { name: "Select all 2 rows shown" }).click();
  await plain.getByText("Manual status", { exact: true }).first().click();
  await plain.getByLabel("Manual status").selectOption({ label: "Degraded performance" });
  await plain.getByLabel("Duration").first().selectOption({ label: "1 h" });
  await plain.getByRole("button", { name: "Set the status" }).click();
  expect(await names(plain)).toEqual(["API", "Webhooks"]);
  expect(await plain.locator("main tbody").innerText()).toMatch(/Degraded performance[\s\S]*Set manually until/);
  await plain.context().close();
});

test("components are selected by keys and by a box for all, and changed where they stand", async () => {
  await open("/components?group=none&status=affected");
  expect(await tab.getByText("No components match these filters").count()).toBe(1);
  await open("/components?status=affected");
  await tab.getByLabel("Select all", { exact: true }).check();
  await tab.getByText("2 rows selected").waitFor({ state: "attached" });
  await tab.getByText("Manual status", { exact: true }).first().click();
  await tab.getByLabel("Manual status").selectOption({ label: "None: set by alerts, incidents and maintenance" });
  await press("Set the status");
  await tab.getByText("No components match these filters").waitFor();
  await open("/components?sort=name");
  await tab.getByLabel("Select all", { exact: true }).waitFor();
  await tab.keyboard.press("j");
  await tab.keyboard.press("x");
  await tab.getByText("1 row selected").waitFor({ state: "attached" });
  await press("Archive");
  await expect.poll(() => tab.locator(":focus").textContent()).toBe("Archive 1 component?");
  await tab.locator("main").getByRole("link", { name: "Cancel" }).click();
  await expect.poll(() => tab.locator(":focus").textContent()).toBe("Components");
  await expect.poll(() => names(tab)).toEqual(["API", "Checkout", "Search", "Webhooks", "Website"]);
});

test("the tab of Now has the state as its icon; other pages have the program’s", async () => {
  const icon = () => tab.locator("link[rel=icon]").getAttribute("href");
  await open();
  expect(await icon()).toMatch(/^data:image\/svg\+xml,/);
  await tab
    .getByRole("navigation", { name: "Page" })
    .first()
    .getByRole("link", { name: "People", exact: true })
    .click();
  await expect.poll(icon).toBe("/favicon.svg");
});

test("a chip fills in its number of minutes, and a number that is typed takes the mark off the chips", async () => {
  await open();
  await tab.getByText("Mute everything", { exact: true }).first().click();
  const minutes = tab.getByLabel("Duration (minutes)", { exact: true });
  const fourHours = tab.getByRole("radio", { name: "4 h", exact: true });
  expect(await minutes.inputValue()).toBe("60");
  await expect
    .poll(async () => {
      await fourHours.check({ force: true });
      return minutes.inputValue();
    })
    .toBe("240");
  await minutes.fill("90");
  await minutes.blur();
  await expect.poll(() => fourHours.isChecked()).toBe(false);
});

test("finds things, places and what can be done from any page, by keys alone; “?” lists the keys", async () => {
  await tab.setViewportSize({ width: 1280, height: 800 });
  await open("/people");
  const window = tab.getByRole("dialog", { name: "Search" });
  await summon(window);
  await window.getByRole("link", { name: "Go to Now" }).waitFor();
  await tab.keyboard.type("chec");
  await window.getByRole("link", { name: "Component Checkout" }).waitFor();
  expect(await window.getByRole("link").count()).toBe(1);
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { level: 1, name: "Checkout" }).waitFor();
  expect(await window.count()).toBe(0);
  await tab.keyboard.press("Control+k");
  await window.waitFor();
  // Whoever types on after Enter has not chosen yet.
  await tab.keyboard.type("chec");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("z");
  await tab.keyboard.press("Backspace");
  await window.getByRole("link", { name: "Component Checkout" }).waitFor();
  await expect.poll(() => window.getByRole("status").textContent()).not.toBe("");
  expect(await window.count()).toBe(1);
  await tab.keyboard.press("Control+a");
  // Enter follows the last letter at once: what is found then is opened.
  await tab.keyboard.type("schedule main");
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/maintenances\/new/);
  await tab.getByRole("heading", { level: 1 }).focus();
  await tab.keyboard.press("?");
  const shortcuts = tab.getByRole("dialog", { name: "Keyboard shortcuts" });
  await shortcuts.waitFor();
  expect(new URL(tab.url()).pathname, "over the page").toMatch(/maintenances\/new$/);
  await tab.keyboard.press("Escape");
  await expect.poll(() => shortcuts.count()).toBe(0);
  await open("/help");
  await press("Switch single keys off on this device");
  await open("/people");
  await tab.keyboard.press("?");
  await summon(window);
  await tab.keyboard.type("chec");
  await tab.keyboard.press("Escape");
  await expect.poll(() => window.count()).toBe(0);
  expect(new URL(tab.url()).pathname).toBe(`/manage/${slug}/people`);
  await tab.goto(`${url}/manage/account`);
  await press("Switch single keys on again");
});
