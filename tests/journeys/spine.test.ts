import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Alertmanager, startAlertmanager } from "../support/alertmanager";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type ClockedServer, startClockedServer } from "../support/clocked-server";
import { chooseStatus, publishDraft } from "../support/composer";
import { pickComponent } from "../support/picker";
import { cookiesIn, keepByHand } from "../support/plain-forms";
import { openCatchAll } from "../support/signed-in";

/** The main job, from outside: the built worker, Chromium without JavaScript, a real Alertmanager. */
let server: ClockedServer;
let browsing: TestBrowser;
let page: Page;
let alertmanager: Alertmanager;

beforeAll(async () => {
  server = await startClockedServer({ networks: [] });
  browsing = await openBrowser();
  page = await (await browsing.visitor()).newPage();
});
afterAll(async () => {
  await alertmanager?.stop();
  await browsing?.close();
  await server?.stop();
});

const go = (path: string) => page.goto(`${server.url}${path}`);
const press = (name: string | RegExp) => page.getByRole("button", { name }).first().click();
const text = async (path: string) => (await fetch(`${server.url}${path}`)).text();

/** What of the v2 JSON the story looks at. */
interface Summary {
  components: { name: string; status: string }[];
  incidents: { id: string; name: string; status: string; impact: string }[];
  status: { indicator: string; description: string };
}

const json = async (path: string) => (await (await fetch(`${server.url}${path}`)).json()) as Summary;

/** As an administrator writes it, with the receiver that the set-up page gives. */
const configOf = (address: string) => `route:
  receiver: upfront
  group_by: [alertname]
  group_wait: 1s
  group_interval: 1s
  repeat_interval: 1h
receivers:
  - name: upfront
    webhook_configs:
      - url: ${address}
        send_resolved: true
        max_alerts: 100
`;

const checkout = {
  labels: { alertname: "CheckoutDown", severity: "critical" },
  annotations: { summary: "Checkout answers with errors" },
};
const search = { labels: { alertname: "SearchSlow", severity: "warning" }, annotations: { summary: "Search is slow" } };

async function until(what: string, seconds: number, look: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + seconds * 1000;
  while (!(await look())) {
    if (Date.now() > end) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise((next) => setTimeout(next, 250));
  }
}

const shows = async (path: string, words: string) => {
  await go(path);
  return (await page.content()).includes(words);
};

async function addComponent(name: string): Promise<void> {
  await go("/manage/shop/components/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await press("Add the component");
}

async function setCatchAll(mode: string, hold: string): Promise<void> {
  await openCatchAll(page);
  await pickComponent(page, "Checkout", "major_outage");
  await page.getByLabel("Incident", { exact: true }).selectOption(mode);
  await page.getByLabel("Wait before opening (seconds)").fill(hold);
  await page.getByLabel("Resolve after (seconds)").fill("0");
  await page.getByLabel("Show the alert’s own title to visitors").check();
  await press("Save the catch-all");
}

const summary = () => json("/shop/api/v2/summary.json");

async function statusOfCheckout(): Promise<string> {
  const { components } = await summary();
  return components.find((each) => each.name === "Checkout")?.status ?? "";
}

test("the owner signs in by the console's link, which a mail scanner's GET does not use up", async () => {
  for (const method of ["HEAD", "GET"]) expect((await fetch(server.ownerLink, { method })).status).toBe(200);
  await page.goto(server.ownerLink);
  await press("Sign in");
  expect(new URL(page.url()).pathname).toBe("/manage/new");
  await page.goto(server.ownerLink);
  await press("Sign in");
  expect(await page.content()).not.toContain("internal");
});

test("a page with three components, and a source whose set-up says what to paste", async () => {
  await go("/manage/new");
  await page.getByLabel("Name", { exact: true }).fill("Shop");
  await page.getByLabel(/^URL/).fill("shop");
  await press("Create page");
  for (const name of ["Checkout", "Search", "Website"]) await addComponent(name);
  await keepByHand(`${server.url}/manage/shop/components`, await cookiesIn(page.context()));
  await go("/manage/shop/sources/new?kind=alertmanager");
  await page.getByLabel("Name", { exact: true }).fill("Prometheus");
  await press("Create source");
  const pasted = (await page.locator("pre").allTextContents()).join("\n");
  const address = /https?:\/\/\S+\/ingest\/[\w-]+/.exec(pasted)?.[0] ?? "";
  expect(pasted).toContain("max_alerts: 100");
  expect(pasted).toContain("send_resolved: true");
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").last().click();
  await setCatchAll("draft", "5");
  await openCatchAll(page);
  expect(await page.getByLabel("Wait before opening (seconds)").inputValue()).toBe("5");
  alertmanager = await startAlertmanager(configOf(address));
});

test("an alert of a real Alertmanager shows under Now and moves its component at once; after the hold a draft opens", async () => {
  await alertmanager.alert(checkout);
  await until("the component is red", 20, async () => (await statusOfCheckout()) === "major_outage");
  expect(await shows("/manage/shop", "Checkout answers with errors")).toBe(true);
  expect((await summary()).incidents).toEqual([]);
  await server.passed();
  await until("a draft is open", 10, () => shows("/manage/shop", "Drafts to review"));
});

test("the responder publishes with one button, updates in Markdown and changes components; page and JSON show it", async () => {
  await publishDraft(page);
  await page.getByText("Edit title, impact and components").click();
  await page.getByLabel("Title").fill("Payments fail");
  await press("Save");
  const update = page.locator("form").filter({ has: page.getByRole("button", { name: "Post the update" }) });
  await update
    .getByLabel("Update", { exact: true })
    .fill("We found the **cause**: a [bad deploy](https://example.com/deploy).");
  await chooseStatus(update, "Identified");
  await pickComponent(update, "Search", "degraded_performance");
  await update.getByRole("button", { name: "Post the update" }).click();
  // An isolate shows for a second what it has read, which may be the page before it was published.
  await expect
    .poll(async () => (await summary()).incidents)
    .toMatchObject([{ name: "Payments fail", status: "identified", impact: "critical" }]);
  const found = await summary();
  expect(found.status.indicator).not.toBe("none");
  expect(await json("/shop/api/v2/status.json")).toMatchObject({ status: found.status });
  const home = await text("/shop");
  for (const words of ["Payments fail", "We found the cause: a bad deploy.", "Identified"])
    expect(home).toContain(words);
  const own = await text(`/shop/incidents/${found.incidents[0]?.id}`);
  for (const words of ["<strong>cause</strong>", "bad deploy"]) expect(own).toContain(words);
  expect(own.replace(/<script src="\/assets\/live-[\w.-]+\.js" defer><\/script>/, "")).not.toContain("<script");
});

test("it recovers: the observed layer is back, and Now says that all alerts have recovered", async () => {
  await alertmanager.resolve(checkout);
  await until("all alerts recovered", 30, () => shows("/manage/shop", "all alerts have recovered"));
  expect((await summary()).incidents).toHaveLength(1);
  await page.getByRole("link", { name: "Payments fail" }).first().click();
  await chooseStatus(page, "Resolved");
  await page.getByLabel("Update", { exact: true }).fill("Payments work again.");
  await press("Resolve the incident");
  await until("the page is green", 3, async () => (await summary()).status.indicator === "none");
  expect((await summary()).status).toEqual({ indicator: "none", description: "All Systems Operational" });
  expect(await statusOfCheckout()).toBe("operational");
});

test("an incident that nobody edited opens published and resolves itself; the history stays", async () => {
  await go("/manage/shop/sources");
  await page.getByRole("link", { name: "Prometheus" }).first().click();
  await setCatchAll("publish", "0");
  await alertmanager.alert(search);
  await until("the alert came in", 20, () => shows("/manage/shop", "Search is slow"));
  await until("an incident is public", 20, async () => (await summary()).incidents.length === 1);
  await alertmanager.resolve(search);
  await until("it resolved itself", 30, async () => (await summary()).incidents.length === 0);
  const home = await text("/shop");
  for (const words of ["Payments fail", "Payments work again.", "Search is slow", "Resolved"])
    expect(home).toContain(words);
  // Components of today have no share yet.
  expect(home).toContain('<span class="u">–</span>');
});
