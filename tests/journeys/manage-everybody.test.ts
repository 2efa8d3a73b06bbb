import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { pseudoLanguage } from "~/i18n/pseudo";
import { lowTargets, overflow, violations } from "../support/accessibility";
import { openBrowser, type TestBrowser } from "../support/browser";
import { misplaced } from "../support/fits";
import { type Look, lookAs, problemsByLook } from "../support/looks";
import { mappedPlaces } from "../support/mapped-places";
import { pickComponent } from "../support/picker";
import { plannedPlaces } from "../support/planned-places";
import { startServer, type TestServer } from "../support/server";
import { addMailer, alertmanagerGroup, deliver, makePage, makeSource, signInBy } from "../support/signed-in";
import { type Smtp, startSmtp } from "../support/smtp";

let server: TestServer;
let browser: TestBrowser;
let smtp: Smtp;
let tab: Page;
/** Every management address that answers with a page, by its name. */
const places: Record<string, string> = {};
/** What people reach who have no account: by hand, by a mail, by a link that was handed over. */
const outside: Record<string, string> = {};

const manage = (rest: string) => `${server.url}/manage${rest}`;

/** The first link on a list that leads below `prefix`. */
async function firstBelow(list: string, prefix: string): Promise<string> {
  await tab.goto(manage(list));
  const hrefs = await tab
    .locator(`main a[href^="/manage${prefix}"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const found = hrefs.find((href) => !/\/(new|backfill)(\?|$)/.test(href));
  if (!found) throw new Error(`no link below ${prefix} on ${list}`);
  return found.slice("/manage".length);
}

async function openIncident(): Promise<void> {
  await tab.goto(manage("/acme/incidents/new"));
  await tab.getByLabel("Title").fill("Checkout answers with errors");
  await tab.getByLabel("Update", { exact: true }).fill("- one\n- **two**");
  await pickComponent(tab, "Checkout", "major_outage");
  await tab.getByRole("button", { name: "Publish" }).click();
}

/** Fills in a form by its labels and presses its button. */
async function send(place: string, typed: Record<string, string>, button: string): Promise<void> {
  await tab.goto(manage(place));
  for (const [label, value] of Object.entries(typed)) await tab.getByLabel(label, { exact: true }).fill(value);
  await tab.getByRole("button", { name: button, exact: true }).click();
}

/** Where the mail to this address leads, once it has come. */
const mailedLink = (to: string): Promise<string> =>
  vi.waitFor(
    () => {
      const mail = smtp.mails.find(({ recipient }) => recipient === to);
      return (/http\S+\/subscriptions\/[\w.-]+/.exec(mail?.text ?? "") as RegExpExecArray)[0];
    },
    { timeout: 20_000 },
  );

/** A mailer, a channel, an invitation and a subscriber, by their forms. */
async function tellPeople(): Promise<void> {
  await addMailer(tab, server, smtp);
  await send("/acme/channels/new?kind=webhook", { Name: "Ops", URL: "https://hooks.example.com/up" }, "Create channel");
  await send("/acme/people", {}, "Invite");
  const invitation = tab.getByRole("region", { name: "Invitation link" });
  outside.invitation = (await invitation.textContent())?.trim() ?? "";
  for (const name of ["ann", "bert"])
    await send("/acme/subscribers/new", { "Email address": `${name}@example.com` }, "Add and send confirmation");
  outside.confirmation = await mailedLink("ann@example.com");
  await tab.goto(await mailedLink("bert@example.com"));
  await tab.getByRole("button", { name: "Confirm subscription" }).click();
  outside.subscription = tab.url();
  for (const path of ["/acme/subscribe", "/acme/subscribe?sent", "/manage/sign-in", "/manage/sign-in/code"])
    outside[path] = `${server.url}${path}`;
}

/** An update right after the first one: its notice waits in the outbox. */
async function updateSoon(): Promise<void> {
  const incident = await firstBelow("/acme/incidents", "/acme/incidents/");
  await send(incident, { Update: "We found it." }, "Post the update");
  await tab.goto(manage("/acme/outbox"));
  expect(await tab.getByText("Waiting", { exact: true }).count()).toBe(1);
}

/** A monitor by its form, checked once; it looks at the mail server. */
async function watchPlaces(): Promise<string[]> {
  await tab.goto(manage("/acme/monitors/new?kind=tcp"));
  const typed = { "Name (optional)": "Mail", Host: smtp.host, Port: String(smtp.port) };
  for (const [label, value] of Object.entries(typed)) await tab.getByLabel(label, { exact: true }).fill(value);
  await tab.getByText("Confirm from other locations", { exact: true }).click();
  await tab.getByLabel("Europe, west").check();
  await pickComponent(tab, "Checkout", "major_outage");
  await tab.getByLabel("Tags").fill("shop, eu");
  await tab.getByRole("button", { name: "Create monitor" }).click();
  const one = new URL(tab.url()).pathname.slice("/manage".length);
  await tab.getByRole("button", { name: "Check now" }).click();
  expect(await tab.getByRole("heading", { name: /Checked just now/ }).textContent()).toContain("Up");
  const rest = [
    "",
    "?tag=shop",
    "?state=down",
    "/new",
    "/new?kind=http",
    "/new?kind=tcp",
    `/new?from=${one.split("/").at(-1)}`,
  ];
  return [...rest.map((each) => `/acme/monitors${each}`), one, `${one}?range=quarter`];
}

/** A heartbeat by its form, pinged once. */
async function hearPlaces(): Promise<string[]> {
  await tab.goto(manage("/acme/heartbeats"));
  await tab.getByRole("button", { name: "Create a ping key" }).click();
  await send("/acme/heartbeats/new", { Name: "Backup", "Slug (optional)": "backup" }, "Create heartbeat");
  const one = new URL(tab.url()).pathname.slice("/manage".length);
  await tab.getByRole("button", { name: "Send a ping" }).click();
  const rest = ["", "?state=up", "?tag=none", "/new", `/new?from=${one.split("/").at(-1)}`];
  return [...rest.map((each) => `/acme/heartbeats${each}`), one, `${one}/pings/1`];
}

/** The pages of what `tellPeople` made. */
const toldPlaces = async (): Promise<string[]> => [
  ...["", "/new", "/import", "?state=quarantined"].map((rest) => `/acme/subscribers${rest}`),
  ...["", "/new", "/new?kind=webhook", "/new?kind=slack"].map((rest) => `/acme/channels${rest}`),
  "/acme/outbox",
  "/acme/outbox?filter=failed",
  "/acme/people",
  ...["", "/outbox", "/mailers/new", "/mailers/new?kind=smtp"].map((rest) => `/deployment${rest}`),
  await firstBelow("/acme/channels", "/acme/channels/"),
  await firstBelow("/acme/outbox", "/acme/outbox/"),
  await firstBelow("/deployment", "/deployment/mailers/"),
];

async function findPlaces(): Promise<void> {
  const component = await firstBelow("/acme/components", "/acme/components/");
  const source = await firstBelow("/acme/sources", "/acme/sources/");
  const fixed = ["", "/account", "/new", "/sign-out", "/acme", "/acme/incidents", "/acme/incidents/new"];
  const more = ["/components", "/components/new", "/groups/new", "/sources", "/sources/new", "/audit"];
  const found = [
    ...["/incidents/backfill", "/templates", "/templates/new"].map((rest) => `/acme${rest}`),
    component,
    source,
    await firstBelow("/acme/components", "/acme/groups/"),
    await firstBelow("/acme/incidents", "/acme/incidents/"),
    await firstBelow(source, `${source}/deliveries/`),
    `${source}/rules/new`,
    "/acme/sources/new?kind=alertmanager",
    "/acme/nothing-here",
    ...(await toldPlaces()),
    ...(await watchPlaces()),
    ...(await hearPlaces()),
    ...(await plannedPlaces(tab, manage(""))),
    ...(await mappedPlaces(tab, manage(""))),
    ...["/setup", "/deliveries"].map((rest) => `${source}${rest}`),
  ];
  for (const place of [...fixed, ...more.map((rest) => `/acme${rest}`), ...found]) places[place] = manage(place);
}

beforeAll(async () => {
  smtp = await startSmtp({});
  const env = { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" };
  [server, browser] = await Promise.all([startServer({ args: ["--empty"], env }), openBrowser()]);
  tab = await signInBy(server.ownerLink, await browser.visitor());
  await makePage(tab, server, "acme", ["Website", "Checkout"]);
  const ingest = await makeSource(tab, server, "acme");
  await openIncident();
  const began = new Date(Date.now() - 60_000).toISOString();
  expect(await deliver(ingest, alertmanagerGroup("HighErrorRate", "firing", began))).toBe(202);
  await tellPeople();
  await updateSoon();
  await findPlaces();
});

afterAll(async () => {
  await browser?.close();
  await server?.stop();
  await smtp?.close();
});

/** The same person in another window. */
async function window(options: Parameters<TestBrowser["visitor"]>[0]): Promise<BrowserContext> {
  const context = await browser.visitor(options);
  await context.addCookies(await tab.context().cookies());
  return context;
}

const inspect = async (page: Page) => {
  const wide = await overflow(page);
  return [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
};

/** Where the colours of states, buttons and fields are all used. */
const colourful = ["/acme", "/acme/incidents/new", "/acme/components", "/acme/monitors", "/acme/settings/visibility"];

const isPressed = (place: string) => /^\/acme(\/monitors.*|\/heartbeats.*|\/sources\/.*)?$/.test(place);
const isColourful = (place: string) => colourful.includes(place);

const sizes = [
  { name: "wide", width: 1280, dark: false },
  // As high as any page: what sticks to the edge of a window covers nothing that one cannot scroll to.
  { name: "narrow", width: 320, height: 6000, dark: true },
] as const;
const [wide, narrow] = sizes;
const looks = {
  wide: { ...wide, check: inspect },
  narrow: { ...narrow, check: inspect },
  forced: { width: 375, forcedColors: true, check: inspect, at: isColourful },
  byDay: { width: 320, check: inspect, at: isColourful },
  pressed: { width: 375, check: lowTargets, at: isPressed },
};

let seen: Promise<Record<keyof typeof looks, string[]>> | null = null;

const asSeen = () => (seen ??= window({ script: true }).then((context) => problemsByLook(context, places, looks)));

describe("every management page", () => {
  test("has one main, one h1, a title, buttons told apart, and says which zone its times are in", async () => {
    const titles: string[] = [];
    const check = async (page: Page) => {
      const counts = await Promise.all(["main", "h1"].map((name) => page.locator(name).count()));
      titles.push(await page.title());
      const names = await page
        .getByRole("button")
        .evaluateAll((all) =>
          all.map((each) => each.ariaLabel ?? ((each as HTMLInputElement).labels?.[0] ?? each).textContent),
        );
      const twice = names.filter((name, at) => names.indexOf(name) !== at);
      const [times, zones] = [page.locator("time"), page.getByRole("contentinfo").getByText(/^Times are shown in /)];
      const bare = (await times.count()) > 0 && (await zones.count()) !== 1;
      const heads = counts.join() === "1,1" ? [] : [counts.join()];
      return [...heads, ...twice.map(String), ...(bare ? ["times without a zone"] : [])];
    };
    const plain = await problemsByLook(await window({}), places, { plain: { width: 1280, check } });
    expect(plain).toEqual({ plain: [] });
    expect(titles).toContain("Incidents · Acme Shop · Upfront");
    expect(titles.filter((title) => /^Page not found · .+ · Upfront$/.test(title))).toHaveLength(1);
    expect(titles).not.toContain("Upfront");
  });

  test.each(sizes)("axe-core holds nothing against it at $width px, dark: $dark", async ({ name }) => {
    expect((await asSeen())[name]).toEqual([]);
  });

  test("works with forced colours, and on a phone by day", async () => {
    const { forced, byDay } = await asSeen();
    expect([forced, byDay]).toEqual([[], []]);
    expect(colourful.filter((place) => !places[place])).toEqual([]);
  });

  test("what is pressed about monitors, heartbeats and alerts is 44 px high", async () => {
    expect(Object.keys(places).filter(isPressed).length).toBeGreaterThan(15);
    expect((await asSeen()).pressed).toEqual([]);
  });

  test("longer by 40 % and from right to left, nothing is cut and nothing leaves a phone's window", async () => {
    const context = await window({});
    await context.setExtraHTTPHeaders({ "accept-language": pseudoLanguage });
    const all = { ...places, ...outside };
    expect(await problemsByLook(context, all, { phone: { width: 375, check: misplaced } })).toEqual({ phone: [] });
  });

  test("a rule's trial, which is the answer to a form, fits and holds up like a page, from right to left too", async () => {
    const trials = `${Object.keys(places).find((place) => place.endsWith("/rules/new"))}`;
    const tryIn = async (context: BrowserContext, ways: readonly Look[]) => {
      const page = await context.newPage();
      await page.goto(manage(trials));
      await page.locator("main button[name=try]").click();
      await page.locator("main").getByRole("link").and(page.locator("[href*='/deliveries/']")).first().waitFor();
      await page.locator("form[aria-busy]").waitFor({ state: "detached" });
      const found: string[] = [];
      for (const look of ways) {
        await lookAs(page, look);
        found.push(...(await look.check(page)));
      }
      await context.close();
      return found;
    };
    expect(await tryIn(await window({ script: true }), [looks.wide, looks.narrow])).toEqual([]);
    const mirrored = await window({});
    await mirrored.setExtraHTTPHeaders({ "accept-language": pseudoLanguage });
    expect(await tryIn(mirrored, [{ width: 375, check: misplaced }])).toEqual([]);
  });

  test("the keyboard skips to the content first, and reaches the one button of a form", async () => {
    await tab.goto(manage("/acme/groups/new"));
    await tab.keyboard.press("Tab");
    expect(await tab.locator(":focus").textContent()).toBe("Skip to main content");
    await tab.getByLabel("Name").focus();
    await tab.keyboard.type("By keyboard");
    await tab.keyboard.press("Enter");
    await tab.getByRole("status").getByText("Group added.").waitFor();
  });
});
