import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestBrowser } from "../support/browser";
import {
  addSubscriber,
  addThreeChannels,
  alertSource,
  type OutageWorld,
  outagePage,
  type PhoneStory,
  startPhoneStory,
  teamAddress,
} from "../support/outage-world";
import { pickComponent } from "../support/picker";

/** From an alert to its words: nothing critical is ever silent. The built worker, Chromium without script on a phone. */
let story: PhoneStory;
let world: OutageWorld;
let browser: TestBrowser;
let owner: Page;

const polled = { timeout: 10_000, interval: 250 };

beforeAll(async () => {
  story = await startPhoneStory();
  ({ world, browser, owner } = story);
});
afterAll(() => story?.close());

/** How long each component was in a major outage, by the report of 90 days. */
async function secondsDown(address: string): Promise<Record<string, number>> {
  const [head = "", ...lines] = (await (await fetch(address)).text()).trim().split(/\r?\n/);
  const column = head.split(",").indexOf("major_outage_seconds");
  return Object.fromEntries(lines.map((line) => [line.split(",")[1], Number(line.split(",")[column])]));
}

test("beside a person’s small incident, what nobody has said yet is told to everybody and shown", async () => {
  const shop = await outagePage(world, "shop", ["Checkout", "Search"]);
  await addThreeChannels(shop, world.hook, "Checkout");
  await addSubscriber(shop, await (await browser.visitor()).newPage(), "ann@example.com");
  await owner.goto(shop.manage("/incidents/new"));
  await owner.getByLabel("Title").fill("Search is a little slow");
  await owner.getByLabel("Update", { exact: true }).fill("We look into it.");
  await pickComponent(owner, "Search", "degraded_performance");
  await owner.getByRole("button", { name: "Publish" }).click();
  await shop.watch("Search answers", "/search", { Search: "major_outage" }, { mode: "publish" });
  const both = { Search: "major_outage", Checkout: "major_outage" };
  await shop.watch("The shop works", "/shop", both, { mode: "publish" });
  await world.minutes(1);
  for (const path of ["/search", "/shop"]) world.failing.add(path);
  await world.minutes(6);
  const found = await shop.summary();
  expect(found.status.indicator).toBe("critical");
  const [first, second] = found.incidents;
  expect([first?.impact, second?.impact]).toEqual(["critical", "minor"]);
  expect(first?.components.map(({ name }) => name)).toContain("Checkout");
  expect(second).toMatchObject({ name: "Search is a little slow", components: [{ name: "Search" }] });
  for (const channel of ["all", "narrow"]) {
    const opened = shop.told(channel).filter(({ type }) => type === "incident_opened");
    expect(
      opened.map(({ data }) => data?.severity),
      channel,
    ).toEqual(["critical"]);
    expect(opened[0]?.data?.facts, channel).toContainEqual({ name: "Checkout", value: "Major outage" });
  }
  expect(shop.told("chat").at(-1)?.attachments?.[0]?.title).toContain("is down");
  await expect.poll(() => shop.mailsTo(teamAddress).length, polled).toBe(1);
  const [team] = shop.mailsTo(teamAddress);
  expect(team?.text).toContain("Critical");
  expect(team?.text).toContain("Checkout: Major outage");
  await expect.poll(() => shop.mailsTo("ann@example.com").length, polled).toBe(3);
  const mail = shop.mailsTo("ann@example.com").at(-1);
  expect(mail?.text).toContain("Critical impact");
  expect(mail?.text).toContain("Checkout: Major outage");
  await owner.goto(shop.manage());
  const now = await owner.locator("main").innerText();
  expect(now).toContain("Major outage: all components");
  expect(now).toMatch(/affects (Search and Checkout|Checkout and Search)/);
  const html = await shop.reads();
  expect(html.indexOf("Problem with")).toBeLessThan(html.indexOf("Search is a little slow"));
  expect(html.indexOf("Problem with")).toBeGreaterThan(0);
});

test("a critical alert that joins a forgotten draft is told by its name and its severity", async () => {
  const shop = await outagePage(world, "pay", ["API", "Checkout"]);
  await addThreeChannels(shop, world.hook, "API");
  const rule = { components: shop.statuses({ API: "major_outage" }), mode: "draft", hold: 60 };
  const send = await alertSource(shop, rule);
  const begun = Date.now();
  await send("Replica lags", "warning", begun);
  await world.minutes(2);
  await world.server.passed(22);
  expect(shop.told("all").map(({ type, data }) => [type, data?.title])).toEqual([
    ["draft_opened", "Draft: Replica lags"],
  ]);
  await send("All payments fail", "critical", Date.now());
  await world.minutes(3);
  const [, worse, ...more] = shop.told("all");
  expect(more).toEqual([]);
  expect(worse).toMatchObject({ type: "incident_worsened", data: { severity: "critical" } });
  expect(worse?.data?.facts).toContainEqual({ name: "API", value: "Major outage" });
  for (const channel of ["all", "narrow"])
    expect(shop.told(channel).at(-1)?.data?.title, channel).toContain("All payments fail");
  expect(shop.told("chat").at(-1)?.attachments?.[0]?.title).toContain("All payments fail");
  const mailed = () => shop.mailsTo(teamAddress).filter(({ subject }) => subject?.includes("All payments fail"));
  await expect.poll(() => mailed().length, polled).toBe(1);
  expect(mailed()[0]?.text).toMatch(/^.*\nCritical\n/);
  await owner.goto(shop.manage());
  const now = await owner.locator("main").innerText();
  for (const words of ["Major outage: API", "Problem with API", "All payments fail"]) expect(now).toContain(words);
  expect(await shop.reads()).not.toContain("Problem with API");
});

test("when the cause recovers, its component is well and what depends on it has an incident of its own", async () => {
  const shop = await outagePage(world, "deps", ["db", "web"]);
  await addThreeChannels(shop, world.hook, "web");
  await shop.change(`components/${shop.idOf("web")}`, { component: { depends_on: shop.idOf("db") } });
  await shop.watch("db", "/db", { db: "major_outage" }, { mode: "publish" });
  await shop.watch("web", "/web", { web: "major_outage" }, { mode: "publish" });
  await world.minutes(1);
  for (const path of ["/db", "/web"]) world.failing.add(path);
  await world.minutes(6);
  const before = await shop.summary();
  expect(before.incidents.map(({ name, components }) => [name, components.map((each) => each.name)])).toEqual([
    ["Problem with db and web", ["db", "web"]],
  ]);
  world.failing.delete("/db");
  await world.minutes(12);
  const found = await shop.summary();
  expect(found.incidents.map(({ name, components }) => [name, components.map((each) => each.name)])).toEqual([
    ["web is down", ["web"]],
  ]);
  const statuses = found.components.filter(({ name }) => name !== "Shop").map(({ name, status }) => [name, status]);
  expect(statuses).toEqual([
    ["db", "operational"],
    ["web", "major_outage"],
  ]);
  expect(await shop.reads()).toContain("Major outage: web web is down");
  expect(shop.told("all").map(({ type, data }) => [type, data?.title])).toEqual([
    ["incident_opened", "db is down"],
    ["incident_opened", "web is down"],
    ["incident_resolved", "Problem with db and web: Resolved"],
  ]);
  const down = await secondsDown(shop.at("/uptime.csv"));
  expect(down.db).toBeLessThan(8 * 60);
  expect(down.web).toBeGreaterThan(15 * 60);
});
