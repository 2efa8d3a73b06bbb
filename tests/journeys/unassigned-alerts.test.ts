import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import type { TestBrowser } from "../support/browser";
import { lookAs } from "../support/looks";
import {
  addThreeChannels,
  alertSource,
  type OutageWorld,
  outagePage,
  type PhoneStory,
  startPhoneStory,
  teamAddress,
} from "../support/outage-world";

/** What alerts leave to people: on a phone without script, at night, on the built worker. */
let story: PhoneStory;
let world: OutageWorld;
let browser: TestBrowser;
/** Of the owner. */
let phone: Page;

const polled = { timeout: 10_000, interval: 250 };

beforeAll(async () => {
  story = await startPhoneStory();
  ({ world, browser, owner: phone } = story);
});
afterAll(() => story?.close());

const press = (name: string | RegExp) => phone.getByRole("button", { name }).first().click();
const text = () => phone.locator("main").innerText();

/** What stands there, which fits the phone. */
async function open(address: string): Promise<string> {
  await phone.goto(address);
  expect(await overflow(phone), address).toBe(0);
  return text();
}

test("a critical alert that no rule maps makes Now red, names the way, and is told", async () => {
  const shop = await outagePage(world, "nobody", ["API"]);
  await addThreeChannels(shop, world.hook, "API");
  const send = await alertSource(shop, { components: {}, mode: "none" });
  const title = "Disk of the ledger is full";
  await send(title, "critical", Date.now());
  await world.minutes(2);
  expect(await open(shop.manage())).toContain("Alerts that affect no component: 1");
  const create = phone.getByRole("link", { name: "Create a rule" }).first();
  const way = await create.getAttribute("href");
  expect(way).toContain("/rules/new?alert=");
  for (const channel of ["all", "narrow"]) {
    expect(shop.told(channel), channel).toMatchObject([{ type: "unassigned", data: { severity: "critical" } }]);
    expect(shop.told(channel)[0]?.data?.title, channel).toContain(title);
  }
  expect(shop.told("chat")[0]?.attachments?.[0]?.title).toContain(title);
  const mailed = () => shop.mailsTo(teamAddress).filter(({ subject }) => subject?.includes(title));
  await expect.poll(() => mailed().length, polled).toBe(1);
  expect(mailed()[0]?.text).toContain(way);
  expect(await open(shop.manage("/sources"))).toContain(title);
  await phone.getByRole("link", { name: title }).first().click();
  expect(await text()).toMatch(/Affects no component\s+No rule matches\.\s+Create a rule\s+Your team is notified\./);
  const [alert] = await shop.get<{ unassigned: string }[]>("/alerts");
  expect(alert).toMatchObject({ unassigned: "no_rule", told: { state: "told" } });
  expect(await open(`${world.server.url}${way}`)).toContain("Component statuses to set");
});

test("planned work is under maintenance until somebody says otherwise", async () => {
  const shop = await outagePage(world, "plan", ["API"]);
  await open(shop.manage("/maintenances/new"));
  const status = phone.locator('select[name^="componentsAs."]');
  expect(await status.inputValue()).toBe("under_maintenance");
});

test("the incident of a deleted monitor is named, says nothing good of its component, and its team is told", async () => {
  const shop = await outagePage(world, "gone", ["API"]);
  await addThreeChannels(shop, world.hook, "API");
  const monitor = await shop.watch("API answers", "/gone", { API: "major_outage" }, { mode: "publish", hold: 0 });
  await world.minutes(1);
  world.failing.add("/gone");
  await world.minutes(2);
  await open(shop.manage(`/monitors/${monitor.id}`));
  await phone.getByText("Delete this monitor").click();
  expect(await text()).toContain("API answers is down");
  await shop.remove(`monitors/${monitor.id}`);
  await world.minutes(2);
  const left = "No alert or monitor remains that would resolve it automatically.";
  expect(await open(shop.manage())).toContain(left);
  for (const channel of ["all", "narrow"]) {
    const last = shop.told(channel).at(-1);
    expect(last, channel).toMatchObject({ type: "unassigned", data: { severity: "critical", impactNow: null } });
    expect(last?.data?.title, channel).toContain("API answers is down");
  }
  await phone.getByRole("link", { name: "API is down" }).first().click();
  const room = await open(phone.url());
  expect(room).toContain(left);
  expect(room).not.toContain("Major outage → Operational");
  expect(await shop.reads()).toContain("Major outage: API API is down");
});

test("deleting a rule asks, and says what becomes of what fires", async () => {
  const shop = await outagePage(world, "rules", ["API"]);
  const send = await alertSource(shop, { components: {}, mode: "none" });
  const [catchAll] = await shop.get<{ source_id: string }[]>("/rules");
  const sourceId = catchAll?.source_id;
  const moving = { components: shop.statuses({ API: "major_outage" }), mode: "draft", hold: 0 };
  await shop.make("rules", { rule: { source_id: sourceId, match: { severities: ["critical"] }, ...moving } });
  await send("API is down", "critical", Date.now());
  await world.minutes(1);
  await open(shop.manage(`/sources/${sourceId}`));
  expect(await text()).toMatch(/API\s+Major outage/);
  await phone.getByRole("link", { name: "Edit the rule for severity critical" }).click();
  await press("Delete the rule");
  await phone.getByRole("heading", { name: "Delete this rule?" }).waitFor();
  expect(await text()).toContain("No longer affecting any component: API is down");
  expect(await shop.get<unknown[]>("/rules")).toHaveLength(2);
  await press("Delete the rule");
  await phone.waitForLoadState();
  expect(await shop.get<unknown[]>("/rules")).toHaveLength(1);
  await world.minutes(1);
  expect(await open(shop.manage())).toContain("Alerts that affect no component: 1");
});

const sizes = [{ width: 375 }, { width: 375, dark: true }, { width: 1440 }] as const;

/** What is wrong with the pages in every size, with script; so high that the button that stays in sight hides nothing. */
async function wrongWith(tab: Page, addresses: string[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const address of addresses) {
    await tab.goto(address);
    for (const look of sizes) {
      await lookAs(tab, { ...look, height: 3000 });
      const wide = (await overflow(tab)) > 0 ? ["too wide"] : [];
      wrong.push(...[...(await violations(tab)), ...wide].map((each) => `${address} ${look.width}: ${each}`));
    }
  }
  return wrong;
}

test("with script, and right to left, each of these pages is well in every size", async () => {
  const context = await browser.visitor({ script: true });
  await context.addCookies(await phone.context().cookies());
  const tab = await context.newPage();
  const manage = (path: string) => `${world.server.url}/manage${path}`;
  const api = <T>(path: string) => world.api<T>(`/pages${path}`);
  const [alert] = await api<{ id: string }[]>("/nobody/alerts");
  const [left] = await api<{ id: string }[]>("/gone/incidents");
  const addresses = ["/nobody", `/nobody/alerts/${alert?.id}`, "/gone", `/gone/incidents/${left?.id}`].map(manage);
  const wrong = await wrongWith(tab, addresses);
  const database = world.server.database as unknown as D1Database;
  await database.prepare("UPDATE person SET language = 'ar'").run();
  wrong.push(...(await wrongWith(tab, addresses)));
  expect(await tab.locator("html").getAttribute("dir")).toBe("rtl");
  expect(wrong).toEqual([]);
});
