import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { pageKeyCookieHeader } from "~/auth/keyring";
import { pageKeySigningText } from "~/pages/rules/page-door";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { attacksSaid } from "../support/attacks-said";
import { openDeployment, type TestDeployment } from "../support/database";
import { aPage, arrange, type TestPage } from "../support/scenario";
import { type Browser, openBrowser, origin } from "../support/worker";

/** Who may not see a page learns nothing from what its answer cost: neither from its headers nor from its time. */
let deployment: TestDeployment;
let visitor: Browser;
let asked: string[] = [];
const pages = {} as Record<"passphrase" | "members", TestPage>;
const slugs = { passphrase: "private1", members: "members1", unknown: "unknown1" };

async function makePrivate(visibility: "passphrase" | "members", door: string): Promise<void> {
  const page = await arrange(deployment, aPage({ slug: slugs[visibility], components: 40 }));
  pages[visibility] = page;
  await publishPage(deployment.ctx(), page.id);
  const { d1 } = deployment.ctx();
  await d1
    .prepare("UPDATE page SET visibility = ?1, passphrase_generation = 3 WHERE id = ?2")
    .bind(visibility, page.id)
    .run();
  await d1.prepare("UPDATE snapshot SET visibility = ?1 WHERE page_id = ?2").bind(door, page.id).run();
}

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_METER: "1" });
  await makePrivate("passphrase", "passphrase:3");
  await makePrivate("members", "members");
  const { DB } = deployment.bindings;
  const noted = {
    prepare: (sql: string) => {
      asked.push(sql);
      return DB.prepare(sql);
    },
    batch: (statements: D1PreparedStatement[]) => DB.batch(statements),
  } as unknown as D1Database;
  visitor = await openBrowser(deployment, { settings: { DB: noted } });
});
afterAll(() => deployment.close());
beforeEach(() => resetIsolate());

const keyOf = async () => {
  const { id } = pages.passphrase;
  const key = await deployment.ctx().secrets.sign(pageKeySigningText(id, 3));
  return pageKeyCookieHeader(origin, id, key).split(";")[0] ?? "";
};

const addresses = [
  "",
  "/history",
  "/subscribe",
  "/api/v2/summary.json",
  "/feed.atom",
  "/badge.svg",
  "/uptime.csv",
  "/nothing",
];
const strangers: Record<string, string> = { nothing: "", "a session of nobody": `__Host-session=${"x".repeat(43)}` };

const known = [slugs.passphrase, slugs.members];
const heats = [false, true];

/** Somebody who may see the page has just looked at it. */
async function warm(path: string): Promise<void> {
  const { status } = await visitor.go(`/private1${path}`, { headers: { cookie: await keyOf() } });
  if (path === "") expect(status).toBe(200);
}

/** All that the worker asked for an answer, in whatever order, and all that the answer says but its own id. */
async function traceOf(slug: string, path: string, cookie: string) {
  asked = [];
  const response = await visitor.go(`/${slug}${path}`, { headers: cookie ? { cookie } : {} });
  const headers = [...response.headers].filter(([name]) => name !== "x-request-id");
  const text = (await response.text()).replaceAll(response.headers.get("x-request-id") ?? "", "ID");
  return JSON.stringify([response.status, headers, asked.toSorted(), text]).replaceAll(slug, "SLUG");
}

test.each(Object.entries(strangers))(
  "with %s, a private page costs what an unknown one costs, cold and warm",
  async (_, cookie) => {
    for (const path of addresses) {
      for (const slug of known) {
        for (const isWarm of heats) {
          const trace = async (of: string) => {
            resetIsolate();
            if (isWarm) await warm(path);
            return traceOf(of, path, cookie);
          };
          expect(await trace(slug), `${slug}${path} ${isWarm ? "warm" : "cold"}`).toBe(await trace(slugs.unknown));
        }
      }
    }
  },
);

test("asked again and again, too", async () => {
  for (const slug of known) {
    await warm("");
    for (let round = 0; round < 3; round++) {
      expect(await traceOf(slug, "", "")).toBe(await traceOf(slugs.unknown, "", ""));
    }
  }
});

test("who may see it reads its row, and its body once", async () => {
  const cookie = await keyOf();
  const reads = async () => {
    asked = [];
    expect((await visitor.go("/private1", { headers: { cookie } })).status).toBe(200);
    return asked.length;
  };
  deployment.clock.now += 5000;
  expect([await reads(), await reads()]).toEqual([3, 0]);
  deployment.clock.now += 5000;
  expect(await reads()).toBe(1);
});

interface Seen {
  /** How often the one takes longer than the other, of all pairs: 0.5 = they are alike, 0.82 = 33 of 40 guesses are right. */
  longer: number;
  /** Two-sided p of Mann and Whitney's test by its normal approximation: how likely two lists of one kind differ so. */
  p: number;
}

function seenIn(one: readonly number[], other: readonly number[]): Seen {
  const all = [...one.map((value) => ({ value, own: 1 })), ...other.map((value) => ({ value, own: 0 }))];
  all.sort((a, b) => a.value - b.value);
  const ranks = all.reduce((sum, { own }, index) => sum + own * (index + 1), 0);
  const [n, m] = [one.length, other.length];
  const u = ranks - (n * (n + 1)) / 2;
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12);
  // Abramowitz and Stegun 26.2.17.
  const t = 1 / (1 + 0.2316419 * z);
  const tail = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return { longer: u / (n * m), p: (2 * Math.exp((-z * z) / 2) * tail) / Math.sqrt(2 * Math.PI) };
}

/**
 * What one look may give away. With 300 of each it is four standard errors: lists of one kind are further apart once in
 * 40,000 times, and three times in a row never, whatever else the machine does. A p below 0.01 would be there once in a hundred.
 */
const most = 0.1;
const isAlike = ({ longer }: Seen): boolean => Math.abs(longer - 0.5) < most;

test("the measure can see: lists that differ by a little, and lists that do not", () => {
  const list = (shift: number) => Array.from({ length: 300 }, (_, index) => ((index * 7919) % 1000) / 1000 + shift);
  const [apart, alike] = [seenIn(list(0), list(0.2)), seenIn(list(0), list(0.0005))];
  expect([isAlike(apart), isAlike(alike)]).toEqual([false, true]);
  expect(apart.p).toBeLessThan(0.001);
  expect(alike.p).toBeGreaterThan(0.5);
});

const pairs = 300;
const timed = [
  [slugs.passphrase, false],
  [slugs.passphrase, true],
  [slugs.members, false],
] as const;

async function blindly(slug: string, isWarm: boolean): Promise<Seen> {
  const times: Record<string, number[]> = { [slug]: [], [slugs.unknown]: [] };
  for (let pair = 0; pair < pairs; pair++) {
    const both = pair % 2 === 0 ? [slug, slugs.unknown] : [slugs.unknown, slug];
    for (const each of both) {
      if (isWarm) await warm("");
      else resetIsolate();
      const begun = performance.now();
      await (await visitor.go(`/${each}`)).text();
      times[each]?.push(performance.now() - begun);
    }
  }
  return seenIn(times[slug] ?? [], times[slugs.unknown] ?? []);
}

test.each(timed)("300 interleaved pairs do not tell %s from an unknown page (warm: %s)", async (slug, isWarm) => {
  const found: Seen[] = [];
  while (found.length < 3 && !found.some(isAlike)) found.push(await blindly(slug, isWarm));
  const said = found.map(({ longer, p }) => `longer in ${(longer * 100).toFixed(1)} % of pairs, p = ${p.toFixed(3)}`);
  console.log(`${slug}, ${isWarm ? "warm" : "cold"}: ${said.join("; ")}`);
  expect(found.some(isAlike)).toBe(true);
});

test("docs/security.md says how many there are", () => {
  const traces = Object.keys(strangers).length * addresses.length * known.length * heats.length;
  const said = `${traces} traces, ${timed.length} × ${2 * pairs} timed`;
  expect(attacksSaid("tests/walls/blind-visitors.test.ts")).toBe(said);
});
