import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { pageKeyCookieHeader } from "~/auth/keyring";
import { membershipTable, personTable, sessionTable } from "~/db/schema";
import { deletePage } from "~/pages/delete";
import { pageKeySigningText } from "~/pages/rules/page-door";
import { resetIsolate } from "~/platform/isolate";
import { resetPageReadFailures } from "~/status-page/part-reader";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { asOwner } from "../support/every-fault";
import { faulty } from "../support/faults";
import { mistypedAddresses, type PublicAddress, publicAddresses } from "../support/public-addresses";
import { put } from "../support/scenario";
import { makeToldPage, type ToldPage } from "../support/told-page";
import { type Browser, openBrowser, origin } from "../support/worker";

/**
 * Row 40: who may not see a page gets, byte for byte, what they get of an address without a page: in every format, by
 * every method and header, and while the database is away. All slugs are of one length.
 */
const unknown = "unknown1";
const slugs = { passphrase: "private1", members: "members1", deleted: "deleted1", other: "another1" };

let deployment: TestDeployment;
let visitor: Browser;
let current: D1Database;
const pages = {} as Record<keyof typeof slugs, ToldPage>;
/** What was written to KV and to the Cache API, by name. */
const kept: string[] = [];

const copies = {
  get: async () => null,
  put: async (name: string) => void kept.push(name),
  delete: async () => undefined,
} as unknown as KVNamespace;
const cache = {
  match: async () => undefined,
  put: async (name: string) => void kept.push(name),
  delete: async () => true,
};
const switched = {
  prepare: (query: string) => current.prepare(query),
  batch: (statements: D1PreparedStatement[]) => current.batch(statements),
} as unknown as D1Database;

async function hide(page: ToldPage, visibility: string, door: string): Promise<void> {
  const { d1 } = deployment.ctx();
  await d1
    .prepare("UPDATE page SET visibility = ?1, passphrase_generation = 3 WHERE id = ?2")
    .bind(visibility, page.id)
    .run();
  const sql = "UPDATE snapshot SET visibility = ?1, wanted = wanted + 1 WHERE page_id = ?2";
  await d1.prepare(sql).bind(door, page.id).run();
}

beforeAll(async () => {
  vi.stubGlobal("caches", { default: cache });
  deployment = await openDeployment({ COPIES: copies });
  for (const name of Object.keys(slugs) as (keyof typeof slugs)[]) {
    pages[name] = await makeToldPage(deployment, slugs[name], slugs[name]);
  }
  await hide(pages.passphrase, "passphrase", "passphrase:3");
  await hide(pages.members, "members", "members");
  const { id } = pages.deleted;
  await good(deletePage(asOwner(deployment.ctx(), pages.deleted), { pageId: id, version: 0, name: "Acme" }));
  current = deployment.bindings.DB;
  visitor = await openBrowser(deployment, { settings: { DB: switched } });
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await deployment.close();
});
beforeEach(() => {
  current = deployment.bindings.DB;
  resetIsolate();
  kept.length = 0;
});

const keyFor = async (page: ToldPage, generation: number, signedFor = page) =>
  pageKeyCookieHeader(
    origin,
    page.id,
    await deployment.ctx().secrets.sign(pageKeySigningText(signedFor.id, generation)),
  ).split(";")[0] ?? "";

/** Those who may not come in, each with what they bring. */
const strangers = async (): Promise<[name: string, page: ToldPage, cookie: string][]> => [
  ["a private page, no key", pages.passphrase, ""],
  ["a private page, the key of an earlier passphrase", pages.passphrase, await keyFor(pages.passphrase, 2)],
  ["a private page, the key of another page", pages.passphrase, await keyFor(pages.passphrase, 3, pages.other)],
  ["a page of members, a session of nobody", pages.members, `__Host-session=${"x".repeat(43)}`],
  ["a page of members, a key as of a passphrase", pages.members, await keyFor(pages.members, 3)],
  ["a deleted page", pages.deleted, ""],
];

const form = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };
const typed = "passphrase=wrong&email=ann%40example.com&act=leave&language=de&zone=Asia%2FTokyo&theme=dark";

const manners: [name: string, init: RequestInit][] = [
  ["POST", { method: "POST", headers: form, body: typed }],
  ["GET", {}],
  ["HEAD", { method: "HEAD" }],
  ["If-None-Match: *", { headers: { "if-none-match": "*" } }],
  ["as JSON", { headers: { accept: "application/json" } }],
  ["in Japanese", { headers: { "accept-language": "ja", "if-modified-since": "Fri, 01 Jan 2100 00:00:00 GMT" } }],
];

/** Everything of an answer but the request's own id and the address that was asked for. */
async function traceOf(response: Response, slug: string): Promise<string> {
  const id = response.headers.get("x-request-id") ?? "";
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id").sort();
  const text = await response.text();
  const whole = JSON.stringify([
    response.status,
    headers,
    text.replaceAll(/name="_token" value="[^"]*"|"nonce","\w{26}"/g, ""),
  ]);
  return whole.replaceAll(id, "ID").replaceAll(slug, "SLUG");
}

async function trace(slug: string, { path, accept }: PublicAddress, init: RequestInit, cookie: string) {
  const headers = new Headers(init.headers);
  if (accept && !headers.has("accept")) headers.set("accept", accept);
  if (cookie) headers.set("cookie", cookie);
  return traceOf(await visitor.go(`/${slug}${path}`, { ...init, headers }), slug);
}

/** Where a stranger learns something. `few`: one of each kind of page is enough. */
async function differences(init: RequestInit, few = true): Promise<string[]> {
  const found: string[] = [];
  const nowhere = new Map<string, string>();
  const all = (await strangers()).filter(
    ([, page], at, list) => !few || list.findIndex((each) => each[1] === page) === at,
  );
  for (const [name, page, cookie] of all) {
    for (const address of [...publicAddresses(page.on), ...mistypedAddresses]) {
      const key = `${address.path} ${address.accept}`;
      const hidden = await trace(page.slug, address, init, cookie);
      if (!nowhere.has(key)) nowhere.set(key, await trace(unknown, address, init, cookie));
      const told = `${name}: ${key} ${hidden}`;
      if (hidden !== nowhere.get(key)) found.push(`${told}\n${nowhere.get(key)}`);
      if (!hidden.includes('["cache-control","no-store"]') || /"etag"|"last-modified"/.test(hidden)) found.push(told);
      if (address.kind !== "door" && !/^\[(404|405|503|303)/.test(hidden)) found.push(told);
    }
  }
  return found;
}

test.each(manners)("%s: a page that is not for you is as one that is not there", async (name, init) => {
  expect(await differences(init, name !== "GET")).toEqual([]);
});

test.each(manners)("%s, D1 away: the same, also where this isolate knows the page", async (_, init) => {
  for (const { slug, on } of Object.values(pages)) {
    for (const { path } of publicAddresses(on).slice(0, 8)) await visitor.go(`/${slug}${path}`);
  }
  deployment.clock.now += 2000;
  resetPageReadFailures();
  current = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database;
  expect(await differences(init)).toEqual([]);
});

const disguises: [name: string, of: (slug: string, path: string) => string][] = [
  ["as Remix asks for data", (slug, path) => `/${slug}${path}.data`],
  ["as Remix once asked for data", (slug, path) => `/${slug}${path}?_data=routes%2Fpublic%2Fpage`],
  ["with a slash at the end", (slug, path) => `/${slug}${path}/`],
  ["with a letter escaped", (slug, path) => `/%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}${path}`],
  ["in capitals", (slug, path) => `/${slug.toUpperCase()}${path}`],
  ["with two slashes", (slug, path) => `/${slug}/${path}`],
];

test.each(disguises)("%s: the same", async (_, of) => {
  const found: string[] = [];
  for (const { path } of [...publicAddresses(pages.passphrase.on), ...mistypedAddresses]) {
    const ask = async (slug: string) =>
      (await traceOf(await visitor.go(of(slug, path)), slug)).replaceAll(of(slug, "").slice(1), "SLUG");
    const [hidden, nowhere] = [await ask(slugs.passphrase), await ask(unknown)];
    if (hidden !== nowhere || /Trouble|Acme|Disks/.test(hidden)) found.push(`${path}\n${hidden}\n${nowhere}`);
  }
  expect(found).toEqual([]);
});

test("who has the key sees it all, and nobody keeps any of it", async () => {
  const { slug, id, on } = pages.passphrase;
  const cookie = await keyFor(pages.passphrase, 3);
  deployment.clock.now += 120_000;
  await publishPage(deployment.ctx(), id);
  const wrong: string[] = [];
  for (const { path, kind, accept } of publicAddresses(on).filter((each) => each.kind !== "token")) {
    const headers = { cookie, "if-none-match": "*", ...(accept ? { accept } : {}) };
    const response = await visitor.go(`/${slug}${path}`, { headers });
    const [control, etag] = [response.headers.get("cache-control"), response.headers.get("etag")];
    if (response.status !== 200 || control !== "no-store" || etag !== null) {
      wrong.push(`${kind} ${path}: ${response.status}, ${control}, ${etag}`);
    }
    if (response.headers.has("access-control-allow-origin")) wrong.push(`${path} may be read by any site's script`);
  }
  expect(wrong).toEqual([]);
  expect(kept.filter((name) => name.includes(slug) || name.includes(on.image))).toEqual([]);
  expect(await differences({})).toEqual([]);
});

test("row 41: a member's session opens the page in every format, and nothing of it once it has ended", async () => {
  const { id, slug, on } = pages.members;
  const token = "m".repeat(43);
  const tokenHash = createHash("sha256").update(token).digest("hex");
  const { now } = deployment.clock;
  await put(deployment, personTable, [{ id: "ann", name: "Ann", operator: false, createdAt: 1, updatedAt: 1 }]);
  await put(deployment, membershipTable, [{ pageId: id, personId: "ann", role: "viewer", createdAt: 1 }]);
  const living = { createdAt: now, lastSeenAt: now, expiresAt: now + 1e9 };
  await put(deployment, sessionTable, [{ tokenHash, id: "s1", personId: "ann", ...living }]);
  const cookie = `__Host-session=${token}`;
  const all = publicAddresses(on).filter(({ kind }) => kind !== "token" && kind !== "door");
  const traces = () => Promise.all(all.map((address) => trace(slug, address, {}, cookie)));
  const closed = (texts: string[]) => texts.filter((text) => !/^\[200,.*"cache-control","no-store"/.test(text));
  expect(closed(await traces())).toEqual([]);
  await deployment.ctx().d1.prepare("DELETE FROM session WHERE id = 's1'").bind().run();
  const nowhere = await Promise.all(all.map((address) => trace(unknown, address, {}, cookie)));
  expect(await traces()).toEqual(nowhere);
});

test("the comparison can see: a public page differs from an unknown one in every address", async () => {
  const same: string[] = [];
  for (const address of publicAddresses(pages.other.on)) {
    const [shown, nowhere] = [await trace(slugs.other, address, {}, ""), await trace(unknown, address, {}, "")];
    if (shown === nowhere && address.kind !== "door") same.push(address.path);
  }
  expect(same).toEqual([`/subscriptions/${"x".repeat(43)}/leave`]);
});

test("what speaks of the whole deployment names no page that is not for everybody", async () => {
  const forMachines = [
    "/llms.txt",
    "/index.html.md",
    "/.well-known/api-catalog",
    "/sitemap.xml",
    "/robots.txt",
    "/metrics",
  ];
  for (const path of ["/", ...forMachines, "/api/v1/pages", "/manage/sign-in"]) {
    const response = await visitor.go(path);
    const told = `${JSON.stringify([...response.headers])} ${await response.text()}`;
    expect([path, Object.values(slugs).filter((slug) => told.includes(slug))]).toEqual([path, []]);
  }
});

test("a mistyped link below a page leads home whoever may see the page, and says nothing to anybody else", async () => {
  const member = await keyFor(pages.passphrase, 3);
  const shown = async (slug: string, path: string, cookie: string) => {
    const answer = await visitor.go(`/${slug}${path}`, { headers: cookie ? { cookie } : {} });
    const text = await answer.text();
    return [path, answer.status, answer.headers.get("cache-control"), text.includes(`<a href="/${slug}">`)];
  };
  for (const { path } of mistypedAddresses) {
    expect(await shown(slugs.other, path, "")).toEqual([path, 404, "no-store", true]);
    expect(await shown(slugs.passphrase, path, member)).toEqual([path, 404, "no-store", true]);
    for (const slug of [slugs.passphrase, slugs.members, slugs.deleted, unknown, "UNKNOWN1", "status"])
      expect(await shown(slug, path, "")).toEqual([path, 404, "no-store", false]);
  }
});
