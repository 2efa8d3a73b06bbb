import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { monitorKindOf } from "~/monitors/kinds/known-kinds";
import { monitorShardsOfPageQuery, rebuildShardPlanStatement } from "~/monitors/queries/shard";
import { readMonitorResults } from "~/monitors/results";
import { listMonitors } from "~/monitors/verbs";
import { checkOutboundUrl } from "~/net/address-guard";
import { demoDomain } from "~/net/private-names";
import { pagesOfPersonQuery } from "~/pages/queries/page";
import type { Ctx } from "~/platform/ctx";
import { demoMonitors as stories } from "../../scripts/demo/monitors.ts";
import { seedDemo } from "../../scripts/demo/seed.ts";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { type DemoNetwork, demoNetwork } from "../support/demo-network";
import { good, operator } from "../support/desk";

let deployment: TestDeployment;
let pageId: string;
let demo: DemoNetwork;

const owner = (): Ctx => ({ ...deployment.ctx(operator), member: { pageId, role: "owner" } });

async function minute(): Promise<void> {
  await handleCronTick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
  deployment.clock.now += 60_000;
}

beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: `.${demoDomain}` });
  demo = demoNetwork(deployment);
  const database = deployment.bindings.DB as unknown as Parameters<typeof seedDemo>[0];
  await seedDemo(database, noon, deployment.bindings.UPFRONT_SECRET ?? "");
  const ctx = deployment.ctx(operator);
  const [[page]] = await readBatch(ctx, pagesOfPersonQuery(ctx, "", true));
  pageId = page?.id ?? "";
  await minute();
});
afterAll(() => deployment.close());

const listed = async () => (await good(listMonitors(owner(), { pageId }))).monitors;

test("a first start checks every monitor, at the demo's own target alone, beside its history", async () => {
  expect(demo.others).toEqual([]);
  const eachMinute = stories.filter(({ interval }) => interval === 1).map(({ settings }) => new URL(settings.url).host);
  expect(demo.asked.map((url) => new URL(url).host)).toEqual(expect.arrayContaining(eachMinute));
  const monitors = await listed();
  expect(monitors.map(({ name }) => name)).toEqual(stories.map(({ name }) => name).sort());
  for (const each of monitors) {
    expect(each, each.name).toMatchObject({ state: "up", tags: expect.arrayContaining(["demo"]) });
    if (each.interval === 1) expect(each.ring.at(-1)?.state, each.name).toBe("up");
    expect(each.target).toMatch(/\.larkfield\.example\//);
    for (const share of Object.values(each.uptime)) expect(share).toBeGreaterThan(0.9);
  }
});

test("their settings are what the form of their kind takes", () => {
  for (const { kind, settings } of stories) {
    expect(monitorKindOf(kind)?.settings.safeParse(settings)).toMatchObject({ success: true });
  }
});

test("results tell the stories: one was slow an hour ago, one was down this week, all of them have ninety days", async () => {
  const monitors = await listed();
  const results = async (name: string, range: "day" | "week" | "month" | "quarter") => {
    const id = monitors.find((each) => each.name === name)?.id ?? "";
    const { points } = await good(readMonitorResults(owner(), { pageId, id, range }));
    return points.map(({ state }) => state).filter((state) => state !== "none");
  };
  expect(await results("Refunds", "day")).toContain("degraded");
  expect(await results("Public API", "week")).toContain("down");
  expect(await results("Website", "day")).not.toContain("down");
  for (const { name } of stories) {
    for (const range of ["day", "week", "month", "quarter"] as const) {
      const points = await results(name, range);
      const seen = points.filter((state) => state !== "no_data");
      expect(seen.length / points.length, `${name} ${range}`).toBeGreaterThan(0.9);
      expect(points.length, `${name} ${range}`).toBeGreaterThan(80);
    }
  }
});

test("the plan is as the application makes it", async () => {
  const [[before]] = await readBatch(owner(), monitorShardsOfPageQuery(owner(), pageId));
  await runBatch(owner(), [rebuildShardPlanStatement(pageId, [before?.id ?? ""])]);
  const [[after]] = await readBatch(owner(), monitorShardsOfPageQuery(owner(), pageId));
  const byId = (plan: { id: string }[] = []) => [...plan].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(byId(before?.plan)).toEqual(byId(after?.plan));
});

test("elsewhere than on a start with the demo its names are not called: nothing is known, and nobody is told", () => {
  for (const { settings } of stories) {
    expect(checkOutboundUrl(settings.url, { networks: [], own: [] })).toMatchObject({
      ok: false,
      code: "private_address",
    });
  }
});
