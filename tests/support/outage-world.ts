import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext, Page } from "playwright-core";
import { expect, vi } from "vitest";
import { makeApi } from "./api-client";
import { openBrowser, type TestBrowser } from "./browser";
import { type ClockedServer, startClockedServer } from "./clocked-server";
import { type Hook, startHook } from "./hook";
import { makeToken } from "./own-page";
import { cookiesIn, sendPage } from "./plain-forms";
import { addMailer, alertmanagerGroup, deliver, signInBy } from "./signed-in";
import { type ParsedMail, type Smtp, startSmtp } from "./smtp";

/** A shop whose parts fail when a test says so, with the built worker, a real mail server and real HTTP receivers. */
export interface OutageWorld {
  server: ClockedServer;
  smtp: Smtp;
  hook: Hook;
  /** The tab of the person who owns all pages. */
  owner: Page;
  api: ReturnType<typeof makeApi>;
  /** Paths of the shop that answer 503. */
  failing: Set<string>;
  /** Returns the address of a path of the shop. */
  shop(path: string): string;
  /** Lets so many minutes pass, each with its tick. */
  minutes(count: number): Promise<void>;
  close(): Promise<void>;
}

const networks = ["127.0.0.0/8"];
/** The address of the page's owner, which gets the team's emails. */
export const teamAddress = "ana@example.com";

async function startShop(failing: Set<string>): Promise<Server> {
  const shop = createServer(({ url = "" }, response) => void response.writeHead(failing.has(url) ? 503 : 200).end());
  await new Promise<void>((done) => shop.listen(0, "127.0.0.1", done));
  return shop;
}

/** Adds a mailer that uses the mail server, and the address of the owner, whose tab this is. */
async function letMail({ server, smtp, owner }: Pick<OutageWorld, "server" | "smtp" | "owner">): Promise<void> {
  await addMailer(owner, server, smtp);
  const database = server.database as unknown as D1Database;
  const named = "UPDATE person SET email = ?1, name = 'Ana' WHERE kind = 'human'";
  await database.prepare(named).bind(teamAddress).run();
}

/** `visitor`: the owner's browser. */
async function startOutageWorld(visitor: BrowserContext): Promise<OutageWorld> {
  const failing = new Set<string>();
  const [server, smtp, hook, shop] = await Promise.all([
    startClockedServer({ networks, settings: { UPFRONT_INGEST_LIMIT: "0" } }),
    startSmtp({}),
    startHook(),
    startShop(failing),
  ]);
  const owner = await signInBy(server.ownerLink, visitor);
  await letMail({ server, smtp, owner });
  const token = await makeToken(server.url, await cookiesIn(owner.context()));
  return {
    server,
    smtp,
    hook,
    owner,
    api: makeApi(() => server.url, token),
    failing,
    shop: (path) => `http://127.0.0.1:${(shop.address() as AddressInfo).port}${path}`,
    async minutes(count) {
      for (let passed = 0; passed < count; passed++) await server.passed();
    },
    async close() {
      shop.closeAllConnections();
      await Promise.all([shop, smtp, hook].map((each) => each.close()));
      await server.stop();
    },
  };
}

export interface PhoneStory {
  world: OutageWorld;
  browser: TestBrowser;
  owner: Page;
  close(): Promise<void>;
}

/** Opens a world whose owner uses a phone, in dark mode and without JavaScript. */
export async function startPhoneStory(): Promise<PhoneStory> {
  const browser = await openBrowser();
  try {
    const world = await startOutageWorld(await browser.visitor({ width: 375, height: 812, dark: true }));
    const close = async () => {
      await browser.close();
      await world.close();
    };
    return { world, browser, owner: world.owner, close };
  } catch (error) {
    await browser.close();
    throw error;
  }
}

/** Creates the page of one test, with its components, which people keep manually beside its monitors. */
export async function outagePage(world: OutageWorld, slug: string, components: string[]) {
  const { server, hook, smtp, owner, api } = world;
  await sendPage(server.url, await cookiesIn(owner.context()), { slug, components });
  const listed = await api<{ id: string; name: string }[]>(`/pages/${slug}/components`);
  const idOf = (name: string) => listed.find((each) => each.name === name)?.id ?? "";
  const statuses = (given: Record<string, string>) =>
    Object.fromEntries(Object.entries(given).map(([name, status]) => [idOf(name), status]));
  const at = (path = "") => `${server.url}/${slug}${path}`;
  const summary = async () => (await (await fetch(at("/api/v2/summary.json"))).json()) as Summary;
  const received = () => hook.received.filter(({ path }) => path.startsWith(`/${slug}/`));
  return {
    slug,
    idOf,
    statuses,
    at,
    manage: (path = "") => `${server.url}/manage/${slug}${path}`,
    make: <T = { id: string }>(noun: string, given: unknown) => api<T>(`/pages/${slug}/${noun}`, given),
    get: <T>(path: string) => api<T>(`/pages/${slug}${path}`),
    change: <T>(path: string, given: unknown) => api<T>(`/pages/${slug}/${path}`, given, "PATCH"),
    remove: (path: string) => api(`/pages/${slug}/${path}`, undefined, "DELETE"),
    /** Creates a monitor that reports after one failure. */
    watch: (name: string, path: string, moves: Record<string, string>, more: object = {}) => {
      const moving = { components: statuses(moves), hold: 120, resolve_after: 300, ...more };
      const looks = { kind: "http", name, settings: { url: world.shop(path) }, interval: 1, in_a_row: 1 };
      return api<{ id: string }>(`/pages/${slug}/monitors`, { monitor: { ...looks, ...moving } });
    },
    /** Returns what a channel of this test received. */
    told: (channel: string) =>
      received()
        .filter(({ path }) => path.endsWith(`/${channel}`))
        .map(({ body }) => JSON.parse(body) as ChannelBody),
    mailsTo: (address: string): ParsedMail[] => smtp.mails.filter(({ recipient }) => recipient === address),
    summary,
    /** Returns open incidents as visitors see them, once there is one. */
    incidents: () =>
      vi.waitFor(
        async () => {
          const { incidents } = await summary();
          expect(incidents).not.toEqual([]);
          return incidents;
        },
        { timeout: 10_000, interval: 250 },
      ),
    /** Returns what visitors read; a copy in memory lives for a second. */
    reads: async (path = "") => plain(await (await fetch(at(path))).text()),
  };
}
export type OutagePage = Awaited<ReturnType<typeof outagePage>>;

/** The parts of a webhook's or a chat's body that tests check. */
export interface ChannelBody {
  type?: string;
  text?: string;
  attachments?: { title?: string; text?: string; fallback?: string }[];
  data?: { title: string; text: string; [field: string]: unknown };
}

export interface Summary {
  status: { indicator: string; description: string };
  components: { id: string; name: string; status: string }[];
  incidents: { id: string; name: string; impact: string; status: string; components: { name: string }[] }[];
}

const plain = (html: string) =>
  html
    .replace(/<(script|style)\b.*?<\/\1>/gs, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");

/** All notifications of the team about incidents of alerts; none about single alerts. */
const teamEvents = ["draft_opened", "incident_opened", "incident_worsened", "unassigned"];
const publicEvents = ["incident_published", "incident_updated", "incident_resolved"];

/** Adds a webhook for everything, a chat, and a webhook for critical incidents of one component. */
export async function addThreeChannels({ make, slug, idOf }: OutagePage, hook: Hook, narrow: string): Promise<void> {
  const events = [...teamEvents, ...publicEvents];
  const channel = (name: string, kind: string, more: object = {}) =>
    make("channels", { channel: { kind, name, settings: { url: `${hook.url}/${slug}/${name}` }, events, ...more } });
  await channel("all", "webhook");
  await channel("chat", "mattermost");
  await channel("narrow", "webhook", { minimum_severity: "critical", component_ids: [idOf(narrow)] });
}

/** Adds an Alertmanager source whose catch-all is this rule; returns a function that posts an alert to it. */
export async function alertSource({ make, get, change }: OutagePage, rule: object) {
  const given = { source: { kind: "alertmanager", name: "Prometheus" } };
  const { id, ingest_url } = await make<{ id: string; ingest_url: string }>("sources", given);
  const [first] = await get<{ id: string }[]>(`/rules?source=${id}`);
  await change(`rules/${first?.id}`, { rule });
  return async (title: string, severity: string, startsAt: number, status: "firing" | "resolved" = "firing") => {
    const began = new Date(startsAt).toISOString();
    const { alerts, ...group } = alertmanagerGroup(title, status, began);
    const labelled = alerts.map((each) => ({
      ...each,
      labels: { ...each.labels, severity },
      annotations: { summary: title },
    }));
    expect(await deliver(ingest_url, { ...group, alerts: labelled })).toBe(202);
  };
}

/** Adds a subscriber and confirms by the button behind the link in the email. */
export async function addSubscriber({ make, mailsTo }: OutagePage, tab: Page, email: string): Promise<void> {
  await make("subscribers", { subscriber: { email } });
  await expect.poll(() => mailsTo(email).length, { timeout: 10_000 }).toBe(1);
  const link = /http:\/\/localhost\S*\/subscriptions\/[\w.-]+/.exec(mailsTo(email)[0]?.text ?? "")?.[0] ?? "";
  await tab.goto(link);
  await tab.getByRole("button", { name: "Confirm subscription" }).click();
  await tab.waitForLoadState();
}
