import type { D1Database } from "@cloudflare/workers-types";
import { signInCookieForPages } from "./desk.ts";
import { fetchPage, type LoadRequest } from "./load.ts";
import { makeBenchPage } from "./pages.ts";
import { addBenchToken, benchToken } from "./publishing.ts";
import type { BenchTable } from "./table.ts";
import { cpuMsOf, newBenchFolder, startHelloWorker, startUpfrontBench, type WorkerBench } from "./workers.ts";

/** Processes started for each address: the clock of CPU has steps of 10 ms, so a mean of many is more exact. */
const processCount = 8;
const warmRequests = 20;

const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;

/** Makes a deployment with a page and its open incident, and returns requests for it, management and the API. */
async function prepare(kept: string): Promise<Record<string, LoadRequest>> {
  const upfront = await startUpfrontBench({ kept });
  await makeBenchPage(upfront.runtime.database, "p50", 50);
  await upfront.runtime.tick(Date.now());
  const cookie = await signInCookieForPages(upfront, ["p50"]);
  await addBenchToken(upfront.runtime.database as D1Database);
  await upfront.stop();
  const headers = { authorization: `Bearer ${benchToken}` };
  return {
    "front page": { path: "/p50" },
    "incident page": { path: "/p50/incidents/p50-incident" },
    "subscribe page": { path: "/p50/subscribe" },
    desk: { path: "/manage/p50", headers: { cookie } },
    API: { path: "/api/v1/pages", headers },
    "API, its document": { path: "/api/v1/openapi.json", headers },
  };
}

async function spentBy(bench: WorkerBench, work: () => Promise<unknown>): Promise<number> {
  const before = cpuMsOf(bench.pids);
  await work();
  return cpuMsOf(bench.pids) - before;
}

export interface ColdStart {
  /** CPU of the process until its first answer, which needs no database, in ms. */
  start: number;
  /** The figure for a worker that only answers "hello". */
  hello: number;
  /** CPU of the first answer that reads the database, which is opened for it. */
  database: number;
  /** CPU by address: for the first response, and for one of the following responses. */
  answers: Record<string, { first: number; warm: number }>;
}

async function once(kept: string, asked: LoadRequest) {
  const bench = await startUpfrontBench({ kept, bare: true });
  await fetchPage(bench.url, { path: "/healthz" });
  const start = cpuMsOf(bench.pids);
  const ready = () => fetchPage(bench.url, { path: "/readyz" });
  const database = await spentBy(bench, ready);
  const first = await spentBy(bench, () => fetchPage(bench.url, asked));
  const next = await spentBy(bench, async () => {
    for (let count = 0; count < warmRequests; count++) await fetchPage(bench.url, asked);
  });
  await bench.stop();
  return { start, database, first, warm: next / warmRequests };
}

async function helloStart(): Promise<number> {
  const bench = await startHelloWorker();
  await fetchPage(bench.url, { path: "/healthz" });
  const spent = cpuMsOf(bench.pids);
  await bench.stop();
  return spent;
}

/** Measures the cost for an isolate that has just started: each first answer is that of a process of its own. */
export async function measureColdStart(only?: readonly string[]): Promise<ColdStart> {
  const kept = newBenchFolder();
  const addresses = await prepare(kept);
  const names = Object.keys(addresses).filter((name) => !only || only.includes(name));
  const found = new Map(names.map((name) => [name, [] as Awaited<ReturnType<typeof once>>[]]));
  const hellos: number[] = [];
  for (let round = 0; round < processCount; round++) {
    hellos.push(await helloStart());
    for (const name of names) found.get(name)?.push(await once(kept, addresses[name] as LoadRequest));
  }
  const all = [...found.values()].flat();
  return {
    start: mean(all.map(({ start }) => start)),
    hello: mean(hellos),
    database: mean(all.map(({ database }) => database)),
    answers: Object.fromEntries(
      [...found].map(([name, each]) => [
        name,
        { first: mean(each.map(({ first }) => first)), warm: mean(each.map(({ warm }) => warm)) },
      ]),
    ),
  };
}

export async function measureColdStartTables(): Promise<BenchTable[]> {
  const { start, hello, database, answers } = await measureColdStart();
  const ms = (value: number) => `${value.toFixed(0)} ms`;
  const rows = [
    [
      "start, until the first answer; the same of a worker that answers hello",
      `${ms(start)}; ${ms(hello)}`,
      ms(start - hello),
    ],
    ["first answer that reads the database, which is opened for it (`/readyz`)", ms(database), ""],
    ...Object.entries(answers).map(([name, { first, warm }]) => [
      `then the first answer: ${name}`,
      ms(first),
      ms(first - warm),
    ]),
  ];
  return [{ head: [`CPU, mean of ${processCount} processes each`, "cold", "more than warm"], rows }];
}
