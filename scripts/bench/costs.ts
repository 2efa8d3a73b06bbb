import { mkdtempSync, readFileSync } from "node:fs";
import { Agent, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { D1Database } from "@cloudflare/workers-types";
import type * as CostRules from "../../app/deployment/usage/rules/costs.ts";
import { minuteMs } from "../../app/time/durations.ts";
import { root, run as runProgram } from "../setup/install.mjs";
import { measureColdStart } from "./cold.ts";
import { signInCookieForPages } from "./desk.ts";
import { median, runLoad } from "./load.ts";
import { copySnapshots, makeBenchPage } from "./pages.ts";
import { addBenchToken, callApi } from "./publishing.ts";
import type { BenchTable } from "./table.ts";
import { cpuMsOf, startUpfrontBench, type UpfrontBench } from "./workers.ts";

type UnitCosts = CostRules.UnitCosts;

/** Loads the application's own rules from their sources. */
async function costRules(): Promise<typeof CostRules> {
  const { runnerImport } = await import("vite");
  const settings = { configFile: false as const, root, resolve: { alias: { "~": join(root, "app") } } };
  return (await runnerImport<typeof CostRules>(join(root, "app/deployment/usage/rules/costs.ts"), settings)).module;
}

/**
 * Sizes of deployments by name. A shard has at most 20 monitors; five pages with one monitor each share an invocation.
 */
const sizes: Record<string, CostRules.CostInputs> = {
  "1 page, 10 monitors, 20,000 views": { pages: 1, monitors: 10, shards: 1, views: 20_000, incidents: 4, alerts: 40 },
  "1 page, 200 monitors, 1 M views": { pages: 1, monitors: 200, shards: 10, views: 1e6, incidents: 20, alerts: 800 },
  "10,000 pages, 1,000 with a monitor each, 10 M views": {
    pages: 10_000,
    monitors: 1000,
    shards: 1000,
    views: 10e6,
    incidents: 10_000,
    alerts: 20_000,
  },
};

/** Returns the rows that the tests count (tests/load/unit-rows.test.ts). */
async function countedRows(): Promise<UnitCosts["rows"] & { kvWritesPerPageDay: number }> {
  const file = join(mkdtempSync(join(tmpdir(), "upfront-units-")), "units.json");
  const vitest = `${root}/node_modules/vitest/vitest.mjs`;
  await runProgram(process.execPath, [vitest, "run", "--project", "load", "tests/load/unit-rows.test.ts"], {
    cwd: root,
    stdio: "ignore",
    env: { ...process.env, UPFRONT_UNITS: file },
  });
  return JSON.parse(readFileSync(file, "utf8"));
}

async function quickTarget(): Promise<{ url: string; close(): void }> {
  const server = createServer((_, answer) => answer.end("ok"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

const roundCount = 5;
const minutes = 30;

/** Measures the CPU of a tick and of everything that it calls, in ms. Each call measures the next minute. */
function ticker(upfront: UpfrontBench) {
  let next = Math.floor(Date.now() / minuteMs) * minuteMs;
  const several = async () => {
    const before = cpuMsOf(upfront.pids);
    for (let count = 0; count < minutes; count++) {
      next += minuteMs;
      await upfront.runtime.tick(next);
    }
    return (cpuMsOf(upfront.pids) - before) / minutes;
  };
  return async () => {
    await several();
    const found: number[] = [];
    for (let round = 0; round < roundCount; round++) found.push(await several());
    return median(found);
  };
}

async function putMonitors(upfront: UpfrontBench, slug: string, count: number, url: string): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  for (let index = 0; index < count; index++) {
    const monitor = {
      kind: "http",
      name: `Shop ${index}`,
      interval: 1,
      settings: { url },
      components: {},
      mode: "none",
    };
    const made = await callApi(upfront.url, agent, `/api/v1/pages/page-${slug}/monitors`, { monitor }, "POST");
    if (made.status !== 201) throw new Error(`a monitor: ${made.status} ${made.body}`);
  }
  agent.destroy();
}

async function publishCpu(upfront: UpfrontBench, slug: string): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const change = async (count: number) => {
    const before = cpuMsOf(upfront.pids);
    for (let turn = 0; turn < count; turn++) {
      const status = turn % 2 === 0 ? "degraded_performance" : "operational";
      const path = `/api/v1/pages/page-${slug}/components/${slug}-c2`;
      const answer = await callApi(upfront.url, agent, path, { component: { status } });
      if (answer.status !== 200) throw new Error(`publishing: ${answer.status} ${answer.body}`);
    }
    return (cpuMsOf(upfront.pids) - before) / count;
  };
  await change(20);
  const spent = await change(60);
  agent.destroy();
  return spent;
}

/** The database runs in the same process here, so its work is included; on Cloudflare it is not. */
async function measuredCpu(): Promise<UnitCosts["cpu"]> {
  const target = await quickTarget();
  const upfront = await startUpfrontBench({ plan: "paid", networks: ["127.0.0.0/8"] });
  await makeBenchPage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  await copySnapshots(upfront.runtime.database, "p50", 300);
  await signInCookieForPages(upfront, ["p50"]);
  await addBenchToken(upfront.runtime.database as D1Database);
  const views = { count: 1500, asked: (index: number) => ({ path: `/p50-${index % 300}` }) };
  await runLoad(upfront, views);
  const { cpu: view } = await runLoad(upfront, views);
  const publish = await publishCpu(upfront, "p50");
  const minuteCpu = ticker(upfront);
  const tick = await minuteCpu();
  await putMonitors(upfront, "p50", 2, target.url);
  const two = await minuteCpu();
  await putMonitors(upfront, "p50", 18, target.url);
  const twenty = await minuteCpu();
  await upfront.stop();
  target.close();
  const check = Math.max(0, (twenty - two) / 18);
  const cold = await measureColdStart(["front page"]);
  const first = cold.answers["front page"]?.first ?? 0;
  const coldView = Math.max(0, cold.start - cold.hello + cold.database + first - view);
  return { view, coldView, tick, checkerCall: Math.max(0, two - tick - 2 * check), check, publish };
}

const number = (value: number) => Math.round(value).toLocaleString("en");
const usd = (value: number) => value.toFixed(2);

/** Names of the measured parts, as people read them. */
const partNames: Record<keyof UnitCosts["cpu"], string> = {
  view: "a view whose row is read with its body",
  coldView: "the same in a cold isolate, besides",
  tick: "a tick",
  checkerCall: "a call of a Durable Object",
  check: "a check in it",
  publish: "a change that publishes",
};

/** Computes what a month costs for three sizes, from counted rows, requests and CPU, and the prices of `plan/prices`. */
export async function measureCostTables(): Promise<BenchTable[]> {
  const { kvWritesPerPageDay, ...rows } = await countedRows();
  const cpu = await measuredCpu();
  const { monthlyBill: billOf, freePlanShares: freeShares, monthlyUsageOf: monthOf } = await costRules();
  const months = Object.entries(sizes).map(([name, size]) => ({
    name,
    month: monthOf(size, { rows, cpu, kvWritesPerPageDay }),
  }));
  const bills = months.map(({ month }) => billOf(month));
  const lines = (bills[0]?.lines ?? []).map(({ name }, index) => {
    const cells = bills.map(({ lines: found }) => {
      const line = found[index];
      return `${number(line?.amount ?? 0)}${line && line.usd > 0 ? `: ${usd(line.usd)} USD` : ""}`;
    });
    return [name, ...cells];
  });
  const shares = months.map(({ month }) => freeShares(month)[0]);
  const parts = Object.entries(partNames).map(([part, name]) => [
    name,
    `${cpu[part as keyof UnitCosts["cpu"]].toFixed(1)} ms`,
  ]);
  const bill = [
    ...lines,
    ["Paid, USD a month", ...bills.map((each) => usd(each.usd))],
    ["of a day on Free", ...shares.map((one) => `${Math.round((one?.share ?? 0) * 100)} % (${one?.name})`)],
  ];
  return [
    { head: ["one of each", "CPU"], rows: parts },
    { head: ["a month", ...months.map(({ name }) => name)], rows: bill },
  ];
}
