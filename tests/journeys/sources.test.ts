import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { pickComponent } from "../support/picker";
import { deliver } from "../support/signed-in";

let own: OwnPage;
let browser: TestBrowser;
let tab: Page;
let address = "";

const manage = (rest = "") => own.manage(rest);

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website"] }), openBrowser()]);
  tab = await own.signIn(await browser.visitor());
});

afterAll(async () => {
  await browser?.close();
});

let presses = 0;
const press = async (name: string | RegExp, role: "link" | "button" = "link") => {
  presses += 1;
  await tab.getByRole(role, { name }).first().click();
};

const payload = (state: string) => ({
  meta: { tenant: "berlin", sent: "2026-11-20T09:28:00Z" },
  data: [
    { ref: "disk-web-1", level: "P1", condition: state, headline: "Disk is full", host: "web-1" },
    { ref: "cpu-web-2", level: "P3", condition: state, headline: "CPU is high", host: "web-2" },
  ],
});

test("a body that nobody has seen becomes alerts in at most eight presses, without script", async () => {
  await tab.goto(manage("/sources/new?kind=json"));
  await tab.getByLabel("Name", { exact: true }).fill("Own tool");
  await tab.getByRole("button", { name: "Create source" }).click();
  expect(await tab.getByRole("main").textContent()).toContain("Waiting for the first delivery");
  address = (await tab.getByRole("region", { name: "Source URL" }).textContent())?.trim() ?? "";
  expect(await deliver(address, payload("ROTTEN"))).toBe(202);
  presses = 0;
  await press("Check again");
  expect(await tab.getByRole("main").textContent()).toContain("First delivery:");
  expect(await tab.getByRole("main").textContent()).toContain("Received, but not an alert yet");
  await press("Check the fields");
  expect(await tab.getByLabel("List of alerts").inputValue()).toBe("data");
  expect(await tab.getByLabel(/^Severity/).inputValue()).toBe("level");
  await tab.getByLabel("Key").fill("ref");
  await tab.getByLabel("Title").fill("headline");
  await tab.getByLabel(/^State/).fill("condition");
  await tab.getByLabel("Meaning of its states").fill("ROTTEN → firing\nFINE → resolved");
  await press("Test on past deliveries", "button");
  // Without script the document takes whoever pressed the button to its answer.
  expect(await tab.locator(":focus").textContent()).toBe("2 alerts from past deliveries.");
  const tried = (await tab.getByRole("main").textContent()) ?? "";
  expect(tried).toContain("Disk is full");
  expect(tried).toContain("critical");
  expect(await tab.getByLabel("Key").inputValue()).toBe("ref");
  await press("Save the mapping", "button");
  expect(await tab.getByRole("main").textContent()).toContain("Earlier deliveries were processed with it");
  expect(presses).toBeLessThanOrEqual(8);
  await tab.goto(manage());
  expect(await tab.getByRole("main").textContent()).toContain("Disk is full");
  expect(await deliver(address, payload("FINE"))).toBe(202);
});

test("a whole file is downloaded as it is shown, without script", async () => {
  await tab.goto(manage("/sources/new?kind=alertmanager"));
  await tab.getByLabel("Name", { exact: true }).fill("Prometheus");
  await tab.getByRole("button", { name: "Create source" }).click();
  await tab.getByText("Full file: alertmanager.yml").click();
  const shown = await tab.getByRole("region", { name: "alertmanager.yml" }).textContent();
  const [file] = await Promise.all([
    tab.waitForEvent("download"),
    tab.getByRole("link", { name: "Download alertmanager.yml" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("alertmanager.yml");
  expect(await readFile(await file.path(), "utf8")).toBe(shown);
  expect(shown).toContain("/ingest/");
  expect(await tab.getByRole("button", { name: /^Copy/ }).count()).toBe(0);
  await tab.getByText("New URL", { exact: true }).click();
  await tab.getByLabel("Yes, create a new URL").check();
  await tab.getByRole("button", { name: "Create a new URL" }).click();
  expect(new URL(tab.url()).pathname).toMatch(/\/setup$/);
  const turned = (await tab.getByRole("main").textContent()) ?? "";
  expect(turned).toContain("Both URLs work until");
  expect(turned).not.toContain(/\/ingest\/[\w-]+/.exec(shown ?? "")?.[0] ?? "/ingest/");
});

test.each([
  ["mail", "@"],
  ["pagerduty-events", "Routing key"],
  ["opsgenie-alerts", "GenieKey"],
])("%s is shown what it pastes, and no address that it has no use for", async (kind, pasted) => {
  await tab.goto(manage(`/sources/new?kind=${kind}`));
  await tab.getByLabel("Name", { exact: true }).fill(kind);
  await tab.getByRole("button", { name: "Create source" }).click();
  const guide = await tab.getByRole("main").textContent();
  await tab.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  const source = await tab.getByRole("main").textContent();
  expect([guide, source].filter((each) => each?.includes("/ingest/"))).toEqual([]);
  expect(guide).toContain(pasted);
});

test("the catch-all is the last row of the rules, and a rule is deleted on its own page, without script", async () => {
  await tab.goto(manage("/sources/new?kind=alertmanager"));
  await tab.getByLabel("Name", { exact: true }).fill("One list");
  await tab.getByRole("button", { name: "Create source" }).click();
  await tab.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  const room = () => tab.getByRole("main").innerText();
  expect(await tab.getByRole("button", { name: "Save the catch-all" }).count()).toBe(0);
  await press("Edit the rule for All other alerts (catch-all)");
  await tab.getByLabel("Wait before opening (seconds)").fill("7");
  await press("Save the catch-all", "button");
  expect(await room()).toContain("Rule saved.");
  await press("New rule");
  await tab.locator('[name="match.title"]').fill("*down*");
  await pickComponent(tab, "Website", "major_outage");
  await press("Save the rule", "button");
  expect(await room()).toMatch(/title \*down\*.*Website\s+Major outage.*All other alerts \(catch-all\)/s);
  expect(await tab.getByRole("button", { name: /^Delete the rule/ }).count()).toBe(0);
  await press("Edit the rule for title *down*");
  await press("Delete the rule", "button");
  await tab.getByRole("heading", { name: "Delete this rule?" }).waitFor();
  await press("Cancel");
  expect(await room()).toContain("Website");
  await press("Edit the rule for title *down*");
  await press("Delete the rule", "button");
  await press("Delete the rule", "button");
  expect(await room()).toContain("Rule deleted.");
  expect(await room()).not.toContain("*down*");
});

test("a path that is none comes back beside its field, with what was typed", async () => {
  await tab.goto(manage("/sources"));
  await tab.getByRole("link", { name: "Own tool", exact: true }).click();
  await tab.getByRole("link", { name: "Change the mapping" }).click();
  await tab.getByLabel("Key").fill("a..b[");
  await tab.getByRole("button", { name: "Save the mapping" }).click();
  expect(await tab.getByLabel("Key").inputValue()).toBe("a..b[");
  expect(await tab.getByRole("alert").last().textContent()).toContain("no path");
});

test("deliveries are searched, opened and replayed without script", async () => {
  await tab.goto(manage("/sources"));
  await tab.getByRole("link", { name: "Own tool", exact: true }).click();
  await tab.getByRole("link", { name: "Search and replay" }).click();
  await tab.getByLabel("Text in the body or key").fill("fine");
  await tab.getByRole("button", { name: "Filter", exact: true }).click();
  expect(await tab.locator("main tbody tr").count()).toBe(1);
  await tab.getByRole("checkbox").check();
  await tab.getByRole("button", { name: "Replay selected" }).click();
  const done = (await tab.getByRole("main").textContent()) ?? "";
  expect(done).toContain("1 delivery replayed");
  expect(done).toContain("No alert changed");
});

test("a new address overlaps the old one, which is ended early", async () => {
  await tab.goto(manage("/sources"));
  await tab.getByRole("link", { name: "Own tool", exact: true }).click();
  await tab.getByText("New URL", { exact: true }).click();
  await tab.getByLabel("Yes, create a new URL").check();
  await tab.getByRole("button", { name: "Create a new URL" }).click();
  expect(await tab.getByRole("main").textContent()).toContain("Both URLs work until");
  expect(await deliver(address, payload("FINE"))).toBe(202);
  await tab.getByRole("button", { name: "Revoke the old URL now" }).click();
  expect(await deliver(address, payload("FINE"))).toBe(404);
});

test("with script the set-up page sees the first delivery by itself, and a pressed value goes into the field at hand", async () => {
  const scripted = await browser.visitor({ script: true });
  await scripted.addCookies(await tab.context().cookies());
  const live = await scripted.newPage();
  await live.goto(manage("/sources/new?kind=json"));
  await live.getByLabel("Name", { exact: true }).fill("Live tool");
  await live.getByRole("button", { name: "Create source" }).click();
  const region = live.getByRole("region", { name: "Source URL" });
  await region.waitFor();
  await scripted.grantPermissions(["clipboard-read", "clipboard-write"]);
  await live.getByRole("button", { name: "Copy: Source URL" }).click();
  await live.getByRole("status").getByText("Copied").waitFor();
  const copied = await live.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe((await region.textContent())?.trim());
  await live.getByText("Waiting for the first delivery").waitFor();
  await deliver((await region.textContent())?.trim() ?? "", { thing: { uid: "a1", word: "down" } });
  await live.getByText(/First delivery:/).waitFor({ timeout: 15_000 });
  await live.getByRole("link", { name: "Check the fields" }).click();
  await live.getByLabel("Title").focus();
  await live.getByRole("button", { name: "thing.word" }).click();
  expect(await live.getByLabel("Title").inputValue()).toBe("thing.word");
  await scripted.close();
});

test.each([true, false])(
  "the question of a source's quiet is unfolded where its button leads; with script: %s",
  async (script) => {
    const desk = await own.signIn(await browser.visitor({ script }));
    const answer = desk.getByLabel("All is well while it is quiet");
    const name = `Quiet tool ${script}`;
    await desk.goto(manage("/sources/new?kind=alertmanager"));
    await desk.getByLabel("Name", { exact: true }).fill(name);
    await desk.getByRole("button", { name: "Create source" }).click();
    await desk.waitForURL(/\/setup\b/);
    const button = desk.getByRole("link", { name: `Answer the question: ${name}` });
    await desk.goto(manage("/sources"));
    await button.click();
    await answer.waitFor({ state: "visible" });
    const { origin, pathname } = new URL(desk.url());
    await desk.goto(`${origin}${pathname}`);
    expect(await answer.isVisible()).toBe(false);
    await button.click();
    await answer.waitFor({ state: "visible" });
  },
);
