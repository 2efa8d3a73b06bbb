import type { RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { createComponent } from "~/components/create";
import { archiveComponent } from "~/components/verbs";
import { openIncident } from "~/incidents/open";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import { setPageImage } from "~/pages/branding";
import { deletePage } from "~/pages/delete";
import { updatePage } from "~/pages/update";
import { createPage } from "~/pages/verbs";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { type Desk, good, openDesk, operator } from "../support/desk";
import { faulty } from "../support/faults";
import { type Front, openFront } from "../support/front";
import { KeyValues } from "../support/key-values";
import { type PublicAddress, publicAddresses } from "../support/public-addresses";
import { type Browser, openBrowser, origin } from "../support/worker";

/** What is taken back is taken back in every copy: through the real listener, with the whole worker behind it. */
const copies = new KeyValues();
let desk: Desk;
let front: Front;
let visitor: Browser;
let all: PublicAddress[];
let [incident, component] = ["", ""];
let current: D1Database;

const passOn: RequestListener = async (request, response) => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (!/^(host|connection)$/.test(name)) headers.set(name, String(value));
  }
  const answer = await visitor.go(`${origin}${request.url}`, { method: request.method ?? "GET", headers });
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  response.end(Buffer.from(await answer.arrayBuffer()));
};

beforeAll(async () => {
  desk = await openDesk({ COPIES: copies as unknown as KVNamespace });
  current = desk.deployment.bindings.DB;
  const database = {
    prepare: (query: string) => current.prepare(query),
    batch: (statements: D1PreparedStatement[]) => current.batch(statements),
  } as unknown as D1Database;
  visitor = await openBrowser(desk.deployment, { settings: { DB: database } });
  front = await openFront((request, response) => void passOn(request, response));
  const { pageId, components } = desk;
  component = (await good(createComponent(desk.owner(), { pageId, name: "Hidden part" }))).id;
  // Long enough to be packed by the listener, and so to be kept there.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><title>Logo of Acme</title>${"<path/>".repeat(400)}</svg>`;
  const bytes = new TextEncoder().encode(svg);
  await good(setPageImage(desk.owner(), { pageId, kind: "logo", bytes, version: 0 }));
  const touched = { [components[0]]: "major_outage" as const };
  const said = { title: "Wrong customer", body: "Wrong words", status: "investigating" as const, components: touched };
  incident = (await good(openIncident(desk.owner(), { pageId, ...said, visibility: "published", notify: false }))).id;
  const image = /images\/(\w+)/.exec(await (await visitor.go("/acme")).text())?.[1] ?? "";
  const on = { component, incident, image, oldIncident: "x", maintenance: "y", oldMaintenance: "z" };
  all = publicAddresses(on).filter(({ kind }) => kind !== "token" && kind !== "form");
});
afterAll(async () => {
  await front.stop();
  await desk.close();
});
/** Later than a date may tell versions apart, and than a copy outside the database is written again. */
beforeEach(() => {
  desk.deployment.clock.now += 61_000;
});

interface Seen {
  status: number;
  text: string;
  tags: Record<string, string>;
}

async function see({ path, accept }: PublicAddress, more: Record<string, string> = {}, method = "GET"): Promise<Seen> {
  const headers = { ...(accept ? { accept } : {}), ...more };
  const { status, headers: told, body } = await front.ask(`/acme${path}`, { method, headers });
  const { etag, "last-modified": date } = told;
  const tags = {
    ...(etag ? { "if-none-match": etag, "if-range": etag, range: "bytes=0-999" } : {}),
    ...(date ? { "if-modified-since": date } : {}),
  };
  return { status, text: `${JSON.stringify(told)}\n${body}`, tags };
}

const bodyOf = ({ text }: Seen) => text.slice(text.indexOf("\n"));

const seeAll = () => Promise.all(all.map((address) => see(address)));

/** Where an earlier reader is told that nothing changed, or what must be gone is still there. */
async function leaks(before: readonly Seen[], gone: RegExp): Promise<string[]> {
  const found: string[] = [];
  for (const [at, address] of all.entries()) {
    const then = before[at] as Seen;
    const byDate = { "if-modified-since": then.tags["if-modified-since"] ?? "" };
    const now = await see(address);
    const again = [await see(address, then.tags), await see(address, byDate), await see(address, {}, "HEAD")];
    if ([now, ...again].some(({ text }) => gone.test(text))) found.push(`${address.path} shows it`);
    const isSame = now.status === 200 && bodyOf(now) === bodyOf(then);
    if (!isSame && again.some(({ status }) => status === 304 || status === 206)) found.push(`${address.path} is kept`);
  }
  return found;
}

const kept = async () => {
  await desk.deployment.settled();
  return [...copies.kept].map((each) => each.join(" ")).join("\n");
};

test("an incident that is withdrawn, and a component that is taken away, are in no copy", async () => {
  const { pageId } = desk;
  const before = await seeAll();
  const named = before.filter(({ text }) => /Wrong (customer|words)/.test(text));
  expect([named.length > 8, before.some(({ text }) => text.includes("Hidden part"))]).toEqual([true, true]);
  expect(before.filter(({ tags }) => tags["if-modified-since"]).length).toBeGreaterThan(3);
  const { version } = (await good(readIncident(desk.owner(), { pageId, id: incident }))).incident;
  await good(withdrawIncident(desk.owner(), { pageId, id: incident, version }));
  await good(archiveComponent(desk.owner(), { pageId, id: component, version: 0 }));
  desk.deployment.clock.now += 1000;
  expect(await leaks(before, /Wrong (customer|words)|Hidden part/)).toEqual([]);
  expect(await kept()).not.toMatch(/Wrong (customer|words)/);
});

const execute = (sql: string) => desk.deployment.ctx().d1.prepare(sql).bind().run();
const versionOf = async () => {
  const { d1 } = desk.deployment.ctx();
  const found = await d1.prepare("SELECT version FROM page WHERE id = ?1").bind(desk.pageId).all();
  return (found.results[0] as { version: number }).version;
};

test("an image of a page may be kept by its readers, and a minute by caches that they share", async () => {
  const image = all.find(({ kind }) => kind === "image") as PublicAddress;
  const [first, second] = [await see(image), await see(image)];
  for (const { text } of [first, second]) {
    expect(text).toContain('"public, max-age=31536000, s-maxage=60, immutable"');
    expect([text.includes("; sandbox"), text.includes("Logo of Acme")]).toEqual([true, true]);
  }
  expect((await see(image, first.tags)).status).toBe(304);
});

test("a page that turns private in another isolate is in no copy, nor when the database is away", async () => {
  const before = await seeAll();
  const { d1 } = desk.deployment.ctx();
  await d1.prepare("UPDATE snapshot SET visibility = 'members' WHERE page_id = ?1").bind(desk.pageId).run();
  desk.deployment.clock.now += 1000;
  expect(await leaks(before, /Acme|Website/)).toEqual([]);
  await d1.prepare("UPDATE snapshot SET visibility = 'public' WHERE page_id = ?1").bind(desk.pageId).run();
  desk.deployment.clock.now += 1000;
  const visible = await seeAll();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: await versionOf(), visibility: "members" }));
  expect(await leaks(visible, /Acme|Website/)).toEqual([]);
  expect(await kept()).not.toMatch(/Acme|Website/);
  resetIsolate();
  current = faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;
  expect(await leaks(visible, /Acme|Website/)).toEqual([]);
  current = desk.deployment.bindings.DB;
  resetIsolate();
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: await versionOf(), visibility: "public" }));
});

test("a page that turns private while KV is away is saved, and its copy is gone with the next tick", async () => {
  await seeAll();
  await execute("UPDATE snapshot SET wanted = wanted + 1");
  await publishPage(desk.deployment.ctx(), desk.pageId);
  expect(await kept()).toMatch(/Website/);
  copies.away = true;
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: await versionOf(), visibility: "members" }));
  expect(await kept()).toMatch(/Website/);
  copies.away = false;
  desk.deployment.clock.now += 60_000;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  expect(await kept()).not.toMatch(/Acme|Website/);
  await good(updatePage(desk.owner(), { pageId: desk.pageId, version: await versionOf(), visibility: "public" }));
});

test("a deleted page is in no copy, also where another page has its address", async () => {
  const before = await seeAll();
  expect(before[0]?.text).toContain("Acme");
  await good(deletePage(desk.owner(), { pageId: desk.pageId, version: await versionOf(), name: "Acme" }));
  expect(await leaks(before, /Acme|Website/)).toEqual([]);
  await good(createPage(desk.deployment.ctx(operator), { name: "Newcomer", slug: "acme" }));
  expect((await see({ path: "", kind: "document" })).text).toContain("Newcomer");
  expect(await leaks(before, /Acme|Website/)).toEqual([]);
  expect([...copies.kept.keys()]).toEqual(expect.arrayContaining(["acme", "acme/recent"]));
  for (let minutes = 0; minutes < 2; minutes++) {
    desk.deployment.clock.now += 60_000;
    await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  }
  expect(await kept()).not.toMatch(/Acme|Website/);
  expect(copies.kept.get("acme")).toContain("Newcomer");
  const purged = await execute("SELECT id FROM page WHERE deleted_at IS NOT NULL");
  expect(purged.results).toEqual([]);
});
