import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Bindings } from "~/platform/env";
import { resetIsolate } from "~/platform/isolate";
import { pageProgramPathPatterns } from "~/programs";
import routes from "~/routes";
import { resetPageReadFailures } from "~/status-page/part-reader";
import { addresses } from "../support/addresses";
import { openDeployment, type TestDeployment } from "../support/database";
import { diskFull, faulty, spent } from "../support/faults";
import { KeyValues } from "../support/key-values";
import { type PublicAddress, publicAddresses } from "../support/public-addresses";
import { makeToldPage, type ToldPage } from "../support/told-page";
import { countWaiting } from "../support/waited";
import { type Browser, openBrowser } from "../support/worker";

/** Every address of a page while D1 is away: from the last good copy, marked and in time, or an honest no. */
let deployment: TestDeployment;
let page: ToldPage;
let all: PublicAddress[];
let visitor: Browser;
let current: D1Database;
let timers: ReturnType<typeof countWaiting>;
/** One binding for a whole isolate, whatever is behind it. */
const switched = {
  prepare: (query: string) => current.prepare(query),
  batch: (statements: D1PreparedStatement[]) => current.batch(statements),
} as unknown as D1Database;

const host = "status.told.example";

beforeAll(async () => {
  timers = countWaiting();
  // In memory, because what waits for a real one is as slow as the machine is busy, and then given up.
  deployment = await openDeployment({ COPIES: new KeyValues() as never });
  page = await makeToldPage(deployment, "told", "t");
  all = publicAddresses(page.on);
  current = deployment.bindings.DB;
  visitor = await openBrowser(deployment, { settings: { DB: switched } });
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE deployment SET home_page_id = ?1").bind(page.id).run();
  await d1.prepare("UPDATE page SET host = ?1 WHERE id = ?2").bind(host, page.id).run();
  await d1.prepare("UPDATE snapshot SET host = ?1 WHERE page_id = ?2").bind(host, page.id).run();
});
afterAll(async () => {
  timers.stop();
  await deployment.close();
});

beforeEach(resetPageReadFailures);

/** An isolate writes its count of requests after every hundredth answer; that write is no part of the answer. */
const requestsPerRow = 100;

/** Everything was read a minute ago, by this isolate, which has just written its count of requests. */
async function readBefore(): Promise<void> {
  resetIsolate();
  current = deployment.bindings.DB;
  const read = [...others, ...all.map((each) => ({ path: `/told${each.path}` }))];
  for (const { path } of read) await visitor.go(path);
  for (let asked = read.length; asked < requestsPerRow; asked++) await visitor.go("/healthz");
  deployment.clock.now += 61_000;
}

/** The deadline of a read of the snapshot, and what the answer itself may wait for, in ms. */
const inTime = 1500 + 300;
/** The longest deadline of what is read live (status-page/answer-or-overloaded), in ms; whole requests have longer ones. */
const longestRead = 3000;

const modes: Record<string, (database: D1Database) => D1Database> = {
  failing: (database) => faulty(database, Number.POSITIVE_INFINITY, "before").database,
  stalling: (database) => faulty(database, Number.POSITIVE_INFINITY, "stall").database,
  "over quota": spent,
  "disk full": diskFull,
};

interface Told {
  asked: Asked;
  path: string;
  status: number;
  stale: string | null;
  kept: string | null;
  text: string;
  waited: number;
}

interface Asked {
  path: string;
  accept?: string;
}

async function told(browser: Browser, asked: Asked): Promise<Told> {
  const { path, accept } = asked;
  const go = () => browser.go(path, accept ? { headers: { accept } } : {});
  const { value: response, waited } = await timers.waitedBy(go);
  const { status, headers } = response;
  const text = await response.text();
  const [stale, kept] = [headers.get("x-upfront-stale"), headers.get("cache-control")];
  return { asked, path: accept ? `${path} as ${accept}` : path, status, text, waited, stale, kept };
}

/** All at once, so that each of them is a first one for which the database does not answer. */
async function askAll(mode: string, asked: readonly Asked[], browser = visitor): Promise<Told[]> {
  current = (modes[mode] as (database: D1Database) => D1Database)(deployment.bindings.DB);
  timers.hasten(mode === "stalling" ? 10 : 1, longestRead);
  return Promise.all(asked.map((each) => told(browser, each))).finally(() => timers.hasten(1));
}

/** Another isolate: it remembers nothing. */
async function freshIsolate(settings: Partial<Bindings> = {}): Promise<Browser> {
  resetIsolate();
  return openBrowser(deployment, { settings: { DB: switched, ...settings } });
}

const slow = (answers: readonly Told[]): string[] =>
  answers.filter(({ waited }) => waited > inTime).map(({ path, waited }) => `${path} waited ${waited} ms`);

const onPage = (...kinds: PublicAddress["kind"][]): Asked[] =>
  all.filter(({ kind }) => kinds.includes(kind)).map((each) => ({ ...each, path: `/told${each.path}` }));

/** The addresses without a slug. */
const others: Asked[] = [{ path: "/" }, { path: `https://${host}/` }];

const patternOf = (address: string) => new RegExp(`^${address.replaceAll(/:\w+/g, "[^/]+")}$`);

test("every public route and format has an address here", () => {
  const ofPeople = addresses(routes).filter((each) => each.startsWith("/:page"));
  const known = [...ofPeople.map(patternOf), ...pageProgramPathPatterns];
  const paths = all.map(({ path }) => `/told${path}`);
  expect(known.filter((pattern) => !paths.some((path) => pattern.test(path))).map(String)).toEqual([]);
  expect(paths.filter((path) => !known.some((pattern) => pattern.test(path)))).toEqual([]);
});

test.each(Object.keys(modes))("D1 %s: every format of the snapshot is there, marked and in time", async (mode) => {
  await readBefore();
  const answers = await askAll(mode, [...others, ...onPage("document", "form")]);
  const wrong = answers.filter(({ status, stale, kept }) => status !== 200 || stale === null || kept !== "no-store");
  expect(wrong.map(({ path, status, stale, kept }) => [path, status, stale, kept])).toEqual([]);
  expect(slow(answers)).toEqual([]);
});

test.each(Object.keys(modes))("D1 %s: an image that was shown before is there, in time", async (mode) => {
  await readBefore();
  const answers = await askAll(mode, onPage("image"));
  expect(answers.map(({ status, text }) => [status, text.slice(1, 4)])).toEqual([[200, "PNG"]]);
  expect(slow(answers)).toEqual([]);
});

test.each(Object.keys(modes))("D1 %s: what is read live says so, leads home, and is in time", async (mode) => {
  await readBefore();
  const answers = await askAll(mode, onPage("archive", "token"));
  const wrong = answers.filter(({ path, status, text, kept }) => {
    const isNo = status === 503 && kept === "no-store";
    return !(path.endsWith("/leave") ? status === 303 : isNo && /href="\/told"|problems\/overloaded/.test(text));
  });
  expect(wrong.map(({ path, status, kept, text }) => [path, status, kept, text.slice(-600)])).toEqual([]);
  expect(slow(answers)).toEqual([]);
});

test.each(Object.keys(modes))("D1 %s: a fresh isolate follows the signpost and reads the copy", async (mode) => {
  const isolate = await freshIsolate();
  const answers = await askAll(mode, onPage("document", "form"), isolate);
  const wrong = answers.filter(({ status, stale }) => status !== 200 || stale === null);
  expect(wrong.map(({ path, status }) => [path, status])).toEqual([]);
  expect(slow(answers)).toEqual([]);
  resetPageReadFailures();
  const first = await askAll(mode, others, await freshIsolate());
  expect(first.map(({ status, stale }) => [status, stale !== null])).toEqual(others.map(() => [200, true]));
  expect(first.filter(({ waited }) => waited > 2 * inTime)).toEqual([]);
});

test.each(Object.keys(modes))("D1 %s: without a copy nobody knows, and nothing is green", async (mode) => {
  const isolate = await freshIsolate({ COPIES: undefined });
  const answers = await askAll(mode, onPage("document", "form", "archive", "image", "token"), isolate);
  const wrong = answers.filter(({ path, status, text }) => {
    if (path.endsWith("/leave")) return false;
    return status !== 503 || /[Oo]perational|Trouble|Disks|Acme/.test(text);
  });
  expect(wrong.map(({ path, status, text }) => [path, status, text.slice(-300)])).toEqual([]);
  expect(slow(answers)).toEqual([]);
});

test.each(["over quota", "disk full"] as const)(
  "%s: programs that send hear 503 and come again, nobody hears of a defect",
  async (mode) => {
    const answers = await askAll(
      mode,
      ["/ping/6a1b2c3d-0000-4000-8000-000000000001", "/readyz", "/told/uptime.csv"].map((path) => ({ path })),
    );
    expect(answers.map(({ path, status }) => [path, status])).toEqual(answers.map(({ path }) => [path, 503]));
    expect(answers.find(({ path }) => path === "/readyz")?.text).toMatch(/\/problems\/storage_(quota|full)"/);
  },
);

test("while D1 is away KV is asked for a page once in ten seconds, however many ask", async () => {
  const { COPIES } = deployment.bindings;
  const asked: string[] = [];
  const counted = {
    get: (name: string, type: "json") => {
      asked.push(name);
      return COPIES?.get(name, type);
    },
  } as unknown as KVNamespace;
  const isolate = await freshIsolate({ COPIES: counted });
  for (let seconds = 0; seconds < 10; seconds++) {
    await askAll("failing", [{ path: "/told" }, { path: "/told/badge.svg" }, { path: "/told/feed.atom" }], isolate);
    deployment.clock.now += 1000;
  }
  expect(asked.sort()).toEqual(["copies/stamp", "copies/stamp", "told", "told/recent"]);
});
