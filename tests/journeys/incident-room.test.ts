import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { chooseStatus, openSheet } from "../support/composer";
import { type Hook, startHook } from "../support/hook";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";

/** The incident room on a phone where script runs, and beside it a colleague's desk without. */
let own: OwnPage;
let browser: TestBrowser;
let hook: Hook;
let colleague: Page;
let phone: BrowserContext;
let tab: Page;

const height = 812;
const manage = (rest = "") => own.manage(rest);
const press = (on: Page, name: string | RegExp) => on.getByRole("button", { name }).first().click();
const ready = () => tab.waitForFunction(() => "__remixRouter" in window);

/** What a person sees without scrolling. */
async function inSight(name: string | RegExp): Promise<boolean> {
  const box = await tab.getByRole("button", { name }).first().boundingBox();
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

beforeAll(async () => {
  [own, browser, hook] = await Promise.all([
    ownPage({ components: ["Website", "Checkout", "Search"] }),
    openBrowser(),
    startHook(),
  ]);
  colleague = await own.signIn(await browser.visitor());
  phone = await browser.visitor({ script: true, width: 375, height });
  await phone.addCookies(await colleague.context().cookies());
  tab = await phone.newPage();
});

afterAll(async () => {
  await browser?.close();
  await hook?.close();
});

async function addChannel(name: string, path: string): Promise<void> {
  await colleague.goto(manage("/channels/new?kind=webhook"));
  await colleague.getByLabel("Name", { exact: true }).fill(name);
  await colleague.getByLabel("URL", { exact: true }).fill(`${hook.url}/${path}`);
  await press(colleague, "Create channel");
}

const draft = async (title: string) => {
  await colleague.goto(manage("/incidents/new"));
  await colleague.getByLabel("Title").fill(title);
  await colleague.getByLabel("Update", { exact: true }).fill("We look into it.");
  await pickComponent(colleague, "Checkout", "major_outage");
  await press(colleague, "Save as draft");
};

test("from Now a draft’s words are read with whom they reach, and published by a second press without scrolling", async () => {
  await draft("Checkout fails");
  await tab.goto(manage());
  await ready();
  await tab.getByRole("link", { name: "Review and publish Checkout fails" }).click();
  await tab.getByRole("button", { name: "Publish Checkout fails" }).waitFor();
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("We look into it.");
  expect(await tab.getByText("No subscribers will be notified.").first().isVisible()).toBe(true);
  expect([await tab.evaluate(() => scrollY), await inSight(/^Publish/)]).toEqual([0, true]);
  await press(tab, /^Publish/);
  await tab.getByText("Published. Visitors see it now.").waitFor();
  expect(await (await fetch(own.url)).text()).toContain("We look into it.");
});

test("a draft is changed and saved in the same form, and nobody sees it", async () => {
  await draft("Search is slow");
  await colleague.getByLabel("Title").fill("Search answers late");
  await chooseStatus(colleague, "Identified");
  await press(colleague, "Save the draft");
  expect(await colleague.getByLabel("Title").inputValue()).toBe("Search answers late");
  expect(await colleague.getByRole("radio", { name: "Identified" }).isChecked()).toBe(true);
  expect(await (await fetch(own.url)).text()).not.toContain("Search answers late");
});

test("with script every action of a draft is answered in its room, also after a reload", async () => {
  await draft("Sign-in is slow");
  const page = await phone.newPage();
  await page.goto(colleague.url());
  await page.waitForFunction(() => "__remixRouter" in window);
  const answers = async (words: string) => {
    await page.getByText(words).first().waitFor();
    expect(await page.getByText("Something broke").count()).toBe(0);
  };
  await answers("Draft saved.");
  await press(page, "Take the lead");
  await answers("You lead this incident.");
  await page.reload();
  await page.waitForFunction(() => "__remixRouter" in window);
  await answers("You lead this incident.");
  await page.getByText("Hand over the lead").first().click();
  await press(page, "Nobody");
  await answers("The lead has changed.");
  await expect.poll(() => page.getByRole("button", { name: "Nobody" }).isVisible()).toBe(false);
  await page.getByLabel("Title").fill("Sign-in takes a minute");
  await press(page, "Save the draft");
  await answers("Draft saved.");
  expect(await page.getByLabel("Title").inputValue()).toBe("Sign-in takes a minute");
  await page.getByRole("radio", { name: "Private note" }).check();
  await page.getByLabel("Private note – only your team sees this").first().fill("Nothing is certain yet.");
  await press(page, "Save the note");
  await answers("Note saved. Only your team sees it.");
  await press(page, "Dismiss the draft");
  await answers("Draft dismissed.");
  await page.close();
});

test("on a phone the text has the focus when the sheet opens, and Escape gives it back to the button", async () => {
  const focused = () => tab.evaluate(() => document.activeElement?.className ?? "");
  await openSheet(tab);
  await expect.poll(() => tab.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  expect(await inSight("Post the update")).toBe(true);
  await tab.keyboard.press("Escape");
  await expect.poll(focused).toBe("sheet-opener");
  expect(await tab.locator(".room-work").isVisible()).toBe(false);
});

test("whom it reaches follows what is picked and the choice to notify", async () => {
  await openSheet(tab);
  const asked = tab.waitForResponse((answer) => answer.url().includes("/reach?"));
  await pickComponent(tab, "Website", "partial_outage");
  expect(new URL((await asked).url()).searchParams.get("components")?.split(",").length).toBe(2);
  await tab.getByRole("checkbox", { name: "Website", exact: true }).uncheck();
  await tab.getByRole("checkbox", { name: "Notify subscribers" }).uncheck();
  expect(await tab.locator(".reach-silent").first().isVisible()).toBe(true);
  await tab.getByRole("checkbox", { name: "Notify subscribers" }).check();
  expect(await tab.locator(".reach-silent").first().isVisible()).toBe(false);
  await tab.keyboard.press("Escape");
});

test("a private note is written beside the update and stands in the timeline; visitors have nothing of it", async () => {
  await openSheet(tab);
  await tab.getByLabel("Update", { exact: true }).fill("Half a sentence");
  await tab.getByRole("radio", { name: "Private note" }).check();
  expect(await tab.getByLabel("Update", { exact: true }).isVisible()).toBe(false);
  await tab.getByLabel("Private note – only your team sees this").first().fill("Ann has the pager.");
  await press(tab, "Save the note");
  await tab.getByText("Note saved. Only your team sees it.").waitFor();
  await tab.getByText("Ann has the pager.").first().waitFor();
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("Half a sentence");
  expect(await (await fetch(own.url)).text()).not.toContain("Ann has the pager.");
  await expect.poll(() => tab.locator(".room-work").isVisible()).toBe(false);
  await openSheet(tab);
  await tab.getByRole("radio", { name: "Update for visitors" }).check();
  await tab.keyboard.press("Escape");
});

test("who publishes leads; the lead is taken by one press, a second press changes nothing, and it is handed over with a note", async () => {
  const here = tab.url().split("?")[0] ?? "";
  const letGo = async (note: string) => {
    await colleague.getByText("Hand over the lead").first().click();
    await colleague.getByLabel("What the next lead must know").fill(note);
    await press(colleague, "Nobody");
    await colleague.getByText("The lead has changed.").waitFor();
  };
  await colleague.goto(here);
  await colleague.getByText("Lead: Ada").first().waitFor();
  await letGo("");
  await colleague.getByText("Lead: nobody").waitFor();
  const late = await colleague.context().newPage();
  await late.goto(here);
  await press(colleague, "Take the lead");
  await colleague.getByText("You lead this incident.").waitFor();
  await colleague.getByText("Lead: Ada").first().waitFor();
  await press(late, "Take the lead");
  await late.getByText("You lead this incident.").waitFor();
  await letGo("Eve restarts node seven.");
  await colleague.getByText("Eve restarts node seven.").first().waitFor();
  await late.close();
  await colleague.goto(manage("/incidents?lead=nobody"));
  await colleague.getByRole("link", { name: "Checkout fails" }).first().waitFor();
  expect(await (await fetch(own.url)).text()).not.toContain("Eve restarts node seven.");
  await colleague.goto(manage("/activity"));
  await colleague.locator("main li", { hasText: "Ada took the lead of Checkout fails" }).waitFor();
  await colleague.getByRole("link", { name: "Status", exact: true }).click();
  await colleague.waitForURL(/kind=status/);
  expect(await colleague.locator("main li", { hasText: "took the lead" }).count()).toBe(0);
});

test("a few components are all shown at once; where the list is closed, the picked ones stay as chips", async () => {
  const shown = (name: string) => tab.getByRole("checkbox", { name, exact: true }).isVisible();
  await openSheet(tab);
  expect([await shown("Checkout"), await shown("Search"), await shown("Website")]).toEqual([true, true, true]);
  await pickComponent(tab, "Search", "degraded_performance");
  await tab.locator(".picker-add:visible").first().click();
  expect([await shown("Checkout"), await shown("Search"), await shown("Website")]).toEqual([true, true, false]);
  await tab.getByRole("checkbox", { name: "Search", exact: true }).uncheck();
  await tab.getByLabel("Update", { exact: true }).focus();
  expect(await shown("Search")).toBe(false);
});

test("a colleague’s update and what became of it appear by themselves under the hands; mine is kept, and goes after theirs", async () => {
  const here = tab.url().split("?")[0] ?? "";
  hook.answer(({ path }) => ({ status: path.includes("gone") ? 410 : 204 }));
  await addChannel("Ops", "ops");
  await addChannel("Old chat", "gone");
  await openSheet(tab);
  await tab.getByLabel("Update", { exact: true }).fill("Mine.");
  await colleague.goto(here);
  await colleague.getByLabel("Update", { exact: true }).fill("Theirs.");
  await press(colleague, "Post the update");
  const theirs = tab.locator("main li", { hasText: "Theirs." }).first();
  await theirs.waitFor({ timeout: 15_000 });
  await theirs.getByText("1 of 2 team channels").waitFor({ timeout: 15_000 });
  const failed = theirs.getByRole("link", { name: /^Old chat: not delivered/ });
  expect(await failed.getAttribute("href")).toContain(`/manage/${own.slug}/channels/`);
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("Mine.");
  await press(tab, "Post the update");
  await press(tab, "Post mine after theirs");
  await tab.getByText("Update posted.").waitFor();
  const page = await (await fetch(here.replace("/manage", ""))).text();
  expect([page.includes("Theirs."), page.includes("Mine.")]).toEqual([true, true]);
});

test("a session that ended is said below the button, with the way to sign in; the text is kept", async () => {
  await openSheet(tab);
  await tab.getByLabel("Update", { exact: true }).fill("Written before.");
  const cookies = await phone.cookies();
  await phone.clearCookies();
  await press(tab, "Post the update");
  const said = tab.getByRole("alert").filter({ hasText: "Your session has ended. Your text is kept" });
  await said.waitFor();
  const way = await said.getByRole("link").getAttribute("href");
  expect(way).toBe(`/manage/sign-in?next=${encodeURIComponent(new URL(tab.url()).pathname)}`);
  const box = await said.boundingBox();
  expect(box !== null && box.y >= 0 && box.y < height).toBe(true);
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("Written before.");
  await phone.addCookies(cookies);
});

test("without a connection a page that is not here yet does not take the place of the one at hand", async () => {
  await phone.setOffline(true);
  await tab.getByRole("link", { name: "View status page" }).click();
  await tab.getByText("This page stays open").waitFor();
  expect(await tab.getByLabel("Update", { exact: true }).inputValue()).toBe("Written before.");
  await phone.setOffline(false);
});

test("resolving is one press that says so: the components return, and nothing of them is asked", async () => {
  await tab.reload();
  await ready();
  await openSheet(tab);
  await chooseStatus(tab, "Resolved");
  expect(await tab.getByText("All of its components return to operational.").isVisible()).toBe(true);
  expect(await inSight("Resolve the incident")).toBe(true);
  await press(tab, "Resolve the incident");
  await tab.getByText("Resolved.", { exact: true }).waitFor();
  const resolved = performance.now();
  const indicator = async () => {
    const summary = await fetch(`${own.url}/api/v2/summary.json`);
    return ((await summary.json()) as { status: { indicator: string } }).status.indicator;
  };
  // An answer that was begun a second after the publish is never older; one before it may be.
  while (performance.now() - resolved < 1000 && (await indicator()) !== "none") await tab.waitForTimeout(100);
  expect(await indicator()).toBe("none");
});

test("a resolved one has a further word and the way back on the same screen, and its postmortem begins with the timeline", async () => {
  await colleague.goto(tab.url().split("?")[0] ?? "");
  expect(await colleague.getByRole("radio", { name: "Resolved", exact: true }).isChecked()).toBe(true);
  await colleague.getByLabel("Update", { exact: true }).fill("All is well since.");
  await press(colleague, "Post the update");
  await colleague.getByText("Update posted.").waitFor();
  expect(await colleague.getByRole("radio", { name: "Reopen: Investigating" }).isVisible()).toBe(true);
  await press(colleague, "Start from the timeline");
  const draft = await colleague.getByLabel("What happened, why, and what will change").inputValue();
  expect(draft).toContain("## Timeline");
  expect(draft).toContain("All is well since.");
  expect(draft).not.toContain("Ann has the pager.");
});
