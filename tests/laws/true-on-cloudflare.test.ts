import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runBatch } from "~/db/run-batch";
import { makeOutbound } from "~/http/safe-fetch";
import { refusalText } from "~/i18n/refusal-text";
import { createMonitor } from "~/monitors/create";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { checkResultOfFinding } from "~/monitors/rules/sight";
import { parseConfig } from "~/platform/env";
import { newMeter } from "~/platform/meter";
import type { Outbound } from "~/platform/outbound";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../support/database";
import { failureOf, openDesk } from "../support/desk";
import { faulty } from "../support/faults";
import { aMonitor } from "../support/monitors";
import { nodeOutbound } from "../support/outbound";
import { Edge, edgeConnect } from "../support/platform/edge";
import { EdgeKeyValues } from "../support/platform/edge-key-values";
import { Platform } from "../support/platform/invocations";
import { aPage, arrange, someMonitors } from "../support/scenario";
import { alertsOf, bindCheckers, tickMinutes } from "../support/watched";

const edge = new Edge();
beforeAll(() => edge.open());
afterAll(() => edge.close());

/** The way out as a deployment has it: `paid` runs on Cloudflare, `own` on one machine. */
function wayOut(plan: "paid" | "own", networks = "127.0.0.0/8"): Outbound {
  const config = parseConfig({
    UPFRONT_URL: "https://status.example.com",
    UPFRONT_SECRET: "a secret that only the tests know, 32+",
    UPFRONT_PLAN: plan,
    UPFRONT_NETWORK_ALLOW: networks,
  } as never);
  return makeOutbound({ connect: edgeConnect })({
    meter: newMeter(),
    config,
    now: () => performance.now(),
    owner: "team",
  });
}

const kindOf = (name: string) => monitorKindOf(name) ?? expect.unreachable(name);

async function look(kind: string, given: object, outbound: Outbound) {
  const adapter = kindOf(kind);
  const settings = adapter.settings.parse(given);
  return checkResultOfFinding(
    await adapter.check({ settings, outbound, timeout: 5000, now: () => performance.now() }),
    {
      degradedAboveMs: null,
    },
  );
}

describe("a host that is away, for which Cloudflare answers", () => {
  test.each(["refused", "silent", "unresolved", "page"])("%s is unreachable, and not an answer", async (how) => {
    const url = `${edge.url}/away/${how}`;
    expect(await wayOut("paid").fetch({ url })).toMatchObject({ ok: false, reason: "unreachable" });
    expect(await look("http", { url, statuses: "200-599" }, wayOut("paid"))).toMatchObject({
      verdict: "down",
      code: "unreachable",
      detail: expect.stringMatching(/^call\.cloudflare_5\d\d$/),
    });
  });

  test("an origin's own 522 or 530 is its answer, and so is a page of Cloudflare's for who is on one machine", async () => {
    for (const status of [522, 530]) {
      const url = `${edge.url}/origin/${status}`;
      expect(await wayOut("paid").fetch({ url })).toMatchObject({ ok: true, status });
    }
    expect(await wayOut("own").fetch({ url: `${edge.url}/away/silent` })).toMatchObject({ ok: true, status: 522 });
  });
});

describe("a connection that Cloudflare refuses to open", () => {
  test("to its own addresses is no data with the way out, never down", async () => {
    const sight = await look("tcp", { host: "104.16.1.1", port: 443 }, wayOut("paid"));
    expect(sight).toMatchObject({ verdict: "none", code: "cloudflare_address" });
    expect(refusalText(sight.detail, "en")).toMatch(/Use an HTTP check/);
  });

  test("to who is not there is down", async () => {
    expect(await look("tcp", { host: "1.1.1.1", port: 443 }, wayOut("paid"))).toMatchObject({ verdict: "down" });
  });
});

test("no call is answered by Cloudflare's cache, redirected ones neither", async () => {
  const asked = vi.spyOn(globalThis, "fetch");
  asked.mockResolvedValueOnce(new Response(null, { status: 302, headers: { location: `${edge.url}/origin/200` } }));
  const answer = await wayOut("paid").fetch({ url: `${edge.url}/moved`, redirects: 1 });
  const caches = asked.mock.calls.map(([, how]) => how?.cache);
  asked.mockRestore();
  expect(answer).toMatchObject({ ok: true, status: 200 });
  expect(caches).toEqual(["no-store", "no-store"]);
});

describe("an IP address in a URL", () => {
  test("is not called on Cloudflare, and is on one machine or where the operator allows it", async () => {
    const url = "http://9.9.9.9/";
    expect(await wayOut("paid").fetch({ url })).toMatchObject({ reason: "blocked", code: "bare_address" });
    expect(await wayOut("paid").fetch({ url: "http://[2620:fe::fe]/" })).toMatchObject({ code: "bare_address" });
    expect(await wayOut("own").fetch({ url, timeout: 50 })).not.toMatchObject({ reason: "blocked" });
    expect(await wayOut("paid").fetch({ url: `${edge.url}/origin/200` })).toMatchObject({ ok: true });
  });

  test("that the operator allows and Cloudflare refuses by its 1003 is no data with the way out, never down", async () => {
    const url = `${edge.url}/away/address`;
    const sight = await look("http", { url }, wayOut("paid"));
    expect(sight).toMatchObject({ verdict: "none", code: "bare_address", detail: "url.bare_address" });
    expect(refusalText("url.bare_address", "en")).toMatch(/1003.*Use a host name/);
    expect(await wayOut("own").fetch({ url })).toMatchObject({ ok: true, status: 403 });
  });
});

/** How many questions to other places are open at once, those among them that the platform would let wait. */
function openQuestions({ bindings }: TestDeployment): { now: number; most: number } {
  const open = { now: 0, most: 0 };
  const bound = bindings.CHECKER ?? expect.unreachable("no checker");
  const get = (...where: Parameters<typeof bound.get>) => {
    const stub = bound.get(...where);
    const ask = async (url: string, init: RequestInit) => {
      open.now += 1;
      open.most = Math.max(open.most, open.now);
      return stub.fetch(url, init).finally(() => {
        open.now -= 1;
      });
    };
    return {
      fetch: (url: string, init: RequestInit) => (url.endsWith("/opinion") ? ask(url, init) : stub.fetch(url, init)),
    };
  };
  Object.assign(bindings, { CHECKER: { idFromName: (name: string) => bound.idFromName(name), get } });
  return open;
}

describe("a deployment on Cloudflare", () => {
  let deployment: TestDeployment;
  beforeEach(async () => {
    deployment = await openDeployment({ UPFRONT_PLAN: "paid", UPFRONT_LOCATION: "eeur" });
    deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  });
  afterEach(() => deployment.close());

  test("refuses a monitor of an IP address when it is saved, and says what to do", async () => {
    const desk = await openDesk(deployment, "acme");
    const given = aMonitor(desk, { settings: { url: "http://9.9.9.9/" } });
    const failure = await failureOf(createMonitor(desk.as("admin"), given));
    expect(failure).toMatchObject({
      name: "invalid",
      fields: { "settings.url": "url.bare_address" },
    });
  });

  test.each(["silent", "unresolved"])("knows by a self-check that is %s that its own network is gone", async (how) => {
    const page = await arrange(deployment, aPage({ components: 1 }));
    await arrange(deployment, someMonitors(page.id, [{ id: "web", settings: { url: `${edge.url}/away/silent` } }]));
    const params = [await deployment.ctx().secrets.seal(`${edge.url}/away/${how}`)];
    await runBatch(deployment.ctx(), [
      { sql: "INSERT OR IGNORE INTO deployment (id) VALUES (1)", params: [] },
      { sql: "UPDATE deployment SET self_check_sealed = ?1", params },
    ]);
    await tickMinutes(deployment, 4);
    expect(await alertsOf(deployment, "web")).toEqual([]);
  });

  test("in an outage of everything asks one object a region and shard group, four monitors a call, six calls at once", async () => {
    const page = await arrange(deployment, aPage({ components: 1 }));
    const regions = ["weur", "enam", "apac"];
    const many = Array.from({ length: 20 }, (_, index) => ({
      id: `web-${index}`,
      settings: { url: `${edge.url}/origin/200` },
      regions,
    }));
    await arrange(deployment, someMonitors(page.id, many));
    const calls = bindCheckers(deployment);
    const platform = new Platform(deployment, "paid");
    const open = openQuestions(deployment);
    const minutes = (count: number) => platform.invoke(() => tickMinutes(deployment, count)).answer;
    await minutes(2);
    edge.broken = true;
    await minutes(3);
    edge.broken = false;
    platform.close();
    const asked = calls.filter(({ name }) => name.startsWith("opinion-"));
    const pairs = asked.flatMap(({ region, monitors }) => monitors.map((id) => `${id} ${region}`));
    expect(pairs.toSorted()).toEqual(many.flatMap(({ id }) => regions.map((region) => `${id} ${region}`)).toSorted());
    expect(asked.map(({ monitors }) => monitors.length)).toEqual(Array(15).fill(4));
    expect(asked.every(({ name, region }) => new RegExp(`^opinion-${region}-\\d+$`).test(name))).toBe(true);
    expect(calls.filter(({ name }) => name.startsWith("shard-")).every(({ region }) => region === "eeur")).toBe(true);
    expect(new Set(asked.map(({ name }) => name)).size).toBe(regions.length);
    expect(open.most).toBe(6);
    // Each place has connections of its own.
    expect(edge.most).toBeLessThanOrEqual(6 * 4);
    expect(platform.seen.map(({ subrequests }) => subrequests)).toContain(many.length + asked.length);
    expect(Math.max(...platform.seen.map(({ most }) => most))).toBeLessThanOrEqual(6);
  });

  test("on Free asks for no more than the platform gives, whatever is due at once", async () => {
    const quiet = vi.spyOn(console, "error");
    const copies = new EdgeKeyValues(deployment.clock);
    Object.assign(deployment.bindings, { UPFRONT_PLAN: "free", COPIES: copies });
    const many = Array.from({ length: 10 }, (_, index) => ({
      id: `web-${index}`,
      settings: { url: `${edge.url}/origin/200` },
      retries: 2,
      mode: "publish" as const,
    }));
    for (const slug of ["one", "two", "three"]) {
      const page = await arrange(deployment, aPage({ slug, components: 2 }));
      const drafts = many.map((each) => ({
        ...each,
        id: `${slug}-${each.id}`,
        components: [page.components[0] ?? ""],
      }));
      await arrange(deployment, someMonitors(page.id, drafts));
    }
    bindCheckers(deployment);
    const platform = new Platform(deployment, "free");
    for (let turn = 0; turn < 6; turn++) {
      edge.broken = turn > 1 && turn < 4;
      if (turn === 3) platform.evict();
      await platform.invoke(() => tickMinutes(deployment, 1)).answer;
    }
    edge.broken = false;
    platform.close();
    const said = quiet.mock.calls.join("\n");
    quiet.mockRestore();
    expect(said).not.toMatch(/Too many subrequests|KV put/);
    expect(await alertsOf(deployment, "two-web-3")).toMatchObject([{ state: "resolved" }]);
    const most = platform.seen.map(({ queries, subrequests }) => queries + subrequests);
    expect(Math.max(...most)).toBeLessThanOrEqual(50);
    expect(Math.max(...platform.seen.map((each) => each.most))).toBeLessThanOrEqual(6);
  });

  test("a reader waits for no copy that another one asked for who is gone", async () => {
    const copies = new EdgeKeyValues(deployment.clock);
    Object.assign(deployment.bindings, { COPIES: copies });
    const page = await arrange(deployment, aPage({ slug: "shared", components: 1 }));
    await publishPage(deployment.ctx(), page.id);
    const platform = new Platform(deployment, "paid");
    const away = () => deployment.ctx(undefined, faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before"));
    const gone = platform.invoke(() => readPublishedView(away(), { slug: page.slug }));
    gone.cancel();
    const view = await platform.invoke(() => readPublishedView(away(), { slug: page.slug })).answer;
    platform.close();
    expect(view).toMatchObject({ ok: true, value: { staleSince: deployment.clock.now } });
  });
});
