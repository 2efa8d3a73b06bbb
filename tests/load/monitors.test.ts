import { afterAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { openDeployment, type TestDeployment } from "../support/database";
import { collectGarbage } from "../support/heap";
import { printTable } from "../support/measured";
import { quickNetwork } from "../support/outbound";
import { aPage, arrange, someMonitors } from "../support/scenario";
import { bindCheckers, type CheckerCall, shardOf } from "../support/watched";

/** What ticks cost with 10, 100 and 1,000 monitors. Printed as tables for docs/measurements.md. */
const monitorRows: (string | number)[][] = [];
const pageRows: (string | number)[][] = [];
const minute = 60_000;

afterAll(() => {
  const most = "most statements and subrequests in one";
  const costs = ["rows read", "rows written", "invocations", most];
  printTable("monitors", { head: ["monitors", "shards", ...costs, "ms", "CPU ms"], rows: monitorRows });
  printTable("monitors", { head: ["pages with a monitor each", ...costs], rows: pageRows });
});

async function openMonitored(count: number): Promise<TestDeployment> {
  const deployment = await openDeployment();
  deployment.way.outbound = quickNetwork(() => 200);
  const page = await arrange(deployment, aPage({ components: 5 }));
  const size = 20;
  for (let from = 0; from < count; from += size) {
    const drafts = Array.from({ length: Math.min(size, count - from) }, (_, index) => ({
      id: `m${from + index}`,
      settings: { url: "https://example.com/" },
      components: [page.components[index % 5] as string],
    }));
    await arrange(deployment, someMonitors(page.id, drafts, { shardId: `shard-${from}` }));
  }
  return deployment;
}

interface Cost {
  read: number;
  written: number;
  invocations: number;
  most: number;
  ms: number;
  cpu: number;
}

async function oneTick(deployment: TestDeployment, calls: CheckerCall[]): Promise<Cost> {
  deployment.clock.now += minute;
  calls.length = 0;
  const ctx = deployment.ctx();
  // What other files left behind is not collected at this tick's expense.
  collectGarbage();
  const [begun, cpu] = [performance.now(), process.cpuUsage()];
  await handleCronTick(ctx, deployment.clock.now);
  const spent = process.cpuUsage(cpu);
  const meters = [ctx.meter, ...calls.map((each) => each.meter)];
  return {
    read: meters.reduce((sum, each) => sum + each.read, 0),
    written: meters.reduce((sum, each) => sum + each.written, 0),
    invocations: meters.length,
    most: Math.max(...meters.map((each) => each.statements + each.subrequests)),
    ms: performance.now() - begun,
    cpu: (spent.user + spent.system) / 1000,
  };
}

const middle = (values: number[]) => values.sort((one, other) => one - other)[Math.floor(values.length / 2)] as number;

/** In its first minutes a deployment is purged table by table; from then on each table rests for an hour at least. */
const firstTicks = 15;

test("10, 100, 1,000 monitors: a row a shard, below 40 in every invocation, no faster than the monitors", async () => {
  const times: number[] = [];
  for (const count of [10, 100, 1000]) {
    const deployment = await openMonitored(count);
    const calls = bindCheckers(deployment);
    for (let warm = 0; warm < firstTicks; warm++) await oneTick(deployment, calls);
    const costs: Cost[] = [];
    for (let index = 0; index < 5; index++) costs.push(await oneTick(deployment, calls));
    const shards = Math.ceil(count / 20);
    const most = Math.max(...costs.map((each) => each.most));
    const cost = {
      ...(costs[0] as Cost),
      // Each tenth tick walks the pages as well, which is some twenty rows for the one that is here.
      read: middle(costs.map((each) => each.read)),
      ms: middle(costs.map((each) => each.ms)),
      // What is collected meanwhile is work of other files; what grows faster than the monitors does so in the least as well.
      cpu: Math.min(...costs.map((each) => each.cpu)),
    };
    const figures = [
      count,
      shards,
      cost.read,
      cost.written,
      cost.invocations,
      most,
      cost.ms.toFixed(0),
      cost.cpu.toFixed(0),
    ];
    monitorRows.push(figures);
    times.push(cost.cpu);
    expect(most).toBeLessThan(40);
    expect(cost.written).toBe(shards);
    expect(cost.read).toBeLessThanOrEqual(14 + 3 * shards);
    expect(Math.max(...costs.map((each) => each.read))).toBeLessThanOrEqual(14 + 3 * shards + 24);
    expect((await shardOf(deployment, "shard-0")).states.m0).toMatchObject({ confirmed: "up" });
    await deployment.close();
  }
  expect((times[2] as number) / (times[1] as number)).toBeLessThanOrEqual(12);
});

test("without Durable Objects ten monitors fit into the tick, with at most 23 statements and subrequests", async () => {
  const deployment = await openMonitored(10);
  const costs: Cost[] = [];
  for (let warm = 0; warm < firstTicks; warm++) await oneTick(deployment, []);
  for (let index = 0; index < 5; index++) costs.push(await oneTick(deployment, []));
  const cost = costs[3] as Cost;
  const times = [cost.ms.toFixed(0), cost.cpu.toFixed(0)];
  monitorRows.push(["10, no Durable Objects bound", 1, cost.read, cost.written, 1, cost.most, ...times]);
  expect(cost.most).toBeLessThanOrEqual(23);
  expect((await shardOf(deployment, "shard-0")).states.m9).toMatchObject({ confirmed: "up" });
  await deployment.close();
});

/** A thousand pages take a while to be made: with `--long` only. */
const many = process.env.UPFRONT_LONG === "1" ? [1, 100, 1000] : [1, 100];

test("pages with a monitor each: five of them an invocation, a row a page", async () => {
  for (const count of many) {
    const deployment = await openDeployment({ UPFRONT_PLAN: count > 30 ? "paid" : "free" });
    deployment.way.outbound = quickNetwork(() => 200);
    for (let index = 0; index < count; index++) {
      const page = await arrange(deployment, aPage({ slug: `p${index}`, components: 1 }));
      const draft = { id: `m${index}`, settings: { url: "https://example.com/" }, components: page.components };
      await arrange(deployment, someMonitors(page.id, [draft], { shardId: `shard-${index}` }));
    }
    const calls = bindCheckers(deployment);
    for (let warm = 0; warm < firstTicks; warm++) await oneTick(deployment, calls);
    const costs: Cost[] = [];
    for (let index = 0; index < 5; index++) costs.push(await oneTick(deployment, calls));
    const groups = Math.ceil(count / 5);
    const cost = { read: middle(costs.map(({ read }) => read)), written: middle(costs.map(({ written }) => written)) };
    const { invocations } = costs[3] as Cost;
    const most = Math.max(...costs.map((each) => each.most));
    pageRows.push([count, cost.read, cost.written, invocations, most]);
    expect(cost.written).toBe(count);
    expect(invocations).toBeLessThanOrEqual(1 + groups + (groups > 12 ? 12 : 0));
    expect((await shardOf(deployment, `shard-${count - 1}`)).states[`m${count - 1}`]).toMatchObject({
      confirmed: "up",
    });
    await deployment.close();
  }
});
