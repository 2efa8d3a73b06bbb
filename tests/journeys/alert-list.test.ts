import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type OwnPage, ownPage } from "../support/own-page";
import { deliver } from "../support/signed-in";

/** The list of all alerts: sorted, filtered, and several acted on, without script and with it. */
let own: OwnPage;
let browser: TestBrowser;
let tab: Page;
let address: string;

const severities = ["critical", "warning", "info"];

const alerts = () =>
  Array.from({ length: 9 }, (_, at) => ({
    status: at < 6 ? "firing" : "resolved",
    labels: { alertname: `Alert ${at}`, instance: `web-${at}`, severity: severities[at % 3] ?? "" },
    annotations: { summary: `Disk of web-${at} is full` },
    startsAt: new Date(Date.now() - (at + 1) * 600_000).toISOString(),
    endsAt: at < 6 ? "0001-01-01T00:00:00Z" : new Date(Date.now() - 60_000).toISOString(),
    fingerprint: `f${at}`,
  }));

const body = (all: ReturnType<typeof alerts>) => ({
  version: "4",
  groupKey: "g",
  status: "firing",
  receiver: "upfront",
  alerts: all,
});

beforeAll(async () => {
  [own, browser] = await Promise.all([ownPage({ components: ["Website"] }), openBrowser()]);
  tab = await own.signIn(await browser.visitor());
  await tab.goto(own.manage("/sources/new?kind=alertmanager"));
  await tab.getByLabel("Name", { exact: true }).fill("Cluster");
  await tab.getByRole("button", { name: "Create source" }).click();
  address = (await tab.getByRole("region", { name: "Source URL" }).textContent())?.trim() ?? "";
  const fired = alerts().map((each) => ({ ...each, status: "firing", endsAt: "0001-01-01T00:00:00Z" }));
  expect(await deliver(address, body(fired))).toBe(202);
  expect(await deliver(address, body(alerts()))).toBe(202);
});

afterAll(async () => {
  await browser?.close();
});

const rows = (page: Page) => page.locator("main tbody tr");
const first = (page: Page) => rows(page).first().locator("th").textContent();

test("without script: the menu leads there, heads sort, filters find, all are selected and acknowledged", async () => {
  await tab.goto(own.manage());
  await tab.getByRole("navigation").getByRole("link", { name: "Alerts", exact: true }).last().click();
  expect(await rows(tab).count()).toBe(9);
  expect(await first(tab)).toContain("web-0");
  await tab.getByRole("columnheader", { name: "Severity" }).getByRole("link").click();
  expect(await tab.locator("th[aria-sort=ascending]").textContent()).toContain("Severity");
  await tab.getByLabel("State").selectOption({ label: "Firing" });
  await tab.getByLabel("Severity").selectOption({ label: "Warning" });
  await tab.getByRole("button", { name: "Filter", exact: true }).click();
  expect(await rows(tab).count()).toBe(2);
  await tab.getByRole("link", { name: "Select all 2 rows shown" }).click();
  await tab.getByRole("button", { name: "Acknowledge selected" }).click();
  expect(await tab.getByRole("status").first().textContent()).toContain("Acknowledged.");
  expect(new URL(tab.url()).search).toContain("severity=warning");
  expect(await rows(tab).filter({ hasText: "Acknowledged" }).count()).toBe(2);
});

test("on a wide screen the table ends within its frame, and no word of a source is broken", async () => {
  const wide = await own.signIn(await browser.visitor({ width: 1440, height: 900 }));
  await wide.goto(own.manage("/alerts"));
  const frame = wide.getByRole("region", { name: "Alerts" });
  expect(await frame.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
  const link = rows(wide).first().getByRole("link", { name: "Cluster" });
  expect((await link.boundingBox())?.width).toBeGreaterThanOrEqual(144);
  const heights = await rows(wide).evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(Math.max(...heights)).toBeLessThan(110);
  await wide.close();
});

test("with script: keys and boxes select, the count is said, and sources are muted from the bar", async () => {
  const live = await own.signIn(await browser.visitor({ script: true }));
  await live.goto(own.manage("/alerts?state=firing"));
  await live.getByRole("checkbox", { name: "Select all", exact: true }).waitFor();
  await live.keyboard.press("j");
  await live.keyboard.press("x");
  await expect.poll(() => live.getByText("1 row selected").count()).toBe(1);
  await live.getByRole("checkbox", { name: "Select all", exact: true }).check();
  await expect.poll(() => live.getByText("6 rows selected").count()).toBe(1);
  await live.getByText("Mute sources", { exact: true }).click();
  await live.getByLabel("Mute their sources for").selectOption({ label: "4 hours" });
  await live.getByRole("button", { name: "Mute", exact: true }).click();
  await live.getByText("nobody is notified of these sources").waitFor();
  await expect.poll(() => rows(live).filter({ hasText: "Muted" }).count()).toBe(6);
  await live.close();
});

test("the matching rows after those shown are offered once all shown are selected, with script and without", async () => {
  const jobs = Array.from({ length: 130 }, (_, at) => ({
    ...alerts()[0],
    labels: { alertname: "Job failed", instance: `job-${at}`, severity: "info" },
    annotations: { summary: `Job ${at} failed` },
    fingerprint: `j${at}`,
  }));
  expect(await deliver(address, body(jobs as ReturnType<typeof alerts>))).toBe(202);
  const list = own.manage("/alerts?state=firing&severity=info");
  const also = (page: Page) => page.getByRole("checkbox", { name: /^Also select the matching rows after these/ });
  const live = await own.signIn(await browser.visitor({ script: true }));
  await live.goto(list);
  const all = live.getByRole("checkbox", { name: "Select all", exact: true });
  await all.check();
  await also(live).waitFor();
  await all.uncheck();
  await also(live).waitFor({ state: "hidden" });
  await live.close();
  await tab.goto(list);
  const shown = await rows(tab).count();
  expect(await also(tab).isVisible()).toBe(false);
  await tab.getByRole("link", { name: `Select all ${shown} rows shown` }).click();
  await also(tab).check();
  await tab.getByRole("button", { name: "Acknowledge selected" }).click();
  expect(await tab.getByRole("status").first().textContent()).toContain("Acknowledged.");
  await tab.getByRole("link", { name: "Next alerts" }).click();
  expect(await rows(tab).count()).toBeGreaterThan(20);
  expect(await rows(tab).filter({ hasNotText: "Acknowledged" }).count()).toBe(0);
});
