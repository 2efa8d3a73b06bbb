import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { deletePage } from "~/pages/delete";
import { readPageHost, removePageHost, requestPageHost, verifyPageHost } from "~/pages/own-host";
import { hostProofRecordName, hostProofRecordText } from "~/pages/rules/host-proof";
import { updatePage } from "~/pages/update";
import { chooseHomePage, createPage } from "~/pages/verbs";
import { resetIsolate } from "~/platform/isolate";
import { readHomeSlug } from "~/status-page/home";
import { attacksSaid } from "../support/attacks-said";
import { type Desk, failureOf, good, openDesk, operator } from "../support/desk";
import { faulty } from "../support/faults";
import { KeyValues } from "../support/key-values";
import { resolverOf } from "../support/resolver";
import { type Browser, openBrowser } from "../support/worker";

/** Who takes a host that is another page's, or the deployment's own; and where a host leads once it was given up. */
const texts = new Map<string, string[]>();
const copies = new KeyValues();
let desk: Desk;
let visitor: Browser;
let [acme, rival] = ["", ""];
const host = "status.acme.example.com";

beforeAll(async () => {
  desk = await openDesk({ COPIES: copies as never, UPFRONT_URL: "https://up.example.net" });
  desk.deployment.way.outbound = resolverOf(texts);
  visitor = await openBrowser(desk.deployment);
  acme = desk.pageId;
  rival = (await good(createPage(desk.deployment.ctx(operator), { name: "Rival", slug: "rival" }))).id;
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.deployment.clock.now += 61_000;
});

const owner = (pageId: string) => ({ ...desk.deployment.ctx(operator), member: { pageId, role: "owner" as const } });

async function row(pageId: string): Promise<{ version: number; host: string | null; slug: string }> {
  const { d1 } = desk.deployment.ctx();
  const found = await d1.prepare("SELECT version, host, slug FROM page WHERE id = ?1").bind(pageId).all();
  return found.results[0] as { version: number; host: string | null; slug: string };
}

/** What a use case of the page at its present version comes to: "done", or the code of its refusal. */
type Given = { pageId: string; version: number };
async function outcome(pageId: string, of: (ctx: ReturnType<typeof owner>, given: Given) => Promise<unknown>) {
  const { version } = await row(pageId);
  const failure = await failureOf(of(owner(pageId), { pageId, version }) as never);
  return failure === null ? "done" : ((failure as { code?: string }).code ?? (failure as { name: string }).name);
}

const ask = (pageId: string, name: string) =>
  outcome(pageId, (ctx, given) => requestPageHost(ctx, { ...given, host: name }));
const check = (pageId: string) => outcome(pageId, verifyPageHost);
const remove = (pageId: string) => outcome(pageId, removePageHost);

/** The record that management shows for the host that the page asks for. */
async function record(pageId: string): Promise<string> {
  const { wanted } = await good(readPageHost(owner(pageId), { pageId }));
  return wanted?.recordValue ?? "";
}

const shown = async (address: string) => {
  const answer = await visitor.go(address);
  return answer.ok ? (/<title>[^<]*(Acme|Rival)/.exec(await answer.text())?.[1] ?? "none") : answer.status;
};

const connect = async (pageId: string) => {
  expect(await ask(pageId, host)).toBe("done");
  texts.set(hostProofRecordName(host), [await record(pageId)]);
  resetIsolate();
  return check(pageId);
};

/** As isolates in another data centre see it, when the database is away. */
async function shownAway(address: string): Promise<string | number> {
  await desk.deployment.settled();
  resetIsolate();
  const { database } = faulty(desk.deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  const away = await openBrowser(desk.deployment, { settings: { DB: database } });
  const answer = await away.go(address);
  resetIsolate();
  return answer.ok ? (/<title>[^<]*(Acme|Rival)/.exec(await answer.text())?.[1] ?? "none") : answer.status;
}

test("the proof of one page is none of another, and what is only asked for leads nowhere", async () => {
  expect([await ask(acme, host), await ask(rival, host)]).toEqual(["done", "done"]);
  const [ours, theirs] = [await record(acme), await record(rival)];
  expect([ours === theirs, ours.length, theirs.length]).toEqual([false, 57, 57]);
  texts.set(hostProofRecordName(host), [
    ours,
    "upfront-proof=",
    hostProofRecordText("x"),
    `${theirs}x`,
    theirs.toUpperCase(),
  ]);
  expect(await check(rival)).toBe("host_unproven");
  texts.set(host, [theirs]).set(hostProofRecordName("acme.example.com"), [theirs]);
  expect(await check(rival)).toBe("host_unproven");
  expect(await shown(`https://${host}/`)).toBe(421);
});

test("of two pages with a proof each that check at once one has the host, and the other is told so", async () => {
  texts.set(hostProofRecordName(host), [await record(acme), await record(rival)]);
  const found = await Promise.all([check(acme), check(rival)]);
  expect(found.toSorted()).toEqual(["done", "host_taken"]);
  const holders = [await row(acme), await row(rival)].filter((each) => each.host === host);
  expect(holders).toHaveLength(1);
  expect([await remove(acme), await remove(rival)]).toEqual(["done", "done"]);
});

test("a proven host stays its page's, whoever else has a record for it; given up, each asks with a proof of its own", async () => {
  expect(await connect(acme)).toBe("done");
  expect(await connect(rival)).toBe("host_taken");
  expect(await shown(`https://${host}/`)).toBe("Acme");
  const old = texts.get(hostProofRecordName(host));
  expect([await remove(acme), await check(acme), await ask(acme, host)]).toEqual(["done", "host_unproven", "done"]);
  expect([await record(acme)]).not.toEqual(old);
  expect([await check(acme), await check(rival)]).toEqual(["host_unproven", "done"]);
  expect(await shown(`https://${host}/`)).toBe("Rival");
  expect([await remove(acme), await remove(rival)]).toEqual(["done", "done"]);
});

/** All are the deployment's own, an address, or no name of the public DNS; then what is one host however it is written. */
const refused = [
  ...[
    "up.example.net",
    "UP.EXAMPLE.NET",
    "up.example.net.",
    "up.example.net。",
    "ｕｐ.example.net",
    "up.example%2enet",
  ],
  ...["up.example.net\\x", "u\u00adp.example.net", "up.example.net:443", "https://up.example.net", "x@up.example.net"],
  ...[
    "203.0.113.1",
    "0xcb.0.113.1",
    "3405803777",
    "203.0.113.1.",
    "２０３.0.113.1",
    "[2001:db8::1]",
    "::ffff:203.0.113.1",
  ],
  ...["localhost", "a.localhost", "intranet", "a.internal", "a.local", "a.example.", "*.acme.com", "", "."],
  ...["status.acme.com:8443", "status.acme.com/x", "status..acme.com", "status_.acme.com", "-a.acme.com", "a.acme.123"],
  ...[
    "status.acme.com\r\nX: y",
    "status.acme\u0000.com",
    "status.acme.com, up.example.net",
    "status.acme.com\u202e.moc",
  ],
];
const spellings = [
  "Status.Acme.COM",
  " status.acme.com ",
  "status.acme.com.",
  "status。acme。com",
  "ｓｔａｔｕｓ.acme.com",
];

test("no writing of the deployment's own host or of an address is a page's, and all of one host are that host", async () => {
  const said = `${refused.length} writings refused, ${spellings.length} taken as one`;
  expect(attacksSaid("tests/walls/host-claims.test.ts")).toBe(said);
  const taken: string[] = [];
  for (const name of refused) if ((await ask(acme, name)) === "done") taken.push(name);
  expect(taken).toEqual([]);
  for (const name of spellings) {
    expect(await ask(acme, name), name).toBe("done");
    expect((await good(readPageHost(owner(acme), { pageId: acme }))).wanted?.host).toBe("status.acme.com");
  }
  expect([await ask(acme, "ѕtatus.acme.com"), await ask(acme, "mine.up.example.net")]).toEqual(["done", "done"]);
  expect(await remove(acme)).toBe("done");
});

test("a page's host is only that host: not with another port or a dot at its end, below it or beside it", async () => {
  expect(await connect(acme)).toBe("done");
  expect([await shown(`https://${host}/`), await shown(`https://${host.toUpperCase()}:443/`)]).toEqual([
    "Acme",
    "Acme",
  ]);
  for (const other of [
    `${host}:8443`,
    `${host}.`,
    `x.${host}`,
    "acme.example.com",
    `${host}.evil.example`,
    "203.0.113.1",
  ])
    expect([other, await shown(`https://${other}/`)]).toEqual([other, 421]);
  for (const path of ["/rival", "/acme", "/manage", "/.//rival", "/%2e%2e/rival", "/..%2frival", "/\\rival", "//rival"])
    expect([path, await shown(`https://${host}${path}`)]).toEqual([path, 404]);
});

test("a page that moves or gives its host up takes its signposts along, before the database can be away", async () => {
  await good(chooseHomePage(desk.deployment.ctx(operator), { pageId: acme }));
  expect([await shown(`https://${host}/`), await good(readHomeSlug(desk.deployment.ctx()))]).toEqual(["Acme", "acme"]);
  await desk.deployment.settled();
  resetIsolate();
  const move = (pageId: string, slug: string) => outcome(pageId, (ctx, given) => updatePage(ctx, { ...given, slug }));
  expect([await move(acme, "acme-moved"), await move(rival, "acme")]).toEqual(["done", "done"]);
  expect([await shownAway(`https://${host}/`), await shownAway("https://up.example.net/")]).toEqual(["Acme", "Acme"]);
  desk.deployment.clock.now += 61_000;
  expect(await remove(acme)).toBe("done");
  expect(await shownAway(`https://${host}/`)).toBe(503);
  desk.deployment.clock.now += 61_000;
  expect(await connect(acme)).toBe("done");
  expect(await shownAway(`https://${host}/`)).toBe("Acme");
  const gone = await outcome(acme, (ctx, given) => deletePage(ctx, { ...given, name: "Acme" }));
  expect([gone, await move(rival, "acme-moved")]).toEqual(["done", "done"]);
  expect([await shownAway(`https://${host}/`), await shownAway("https://up.example.net/")]).toEqual([503, 503]);
});
