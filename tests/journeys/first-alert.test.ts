import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type TestBrowser } from "../support/browser";
import { type Hook, startHook } from "../support/hook";
import { newSlug } from "../support/own-page";
import { sharedDeployment, signInOperator } from "../support/shared-deployment";

/** From signing in to the first alert that changes a component and reaches a person, without script. */
let url = "";
let browser: TestBrowser;
let hook: Hook;
let tab: Page;
const slug = newSlug();
const manage = `/manage/${slug}`;
/** Clicks and loads of one way; the button that signs in is the first click of each. */
const done = { clicks: 1, loads: 0 };

const click = async (role: "button" | "link", name: string | RegExp) => {
  done.clicks += 1;
  const scope = role === "link" && name === "Now" ? tab.getByRole("navigation").first() : tab;
  await scope
    .getByRole(role, typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
};
const text = async () => (await tab.getByRole("main").textContent()) ?? "";

/** Creates a page with its components, as the first press after signing in. */
async function newPage(name: string, at: string): Promise<void> {
  Object.assign(done, { clicks: 1, loads: 0 });
  await tab.goto(`${url}/manage/new`);
  await tab.getByLabel("Name").fill(name);
  await tab.getByLabel("URL").fill(at);
  await tab.getByLabel("Components, one per line").fill("Website\nCheckout\nSearch");
  await click("button", "Create page");
}

beforeAll(async () => {
  [browser, hook] = await Promise.all([openBrowser(), startHook()]);
  url = (await sharedDeployment()).server.url;
  tab = await signInOperator(await browser.visitor());
  await tab.setViewportSize({ width: 1280, height: 800 });
  tab.on("load", () => {
    done.loads += 1;
  });
  await newPage("First hours", slug);
});
afterAll(async () => {
  await browser?.close();
  await hook?.close();
});

/** What Prometheus would send, as Alertmanager passes it on. */
async function fire(address: string): Promise<void> {
  const labels = { alertname: "HighErrorRate", service: "checkout", severity: "critical" };
  const alert = { status: "firing", labels, annotations: { summary: "Checkout answers with errors" } };
  const times = { startsAt: new Date().toISOString(), endsAt: "0001-01-01T00:00:00Z" };
  const about = { version: "4", groupKey: "{}", receiver: "upfront", truncatedAlerts: 0, externalURL: "" };
  const said = { groupLabels: {}, commonLabels: labels, commonAnnotations: {}, status: "firing" };
  const alerts = [{ ...alert, ...times, generatorURL: "", fingerprint: "b1c2d3e4f5a60718" }];
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...about, ...said, alerts }),
  });
  expect(answer.status).toBeLessThan(300);
}

test("a source is set up, with a name of its own, and its first delivery has the next step beside it", async () => {
  expect(await text()).toContain("Set up your page");
  await click("link", "New source");
  await click("link", "Prometheus Alertmanager");
  expect(await tab.getByLabel("Name", { exact: true }).inputValue()).toBe("Prometheus Alertmanager");
  await click("button", "Create source");
  expect(await text()).toContain("Waiting for the first delivery");
  const pasted = (await tab.locator("pre").allTextContents()).join("\n");
  await fire(/https?:\/\/\S+\/ingest\/[\w-]+/.exec(pasted)?.[0] ?? "");
  await click("link", "Check again");
  expect(await text()).toContain("First delivery");
});

test("the rule comes filled in with what the delivery named, and moves the component when it is saved", async () => {
  await click("link", "Choose what it changes");
  expect(await tab.getByLabel(/^Labels/).inputValue()).toContain("service=checkout");
  expect(await tab.getByRole("checkbox", { name: "Checkout", exact: true, includeHidden: true }).isChecked()).toBe(
    true,
  );
  expect(await tab.getByRole("checkbox", { name: "Search", exact: true, includeHidden: true }).isChecked()).toBe(false);
  await click("button", "Save the rule");
  await expect.poll(async () => (await fetch(`${url}/${slug}`)).text()).toContain("Major outage");
});

/** How many steps of the set-up are done, as its heading says. */
const stepsDone = async () => Number(/Set up your page: (\d)/.exec(await text())?.[1]);

test("what fires stands above the steps, and one press on it does one, and hides none: at most 12 clicks in all", async () => {
  await click("link", "Now");
  const places = ["Checkout answers with errors", "Set up your page:"].map(async (each) =>
    (await text()).indexOf(each),
  );
  const [alert = -1, steps = -1] = await Promise.all(places);
  expect(alert).toBeGreaterThan(-1);
  expect(alert).toBeLessThan(steps);
  const box = await tab.getByText("Checkout answers with errors").first().boundingBox();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0), "not below the fold").toBeLessThan(800);
  const before = await stepsDone();
  await click("button", /^Acknowledge/);
  await tab.goto(`${url}${manage}`);
  expect(await stepsDone()).toBe(before + 1);
  console.log("from signing in to the first alert that was acknowledged:", JSON.stringify(done));
  expect(done.clicks).toBeLessThanOrEqual(12);
});

test("a second source of the same kind is proposed another name", async () => {
  await tab.goto(`${url}${manage}/sources/new?kind=alertmanager`);
  expect(await tab.getByLabel("Name", { exact: true }).inputValue()).toBe("Prometheus Alertmanager 2");
});

const ownSlug = newSlug();
const ownHome = `/manage/${ownSlug}`;

/** Sends the example that the set-up page shows, as its shell command does. */
async function sendExample(): Promise<void> {
  const shown = (await tab.locator("pre").allTextContents()).join("\n");
  const [, address = ""] = /curl -X POST '([^']+)'/.exec(shown) ?? [];
  const [, body = ""] = /-d '(.+)'/.exec(shown) ?? [];
  const headers = { "content-type": "application/json" };
  expect((await fetch(address, { method: "POST", headers, body })).status).toBe(202);
}

test("the shown example changes a component without a mapping or a rule to fill in, and reaches a channel", async () => {
  await newPage("Shortest way", ownSlug);
  await click("link", "New source");
  await click("link", "Anything else (JSON)");
  done.clicks += 1;
  await tab.getByRole("checkbox", { name: "Website", exact: true }).check();
  await click("button", "Create source");
  await sendExample();
  await click("link", "Check again");
  expect(await text()).not.toContain("not an alert yet");
  await expect.poll(async () => (await fetch(`${url}/${ownSlug}`)).text()).toContain("Partial outage");
  await click("link", "Next: connect a channel");
  await click("link", "Webhook");
  expect(await tab.getByLabel("Alert started firing").isChecked()).toBe(true);
  expect(await tab.getByLabel("Alert recovered").isChecked()).toBe(true);
  await tab.getByLabel(/^URL/).fill(`${hook.url}/team`);
  await click("button", "Create channel");
  await click("link", "Go to the channel");
  expect(await text()).toContain("1 alert was already firing");
  await click("button", "Send this to the channel now");
  await expect.poll(() => hook.received.length, { timeout: 15_000 }).toBeGreaterThan(0);
  expect(hook.received[0]?.body).toContain("Disk is full");
  console.log("from signing in to the first alert that a channel took:", JSON.stringify(done));
  expect(done.clicks).toBeLessThanOrEqual(12);
  // The channel's answer is kept a moment after the message was received.
  const home = async () => (await tab.goto(`${url}${ownHome}`)) && text();
  await expect.poll(home, { timeout: 15_000 }).toMatch(/✓ Done\s*See the first alert through/);
  expect(await text()).toContain("answer the question");
});

test("a page without components says so where they would be chosen", async () => {
  const bare = newSlug();
  await tab.goto(`${url}/manage/new`);
  await tab.getByLabel("Name").fill("Bare");
  await tab.getByLabel("URL").fill(bare);
  await tab.getByRole("button", { name: "Create page" }).click();
  await tab.goto(`${url}/manage/${bare}/monitors/new?kind=http`);
  await tab.getByRole("link", { name: "add components" }).click();
  expect(new URL(tab.url()).pathname).toBe(`/manage/${bare}/components/several`);
});
