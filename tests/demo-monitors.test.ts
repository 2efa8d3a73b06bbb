import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/commit";
import { pagesFor } from "~/db/queries/page";
import { rebuildPlan, shardsOfPage } from "~/db/queries/shard";
import { read } from "~/db/read";
import { tick } from "~/jobs/tick";
import { monitorKindOf } from "~/monitors/kinds";
import type { Ctx } from "~/platform/ctx";
import type { Outbound, OutboundFailure } from "~/platform/outbound";
import { listHeartbeats } from "~/usecases/heartbeats/list";
import { listMonitors } from "~/usecases/monitors/list";
import { readMonitor } from "~/usecases/monitors/read";
import { monitorResults } from "~/usecases/monitors/results";
import { resumeMonitor } from "~/usecases/monitors/resume";
import { viewPage } from "~/usecases/published/view";
import { monitors as stories } from "../scripts/demo/monitors.ts";
import { seedDemo } from "../scripts/demo/seed.ts";
import { noon, openDeployment, type TestDeployment } from "./support/database";
import { good, operator } from "./support/desk";

let deployment: TestDeployment;
let pageId: string;
const asked: string[] = [];

const away: OutboundFailure = {
  ok: false,
  reason: "unreachable",
  code: "refused",
  detail: "call.unreachable",
  milliseconds: 1,
};

/** Nobody is there, and who was asked is written down. */
const nobody: Outbound = {
  async fetch({ url }) {
    asked.push(url);
    return away;
  },
  async connect({ host }) {
    asked.push(host);
    return away;
  },
  async upgrade({ url }) {
    asked.push(url);
    return away;
  },
};

const owner = (): Ctx => ({ ...deployment.ctx(operator), member: { pageId, role: "owner" } });

async function minute(): Promise<void> {
  await tick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
  deployment.clock.now += 60_000;
}

beforeAll(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = () => nobody;
  const database = deployment.bindings.DB as unknown as Parameters<typeof seedDemo>[0];
  await seedDemo(database, noon, deployment.bindings.UPFRONT_SECRET ?? "");
  const ctx = deployment.ctx(operator);
  const [[page]] = await read(ctx, pagesFor(ctx, "", true));
  pageId = page?.id ?? "";
  for (let passed = 0; passed < 3; passed++) await minute();
});
afterAll(() => deployment.close());

const listed = async () => (await good(listMonitors(owner(), { pageId }))).monitors;

test("a first start calls nobody: every monitor is paused, with its last hour and its uptime", async () => {
  expect(asked).toEqual([]);
  const monitors = await listed();
  expect(monitors.map(({ name }) => name)).toEqual(stories.map(({ name }) => name).sort());
  for (const each of monitors) {
    expect(each).toMatchObject({ state: "paused", nextCheckAt: null, tags: expect.arrayContaining(["demo"]) });
    expect(each.ring.filter(({ state }) => state !== "none").length).toBeGreaterThanOrEqual(12);
    expect(each.target).toMatch(/example\.(com|net|org)/);
    for (const share of Object.values(each.uptime)) expect(share).toBeGreaterThan(0.9);
  }
});

test("their settings are what the form of their kind takes", () => {
  for (const { kind, settings } of stories) {
    expect(monitorKindOf(kind)?.settings.safeParse(settings)).toMatchObject({ success: true });
  }
});

test("results tell the stories: one is slow now, one was down this week, all of them have ninety days", async () => {
  const monitors = await listed();
  const results = async (name: string, range: "day" | "week" | "month" | "quarter") => {
    const id = monitors.find((each) => each.name === name)?.id ?? "";
    const { points } = await good(monitorResults(owner(), { pageId, id, range }));
    return points.map(({ state }) => state).filter((state) => state !== "none");
  };
  expect((await results("Refunds", "day")).at(-1)).toBe("degraded");
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
  const [[before]] = await read(owner(), shardsOfPage(owner(), pageId));
  await runBatch(owner(), [rebuildPlan(pageId, [before?.id ?? ""])]);
  const [[after]] = await read(owner(), shardsOfPage(owner(), pageId));
  const byId = (plan: { id: string }[] = []) => [...plan].sort((one, other) => (one.id < other.id ? -1 : 1));
  expect(byId(before?.plan)).toEqual(byId(after?.plan));
});

const heartbeats = async () =>
  (await good(listHeartbeats(owner(), { pageId }))).heartbeats.map(({ name, state }) => [name, state]);

async function notGreen() {
  const view = await good(viewPage(deployment.ctx(), { slug: "larkfield" }));
  const found = view.snapshot.components.filter(({ status }) => status !== "operational");
  return found.map(({ name, status }) => [name, status]);
}

test("nobody feeds the heartbeats: the one that is late goes down, and the page says nothing of it", async () => {
  const rest = (payout: string) => [
    ["Certificate renewal", "up"],
    ["Nightly database backup", "up"],
    ["Payout file to the bank", payout],
    ["Weekly sales report", "up"],
  ];
  expect(await heartbeats()).toEqual(rest("grace"));
  expect(await notGreen()).toEqual([["Refunds", "degraded_performance"]]);
  deployment.clock.now += 12 * 60_000;
  await minute();
  expect(await heartbeats()).toEqual(rest("down"));
  expect(await notGreen()).toEqual([["Refunds", "degraded_performance"]]);
});

test("who switches one on has it asked from the next minute on", async () => {
  const [website] = (await listed()).filter(({ name }) => name === "Website");
  await good(resumeMonitor(owner(), { pageId, id: website?.id ?? "" }));
  await minute();
  expect(asked).toContain("https://www.example.com/");
  expect(await good(readMonitor(owner(), { pageId, id: website?.id ?? "" }))).toMatchObject({
    lastCheckAt: expect.any(Number),
  });
});
