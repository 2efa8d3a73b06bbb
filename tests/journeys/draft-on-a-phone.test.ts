import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow } from "../support/accessibility";
import type { TestBrowser } from "../support/browser";
import {
  addSubscriber,
  alertSource,
  type OutagePage,
  type OutageWorld,
  outagePage,
  type PhoneStory,
  startPhoneStory,
} from "../support/outage-world";

/** A draft that alerts opened, on a phone without script: what it says, who is told, who signs it. The built worker. */
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

const press = (on: Page, name: string | RegExp) => on.getByRole("button", { name }).first().click();
const text = (on: Page) => on.locator("main").innerText();
const statusOf = (name: string) => phone.getByRole("combobox", { name: `${name}: status` }).inputValue();

/** From Now into the room of the only draft. */
async function openDraft({ manage }: OutagePage): Promise<string> {
  await phone.goto(manage());
  await phone
    .getByRole("link", { name: /^Review and publish/ })
    .first()
    .click();
  await phone.getByRole("button", { name: /^Publish/ }).waitFor();
  expect(await overflow(phone)).toBe(0);
  return phone.url();
}

async function draftOf(slug: string) {
  const shop = await outagePage(world, slug, ["API", "Checkout", "Search"]);
  const components = shop.statuses({ API: "major_outage", Checkout: "partial_outage" });
  const send = await alertSource(shop, { components, mode: "draft", hold: 60 });
  await send("Error rate too high", "critical", Date.now());
  await world.minutes(2);
  return shop;
}

test("a draft shows what its alerts say; who publishes it signs it, and subscribers read what the page says", async () => {
  const shop = await draftOf("draft");
  await addSubscriber(shop, await (await browser.visitor()).newPage(), "bob@example.com");
  const room = await openDraft(shop);
  expect([await statusOf("API"), await statusOf("Checkout")]).toEqual(["major_outage", "partial_outage"]);
  const said = await text(phone);
  for (const words of ["Critical", "Alert: Error rate too high", "Notifies 1 subscriber"])
    expect(said).toContain(words);
  await press(phone, "Review messages");
  for (const words of ["1 subscriber", "Investigating: Problem with API and Checkout", "Your team’s channels"])
    expect(await text(phone)).toContain(words);
  await phone.goto(room);
  await press(phone, /^Publish/);
  await phone.getByText("Published. Visitors see it now.").waitFor();
  expect(await text(phone)).toMatch(/Investigating\s+[A-Z][a-z]{2} \d+, \d+, \d+:\d+ · Ana/);
  await expect.poll(() => shop.mailsTo("bob@example.com").length, polled).toBe(2);
  const mail = shop.mailsTo("bob@example.com").at(-1);
  const page = await shop.reads(`/incidents/${(await shop.incidents())[0]?.id}`);
  for (const words of [
    "Problem with API and Checkout",
    "Critical impact",
    "Our monitoring reported this automatically.",
  ]) {
    expect(mail?.text).toContain(words);
    expect(page).toContain(words);
  }
  for (const words of ["API: Major outage", "Checkout: Partial outage"]) expect(mail?.text).toContain(words);
});

test("two responders at once: who comes second sees what the first published, and loses no word", async () => {
  const shop = await draftOf("two");
  const room = await openDraft(shop);
  const colleague = await phone.context().newPage();
  await colleague.goto(room);
  await colleague.getByLabel("Update", { exact: true }).fill("Payments fail since noon.");
  await press(phone, /^Publish/);
  await phone.getByText("Published. Visitors see it now.").waitFor();
  await press(colleague, "Save the draft");
  await colleague.waitForLoadState();
  expect(await shop.reads()).not.toContain("Payments fail since noon.");
  expect(await text(colleague)).toContain("Someone else changed this while you were editing");
  await press(colleague, "Save my version");
  await colleague.getByText("Someone else published this draft.").waitFor();
  expect(await colleague.locator("#update-body").inputValue()).toBe("Payments fail since noon.");
  await press(colleague, "Post the update");
  await colleague.getByText("Update posted.").waitFor();
  await expect.poll(() => shop.reads(), polled).toContain("Payments fail since noon.");
  await colleague.close();
});

test("what alerts move while a form is open is in no person’s way", async () => {
  const shop = await outagePage(world, "moved", ["API", "Search"]);
  const send = await alertSource(shop, {
    components: shop.statuses({ API: "partial_outage" }),
    mode: "draft",
    hold: 0,
  });
  const [first] = await shop.get<{ source_id: string }[]>("/rules");
  const match = { labels: { alertname: "All payments fail" } };
  const components = shop.statuses({ API: "major_outage", Search: "major_outage" });
  await shop.make("rules", { rule: { source_id: first?.source_id, match, components, mode: "draft", hold: 0 } });
  await send("Error rate too high", "warning", Date.now());
  await world.minutes(1);
  await openDraft(shop);
  await phone.getByLabel("Title").fill("Payments fail");
  await send("All payments fail", "critical", Date.now());
  await world.minutes(1);
  await press(phone, /^Publish/);
  await phone.getByText("Published. Visitors see it now.").waitFor();
  const [incident] = await shop.incidents();
  expect(incident).toMatchObject({ name: "Payments fail", impact: "critical" });
  expect(incident?.components.map(({ name }) => name).sort()).toEqual(["API", "Search"]);
});

test("an update that resolves while an alert fires says what stays, and no subscriber reads that it is well", async () => {
  const shop = await draftOf("stays");
  await addSubscriber(shop, await (await browser.visitor()).newPage(), "eve@example.com");
  await openDraft(shop);
  await press(phone, /^Publish/);
  await phone.getByText("Published. Visitors see it now.").waitFor();
  await phone.getByRole("radio", { name: "Resolved", exact: true }).check();
  for (const words of ["These components will keep their status", "API: Major outage, by"])
    expect(await text(phone)).toContain(words);
  await phone.getByLabel("Update", { exact: true }).fill("We restarted it.");
  const [warning, words] = await Promise.all([
    phone.getByText("These components will keep their status").boundingBox(),
    phone.getByLabel("Update", { exact: true }).boundingBox(),
  ]);
  expect(warning?.y ?? Number.POSITIVE_INFINITY, "right under the statuses").toBeLessThan(words?.y ?? 0);
  expect(
    await phone
      .getByLabel(/^Next update within/)
      .first()
      .isVisible(),
  ).toBe(false);
  await press(phone, "Resolve the incident");
  await phone.getByText("Resolved.", { exact: true }).waitFor();
  expect(await text(phone)).toContain("These components kept their status after you resolved:");
  await world.minutes(6);
  await expect.poll(() => shop.mailsTo("eve@example.com").length, polled).toBe(3);
  const mail = shop.mailsTo("eve@example.com").at(-1);
  expect(mail?.text).toContain("We restarted it.");
  expect(mail?.text).toContain("- API: Major outage");
  expect(mail?.text).not.toMatch(/[›→] Operational/);
  await expect.poll(() => shop.reads(), polled).toContain("Major outage: API");
});

test("from the first alert, on hold, to the end: an incident filled in from it, at most 12 taps and no second draft", async () => {
  const shop = await outagePage(world, "hold", ["API", "Search"]);
  const other = shop.statuses({ Search: "degraded_performance" });
  const slow = { name: "Search is slow", body: "We look.", components: other, component_ids: Object.keys(other) };
  await shop.make("incidents", { incident: slow });
  const components = shop.statuses({ API: "major_outage" });
  const send = await alertSource(shop, { components, mode: "draft", hold: 120 });
  await send("Error rate too high", "critical", Date.now());
  await phone.goto(shop.manage());
  let taps = 0;
  const tap = async (locator: ReturnType<Page["locator"]>) => {
    taps += 1;
    await locator.first().click();
    await phone.waitForLoadState();
  };
  const button = (name: string | RegExp) => phone.getByRole("button", { name });
  await tap(phone.getByRole("link", { name: /^New incident for/ }));
  expect(await statusOf("API")).toBe("major_outage");
  expect(await phone.getByLabel("Title").inputValue()).toBe("Problem with API");
  expect(await text(phone)).not.toContain("instead");
  await tap(button("Publish"));
  await phone.getByText("Published. Visitors see it now.").waitFor();
  expect(await text(phone)).toContain("Lead: Ana");
  expect(await button(/^Acknowledge/).count(), "who publishes has seen its alerts").toBe(0);
  for (const status of ["Identified", "Monitoring"]) {
    const choice = phone.getByRole("radio", { name: status, exact: true });
    expect(await choice.isChecked(), "no update moves the status unasked").toBe(false);
    await tap(choice);
    await phone.getByLabel("Update", { exact: true }).fill(`Now: ${status}.`);
    await tap(button("Post the update"));
    await phone.getByText("Update posted.").waitFor();
  }
  await tap(phone.getByRole("radio", { name: "Resolved", exact: true }));
  await phone.getByLabel("Update", { exact: true }).fill("It works again.");
  await tap(button("Resolve the incident"));
  await phone.getByText("Resolved.", { exact: true }).waitFor();
  expect(taps).toBeLessThanOrEqual(12);
  expect(await text(phone)).not.toContain("instead");
  await phone.goto(shop.manage("/incidents?filter=draft"));
  expect(await text(phone)).not.toContain("Problem with API");
});
