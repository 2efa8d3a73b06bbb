import type { Page } from "playwright-core";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { lookAs } from "../support/looks";
import type { Received } from "../support/receivers";
import { signInBy } from "../support/signed-in";
import { twilioSettings } from "../support/twilio-peer";
import { mailsTo, setResend, startWaysWorld, type WaysWorld } from "../support/ways-world";

/** Visitors choose their way: the built worker, Chromium without script on a phone, and peers that refuse what the real ones do. */
interface Way {
  label: string;
  field: string;
  address: string;
  body?: string;
}

const ways: Record<string, Way> = {
  email: { label: "Email", field: "Email address", address: "ann@example.com" },
  standard: {
    label: "Webhook",
    field: "Webhook URL",
    address: "https://hooks.example.com/one",
    body: "Standard Webhooks",
  },
  statuspage: {
    label: "Webhook",
    field: "Webhook URL",
    address: "https://hooks.example.org/two",
    body: "Statuspage",
  },
  slack: { label: "Slack", field: "Webhook URL", address: "https://hooks.slack.com/services/T000/B000/x1y2" },
  discord: {
    label: "Discord",
    field: "Webhook URL",
    address: "https://discord.com/api/webhooks/123456789012345678/x1y2",
  },
  teams: {
    label: "Microsoft Teams",
    field: "Webhook URL",
    address: "https://teams.example.com/workflows/abc?sig=x1y2",
  },
  sms: { label: "Text message (SMS)", field: "Phone number", address: "+49 1512 3456789" },
};

let world: WaysWorld;
let browser: TestBrowser;
/** Each subscriber's own tab, on their own page of the subscription from the second test on. */
const tabs: Record<string, Page> = {};
let secret = "";
let incident = "";

beforeAll(async () => {
  [world, browser] = await Promise.all([startWaysWorld(twilioSettings), openBrowser()]);
  await setResend(await signInBy(world.server.ownerLink, await browser.visitor()), world);
});
afterAll(async () => {
  await browser?.close();
  await world?.server.stop();
});

const at = (path: string) => `${world.server.url}${path}`;
const numberOf = ({ address }: Way) => address.replaceAll(" ", "");
const postedTo = (way: Way) =>
  world.receivers.received.filter(({ url, body }) => url.startsWith(way.address) || body.To === numberOf(way));
/** As it is read there. */
const wordsIn = ({ body, raw }: Received) => String(body.Body ?? raw);
const eachWay = Object.entries(ways);
const others = eachWay.filter(([name]) => name !== "email");
const readAndTyped = () => new Promise((done) => setTimeout(done, 2100));
const heading = (tab: Page) => tab.getByRole("heading", { level: 1 }).textContent();
const codeIn = (received: Received) => /[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}/.exec(wordsIn(received))?.[0] ?? "";

async function fillIn(tab: Page, { label, field, address, body }: Way): Promise<void> {
  await tab.getByLabel(label, { exact: true }).check();
  await tab.getByLabel(field, { exact: true }).fill(address);
  if (body) await tab.getByLabel("Webhook format").selectOption(body);
}

async function until<T>(found: () => T | undefined): Promise<T> {
  await expect.poll(() => found() !== undefined, { timeout: 20_000 }).toBe(true);
  return found() as T;
}

test("by each way they ask on a phone without script, and are subscribed once what was sent there is typed back or pressed", async () => {
  for (const [name, way] of eachWay) {
    const tab = await (await browser.visitor({ width: 375 })).newPage();
    tabs[name] = tab;
    await tab.goto(at("/shop/subscribe"));
    expect(await tab.getByText("Choose how to get every update").textContent()).not.toMatch(/e-?mail/i);
    await fillIn(tab, way);
  }
  await readAndTyped();
  for (const [name, way] of others) {
    const tab = tabs[name] as Page;
    await tab.getByRole("button", { name: "Subscribe", exact: true }).click();
    expect([name, await heading(tab)]).toEqual([name, "Enter the code"]);
    if (way.body === "Standard Webhooks") secret = (await tab.locator("code").textContent()) ?? "";
    const proof = await until(() => postedTo(way).at(-1));
    expect([name, proof.refused]).toEqual([name, null]);
    await tab.getByLabel("Code", { exact: true }).fill("AAAA-AAAA");
    await tab.getByRole("button", { name: "Subscribe", exact: true }).click();
    expect(await tab.getByLabel("Code", { exact: true }).getAttribute("aria-invalid")).toBe("true");
    await tab.getByLabel("Code", { exact: true }).fill(codeIn(proof).toLowerCase().replace("-", " "));
    await tab.getByRole("button", { name: "Subscribe", exact: true }).click();
    expect([name, await heading(tab)]).toEqual([name, "You are subscribed"]);
    if (way.body === "Standard Webhooks") world.receivers.secrets.set(way.address, secret);
  }
  const mailed = tabs.email as Page;
  await mailed.getByRole("button", { name: "Subscribe", exact: true }).click();
  const mail = await until(() => mailsTo(world, "ann@example.com")[0]);
  await mailed.goto(/http:\S+\/subscriptions\/[\w.-]+/.exec(mail.text)?.[0] ?? "");
  await mailed.getByRole("button", { name: "Confirm subscription" }).click();
  expect(await heading(mailed)).toBe("You are subscribed");
});

test("they choose their components and their language", async () => {
  for (const [name] of eachWay) {
    const tab = tabs[name] as Page;
    await tab.getByLabel("Only the components I choose").check();
    await tab.getByLabel("Checkout").check();
    await tab.locator('[name="language"]').selectOption("de");
    await tab.getByRole("button", { name: "Save" }).click();
    expect([name, await tab.getByRole("status").textContent()]).toEqual([name, "Saved."]);
    expect(await tab.getByLabel("Checkout").isChecked()).toBe(true);
  }
});

const told = (name: string, way: Way, words: string) =>
  name === "email"
    ? mailsTo(world, way.address).filter(({ text }) => text.includes(words)).length
    : postedTo(way).filter((each) => each.refused === null && wordsIn(each).includes(words)).length;

const toldByWay = (words: string) => Object.fromEntries(eachWay.map(([name, way]) => [name, told(name, way, words)]));
const everybody = (count: number) => Object.fromEntries(eachWay.map(([name]) => [name, count]));

async function publish(name: string, component: string, body: string): Promise<string> {
  const components = { [world.components[component] ?? ""]: "partial_outage" };
  const { id } = await world.api("/pages/shop/incidents", {
    incident: { name, status: "investigating", body, components, deliver_notifications: true },
  });
  return id;
}

async function passed(): Promise<void> {
  await world.server.passed();
  await world.server.passed();
}

test("what touches their component reaches every way once, in their language, and nothing else does", async () => {
  await publish("Search is slow", "Search", "Nobody here chose it.");
  incident = await publish("Orders are late", "Checkout", "We look into it.");
  await passed();
  await expect.poll(() => toldByWay("We look into it."), { timeout: 20_000 }).toEqual(everybody(1));
  expect(toldByWay("Nobody here chose it.")).toEqual(everybody(0));
  for (const [, way] of others) expect(wordsIn(postedTo(way).at(-1) as Received)).toMatch(/untersucht|investigating/);
  const [standard] = [postedTo(ways.standard as Way).at(-1)];
  const { headers = {}, raw = "" } = standard ?? {};
  expect(new Webhook(secret).verify(raw, headers)).toMatchObject({ data: { title: "Orders are late" } });
  expect(JSON.parse(postedTo(ways.statuspage as Way).at(-1)?.raw ?? "{}")).toMatchObject({
    incident: { name: "Orders are late", status: "investigating" },
  });
});

test("they leave on their own page, and hear nothing more", async () => {
  for (const [name] of eachWay) {
    const tab = tabs[name] as Page;
    const pressed = name === "email" ? "Von diesen E-Mails abmelden" : "Unsubscribe";
    await tab.goto(tab.url().split("?")[0] ?? "");
    const button = tab
      .getByRole("button")
      .filter({ hasText: name === "email" ? "Unsubscribe from these emails" : pressed });
    await button.first().click();
    expect([name, await heading(tab)]).toEqual([name, "You’re unsubscribed"]);
  }
  await world.api(
    `/pages/shop/incidents/${incident}`,
    { incident: { status: "identified", body: "Found it." } },
    "PATCH",
  );
  await passed();
  expect(toldByWay("Found it.")).toEqual(everybody(0));
});

/** Widths and schemes in which people meet a form; the page is the same one, asked for once. */
const looks = [375, 1440].flatMap((width) => [false, true].map((dark) => ({ width, dark })));

async function problems(tab: Page, name: string): Promise<string[]> {
  const found: string[] = [];
  for (const look of looks) {
    await lookAs(tab, look);
    const where = `${name}-${look.width}-${look.dark ? "dark" : "light"}`;
    if (process.env.LOOK) await tab.screenshot({ path: `${process.env.LOOK}/${where}.png`, fullPage: true });
    if ((await overflow(tab)) > 0) found.push(`${where}: wider than the window`);
    found.push(...(await violations(tab)).map((each) => `${where}: ${each}`));
  }
  return found;
}

/** As a program of somebody's browser does it: every empty field that it can find, whether or not people see it. */
const fillInAll = (tab: Page): Promise<number> =>
  tab.evaluate(() => {
    const texts = ["text", "email", "tel", "url"];
    const empty = [...document.querySelectorAll("input")].filter(({ type, value }) => texts.includes(type) && !value);
    for (const field of empty) field.value = field.type === "email" ? "ann@example.com" : "Ann";
    return empty.length;
  });

const boxIn = (tab: Page) => tab.locator('[name="byHand"]');

test("who sends the form faster than anybody reads it, without script, is told so and sends it by hand", async () => {
  const tab = await (await browser.visitor({ width: 375 })).newPage();
  await tab.goto(at("/shop/subscribe"));
  await tab.getByLabel("Email address", { exact: true }).fill("quick@example.com");
  await fillInAll(tab);
  await tab.getByRole("button", { name: "Subscribe", exact: true }).click();
  expect(await tab.getByRole("alert").textContent()).toContain("tick the box at the end, and submit again");
  expect(await tab.getByLabel("Email address", { exact: true }).inputValue()).toBe("quick@example.com");
  expect(mailsTo(world, "quick@example.com")).toEqual([]);
  await tab.getByLabel("I filled in this form myself.").check();
  await tab.getByRole("button", { name: "Subscribe", exact: true }).click();
  expect(await heading(tab)).toBe("Check your inbox");
  await until(() => mailsTo(world, "quick@example.com")[0]);
});

test.each([
  ["en", "https://hooks.example.net/en"],
  ["ar", "https://hooks.example.net/ar"],
])(
  "in %s the form, its second try, the code’s page and the subscription’s are there for everybody, whoever fills it in",
  async (language, address) => {
    const context = await browser.visitor({ script: true });
    await context.setExtraHTTPHeaders({ "accept-language": language });
    const tab = await context.newPage();
    await tab.goto(at("/shop/subscribe"));
    const found = await problems(tab, `subscribe-${language}`);
    await tab.locator('[name="way"][value="webhook"]').check();
    found.push(...(await problems(tab, `webhook-${language}`)));
    await tab.locator('[name="address"]').fill(address);
    expect(await fillInAll(tab)).toBeGreaterThan(2);
    const send = tab.locator("form.f button:not(.quiet)").first();
    await send.click();
    await boxIn(tab).waitFor();
    found.push(...(await problems(tab, `by-hand-${language}`)));
    await boxIn(tab).check();
    await send.click();
    await tab.locator('[name="code"]').waitFor();
    found.push(...(await problems(tab, `prove-${language}`)));
    const proof = world.receivers.received.filter(({ url }) => url === address).at(-1) as Received;
    await tab.locator('[name="code"]').fill(codeIn(proof));
    await tab.locator("form.f button:not(.quiet)").first().click();
    await tab.locator('[name="language"]').waitFor();
    found.push(...(await problems(tab, `manage-${language}`)));
    expect(found).toEqual([]);
  },
);
