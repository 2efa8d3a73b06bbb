import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus, openSheet } from "../support/composer";
import { problemsByLook } from "../support/looks";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";
import { alertmanagerGroup, deliver, makeSource } from "../support/signed-in";

/** axe-core and the window's width in the incident room: of a draft, of an open one and of a resolved one, closed and unfolded. */
let own: OwnPage;
let browser: TestBrowser;
let tab: Page;
const rooms: Record<string, string> = {};

const manage = (rest = "") => own.manage(rest);
const press = (name: string | RegExp) => tab.getByRole("button", { name }).first().click();

async function write(title: string, button: "Publish" | "Save as draft"): Promise<string> {
  await tab.goto(manage("/incidents/new"));
  await tab.getByLabel("Title").fill(title);
  await tab
    .getByLabel("Update", { exact: true })
    .fill("We **look** into it, and say [more](https://example.com) soon.\n\n- one\n- two");
  await pickComponent(tab, "Checkout", "major_outage");
  await press(button);
  return tab.url().split("?")[0] ?? "";
}

async function post(text: string, status: string, button: string): Promise<void> {
  await tab.getByLabel("Update", { exact: true }).fill(text);
  await chooseStatus(tab, status);
  await press(button);
}

async function note(text: string): Promise<void> {
  await tab.getByRole("radio", { name: "Private note" }).check();
  await tab.getByLabel("Private note – only your team sees this").first().fill(text);
  await press("Save the note");
}

/** An alert of which there are two firings, attached to the incident. */
async function attachAlert(incident: string): Promise<void> {
  const ingest = await makeSource(tab, own.server, own.slug);
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  for (const [state, minutes] of [
    ["firing", 9],
    ["resolved", 9],
    ["firing", 3],
  ] as const)
    expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", state, at(minutes)))).toBe(202);
  await tab.goto(manage());
  await tab.locator("main a[href*='/alerts/']").first().click();
  const choice = tab.locator("select[name=incident]");
  await choice.selectOption({ label: incident });
  await choice.locator("xpath=ancestor::form").getByRole("button").first().click();
}

beforeAll(async () => {
  const names = ["Website", "Checkout", "Search", "Sign-in", "Mail", "Images", "Billing", "Exports", "Webhooks"];
  [own, browser] = await Promise.all([ownPage({ components: names }), openBrowser()]);
  tab = await own.signIn(await browser.visitor());
  rooms.draft = await write("Images load slowly", "Save as draft");
  rooms.resolved = await write("Search is down", "Publish");
  await note("Ann has the pager.");
  await post("All is well again.", "Resolved", "Resolve the incident");
  await press("Start from the timeline");
  rooms.postmortem = tab.url().split("?")[0] ?? "";
  rooms.open = await write("Checkout answers with errors", "Publish");
  await note("The database is full.");
  await post("We found it.", "Identified", "Post the update");
  await attachAlert("Checkout answers with errors");
});

afterAll(async () => {
  await browser?.close();
});

/** What sticks to the window's end would lie over whatever stands there by chance, and axe-core takes that for small. */
async function unfold(page: Page): Promise<void> {
  await page.locator(".sheet-openers, .composer-bar").evaluateAll((all) => {
    for (const each of all) (each as HTMLElement).style.position = "static";
  });
  await page.locator("main details").evaluateAll((all) => {
    for (const each of all) (each as HTMLDetailsElement).open = true;
  });
}

/** As it opens; with all of it unfolded; the composer, on a phone in its sheet; and the private note in the update's place. */
async function inspect(page: Page): Promise<string[]> {
  const look = async (when: string, within?: string) => {
    const wide = await overflow(page);
    const found = [...(await violations(page, within)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
    return found.map((each) => `${when}: ${each}`);
  };
  const closed = await look("closed");
  await unfold(page);
  const unfolded = [...closed, ...(await look("unfolded"))];
  const own = page.locator("[name=readBy][value=team]");
  if ((await own.count()) === 0) return unfolded;
  await openSheet(page);
  const composed = await look("composer", "#room-work");
  await own.check();
  const noted = await look("note", "#room-work");
  await page.locator("[name=readBy][value=visitors]").check();
  await page
    .locator("#room-work")
    .evaluate((sheet: HTMLElement) => sheet.matches(":popover-open") && sheet.hidePopover());
  return [...unfolded, ...composed, ...noted];
}

/** Refused: what is said of its hidden part stands in it, unfolded. */
async function refused(page: Page): Promise<string[]> {
  const box = page.locator("form.composer [name=shownAt]");
  if (!(await box.count())) return [];
  await openSheet(page);
  await box.evaluate((field: HTMLInputElement) => {
    field.type = "text";
    field.value = "soon";
  });
  await page.locator(".for-visitors .composer-bar button:visible").first().click();
  await page.locator("form.composer [role=alert]").waitFor();
  return inspect(page);
}

const looks = {
  light: { width: 1280, check: inspect },
  dark: { width: 1280, dark: true, check: inspect },
  narrow: { width: 320, check: inspect },
  narrowDark: { width: 320, dark: true, check: inspect },
  forced: { width: 375, forcedColors: true, check: inspect },
  refused: { width: 375, check: refused },
};
const clean = Object.fromEntries(Object.keys(looks).map((look) => [look, []]));

test.each(["en", "ar"])(
  "axe-core holds nothing against it, in any state and look, and nothing is too wide: %s",
  async (language) => {
    const context = await browser.visitor({ script: true });
    await context.addCookies(await tab.context().cookies());
    await context.setExtraHTTPHeaders({ "accept-language": language });
    expect(Object.keys(rooms).sort()).toEqual(["draft", "open", "postmortem", "resolved"]);
    expect(await problemsByLook(context, rooms, looks)).toEqual(clean);
  },
);
