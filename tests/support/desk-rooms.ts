import type { BrowserContext, Page } from "playwright-core";
import { pickComponent } from "./picker";
import { startServer } from "./server";
import { addMailer, alertmanagerGroup, deliver, signInBy } from "./signed-in";
import { type Smtp, startSmtp } from "./smtp";

const page = "/larkfield";

/** Returns the first link of a list to one of its items. */
async function firstOf(tab: Page, desk: string, list: string, below = list): Promise<string> {
  await tab.goto(`${desk}${list}`);
  const hrefs = await tab
    .locator(`main a[href^="/manage${below}/"]`)
    .evaluateAll((links) => links.map((link) => link.getAttribute("href") ?? ""));
  const found = hrefs.find((href) => !/\/(new|several|backfill|export|import)(\?|$)/.test(href));
  if (!found) throw new Error(`no link below ${below} on ${list}`);
  return found.slice("/manage".length);
}

/** Adds a source by its form, and fires one alert from it. Returns the source's address. */
async function fireAlert(tab: Page, desk: string): Promise<string> {
  await tab.goto(`${desk}${page}/sources/new?kind=alertmanager`);
  await tab.getByLabel("Name", { exact: true }).fill("Cluster Frankfurt");
  await tab.getByRole("button", { name: "Create source" }).click();
  const address = await tab.getByRole("region", { name: "Source URL" }).textContent();
  const began = new Date(Date.now() - 60_000).toISOString();
  await deliver(address?.trim() ?? "", alertmanagerGroup("HighErrorRate", "firing", began));
  return new URL(tab.url()).pathname.slice("/manage".length).replace(/\/setup$/, "");
}

async function writeDraft(tab: Page, desk: string): Promise<string> {
  await tab.goto(`${desk}${page}/incidents/new`);
  await tab.getByLabel("Title").fill("Search returns no results");
  await tab.getByLabel("Update", { exact: true }).fill("Searches come back empty since 14:05. We look into it.");
  await pickComponent(tab, "Website", "partial_outage");
  await tab.getByRole("button", { name: "Save as draft" }).click();
  return new URL(tab.url()).pathname.slice("/manage".length);
}

async function addPeople(tab: Page, desk: string, smtp: Smtp): Promise<void> {
  await addMailer(tab, { url: desk.replace(/\/manage$/, "") }, smtp);
  await tab.goto(`${desk}${page}/channels/new?kind=webhook`);
  await tab.getByLabel("Name", { exact: true }).fill("Operations");
  await tab.getByLabel("URL", { exact: true }).fill("https://hooks.example.com/up");
  await tab.getByRole("button", { name: "Create channel" }).click();
  await tab.goto(`${desk}${page}/people`);
  await tab.getByRole("button", { name: "Invite" }).click();
  for (const name of ["ann", "bert", "carla"]) {
    await tab.goto(`${desk}${page}/subscribers/new`);
    await tab.getByLabel("Email address").fill(`${name}@example.com`);
    await tab.getByRole("button", { name: "Add and send confirmation" }).click();
  }
}

const on = (rest: Record<string, string>) =>
  Object.fromEntries(Object.entries(rest).map(([name, path]) => [name, `${page}${path}`]));

/** Returns the rooms used while something is wrong, or about to be. */
async function atWork(tab: Page, desk: string): Promise<Record<string, string>> {
  const draft = await writeDraft(tab, desk);
  return {
    "Sign in": "/sign-in",
    Pages: "",
    ...on({ Now: "", Incidents: "/incidents", "New incident": "/incidents/new" }),
    Draft: draft,
    "Incident room": await firstOf(tab, desk, `${page}/incidents?filter=open`, `${page}/incidents`),
    Postmortem: `${await firstOf(tab, desk, `${page}/incidents?filter=closed`, `${page}/incidents`)}/postmortem`,
    Alert: await firstOf(tab, desk, page, `${page}/alerts`),
    ...on({
      Activity: "/activity",
      Maintenance: "/maintenances",
      "Schedule maintenance": "/maintenances/new",
      Search: "/search?q=pay",
    }),
    "Maintenance window": await firstOf(tab, desk, `${page}/maintenances`),
    ...on({ Help: "/help" }),
    Account: "/account",
  };
}

/** Returns the rooms of settings. */
async function atSetUp(tab: Page, desk: string, source: string): Promise<Record<string, string>> {
  return {
    "New page": "/new",
    ...on({ Components: "/components", "Several components": "/components/several", Subscribers: "/subscribers" }),
    Component: await firstOf(tab, desk, `${page}/components`),
    ...on({ Branding: "/settings/branding", Domain: "/settings/domain", Visibility: "/settings/visibility" }),
    ...on({ Monitors: "/monitors", "Kinds of monitor": "/monitors/new", "New monitor": "/monitors/new?kind=http" }),
    Monitor: await firstOf(tab, desk, `${page}/monitors`),
    Heartbeats: `${page}/heartbeats`,
    Heartbeat: await firstOf(tab, desk, `${page}/heartbeats`),
    ...on({ Sources: "/sources", "Kinds of source": "/sources/new" }),
    "Source, set up": `${source}/setup`,
    Source: source,
    ...on({ People: "/people", Notifications: "/channels", "Kinds of channel": "/channels/new" }),
    ...on({ "Audit log": "/audit", Settings: "/settings", "Danger zone": "/settings/danger" }),
    ...on({ Outbox: "/outbox", Usage: "/usage" }),
    Deployment: "/deployment",
  };
}

/** The rooms of management by name, filled as on a bad day: `cookies` are the owner's. */
export interface DeskRooms {
  desk: string;
  atWork: Record<string, string>;
  atSetUp: Record<string, string>;
  cookies: Awaited<ReturnType<BrowserContext["cookies"]>>;
  stop(): Promise<void>;
}

/** Starts the demo and fills its empty rooms, by the forms. */
export async function openDeskRooms(plain: BrowserContext): Promise<DeskRooms> {
  const smtp = await startSmtp({});
  const server = await startServer({ env: { UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" } });
  const desk = `${server.url}/manage`;
  const tab = await signInBy(server.ownerLink, plain);
  const source = await fireAlert(tab, desk);
  await addPeople(tab, desk, smtp);
  const rooms = { atWork: await atWork(tab, desk), atSetUp: await atSetUp(tab, desk, source) };
  const stop = async () => {
    await server.stop();
    await smtp.close();
  };
  return { desk, ...rooms, cookies: await plain.cookies(), stop };
}
