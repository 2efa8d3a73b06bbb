import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { D1Database } from "@cloudflare/workers-types";
import { signInCookieForPages } from "./desk.ts";
import {
  BenchConnection,
  type BenchFrontDoor,
  httpRequestHead,
  openSlowClients,
  p99LatencyOf,
  peakMemoryMbOf,
  type RequestTimings,
  requestRateOf,
  sendAtSteadyRate,
  startFrontDoor,
} from "./doors.ts";
import { median } from "./load.ts";
import { addBenchToken, benchToken } from "./publishing.ts";
import type { BenchTable } from "./table.ts";
import { benchOrigin, cpuMsOf, type UpfrontBench, type WorkerBench } from "./workers.ts";

const { host } = new URL(benchOrigin);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface BenchRoute {
  url: URL;
  path: string;
  /** Processes involved: the worker, and the front door before it. */
  pids: number[];
}

/**
 * Returns the responses per second, and the CPU of all processes for one response in ms. The first round only warms up.
 */
async function measured(roads: readonly BenchRoute[], rounds = 6) {
  const found = roads.map(() => ({ rate: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, path, pids }] of roads.entries()) {
      const before = cpuMsOf(pids);
      const { rate, count } = await requestRateOf(url, path);
      if (round === 0) continue;
      found[index]?.rate.push(rate);
      found[index]?.cpu.push((cpuMsOf(pids) - before) / count);
    }
  }
  return found.map(({ rate, cpu }) => ({ rate: median(rate), cpu: median(cpu) }));
}

/**
 * Compares a page through the front door with "hello" through the door and "hello" without it, alternately in one run.
 */
async function speedTables(
  upfront: UpfrontBench,
  hello: WorkerBench,
  page: BenchFrontDoor,
  helloDoor: BenchFrontDoor,
): Promise<BenchTable[]> {
  const roads = [
    { name: "a bare workerd that answers hello", url: hello.url, path: "/", pids: hello.pids },
    { name: "hello through the front door", url: helloDoor.url, path: "/", pids: [...hello.pids, helloDoor.pid] },
    { name: "a page of 50 components through it", url: page.url, path: "/p50", pids: [...upfront.pids, page.pid] },
  ];
  const all = await measured(roads);
  const [bare, same, ours] = all;
  const share = (name: string, of: typeof bare, bound: string) => [
    name,
    ((ours?.rate ?? 0) / (of?.rate ?? 1)).toFixed(2),
    ((of?.cpu ?? 0) / (ours?.cpu ?? 1)).toFixed(2),
    bound,
  ];
  const rows = roads.map(({ name }, index) => [
    name,
    `${all[index]?.rate.toFixed(0)} a second`,
    `${all[index]?.cpu.toFixed(3)} ms`,
    "",
  ]);
  const shares = [
    share("the page's share of the bare one", bare, "≥ 0.2"),
    share("the page's share of hello through the front door", same, "≥ 0.4"),
  ];
  return [{ head: ["16 connections", "answers", "CPU of one", "bound"], rows: [...rows, ...shares] }];
}

const views = (door: BenchFrontDoor, rate: number, seconds: number): Promise<RequestTimings> =>
  sendAtSteadyRate(
    rate,
    seconds,
    () => new BenchConnection(door.url),
    () => httpRequestHead("/p50"),
    (status) => status === 200,
  );

/** Alternates, because the machine has other load: three times without slow clients, three times with them. */
async function slowTables(door: BenchFrontDoor): Promise<BenchTable[]> {
  const [alone, among]: [RequestTimings[], RequestTimings[]] = [[], []];
  await views(door, 50, 3);
  for (let round = 0; round < 3; round++) {
    alone.push(await views(door, 50, 6));
    const end = openSlowClients(door.url, 5000, 1000);
    await wait(8000);
    among.push(await views(door, 50, 6));
    end();
    await wait(2000);
  }
  const both = [alone, among].map((rounds) => ({
    p99: median(rounds.map(p99LatencyOf)),
    errors: rounds.flatMap((each) => each.errors),
  }));
  const errors = (of: (typeof both)[number] | undefined) => (of?.errors ?? []).reduce((sum, each) => sum + each, 0);
  const [without, within] = both;
  const share = (within?.p99 ?? 0) / (without?.p99 ?? 1);
  const rows = [
    ["without them", errors(without), `${without?.p99.toFixed(1)} ms`, ""],
    ["among them", errors(within), `${within?.p99.toFixed(1)} ms, ${share.toFixed(2)}×`, "≤ 2×, 0 errors"],
  ];
  return [{ head: ["50 pages a second", "errors", "p99", "bound"], rows }];
}

/** Returns a request of Alertmanager with one of fifty alerts, which alternately fires and is resolved. */
function delivery(token: string, index: number): string {
  const status = Math.floor(index / 50) % 2 === 0 ? "firing" : "resolved";
  const name = `Load${index % 50}`;
  const at = new Date().toISOString();
  const alert = { status, labels: { alertname: name }, annotations: {}, startsAt: at, endsAt: at, fingerprint: name };
  const about = {
    version: "4",
    groupKey: name,
    receiver: "x",
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
  };
  const body = JSON.stringify({ ...about, status, externalURL: "http://a", alerts: [alert] });
  return `${httpRequestHead(`/ingest/${token}`, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, "POST")}${body}`;
}

function call(door: BenchFrontDoor, path: string, body: object): Promise<string> {
  const { hostname, port } = door.url;
  const headers = { host, authorization: `Bearer ${benchToken}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path: `/api/v1${path}`, method: "POST", headers }, (answer) => {
      text(answer).then((said) => {
        if (answer.statusCode === 201) resolve(said);
        else reject(new Error(`${path}: ${answer.statusCode} ${said}`));
      }, reject);
    });
    sent.on("error", reject).end(JSON.stringify(body));
  });
}

const said = ({ errors, wrong }: RequestTimings): string =>
  errors === 0 ? "0" : `${errors}: ${JSON.stringify(wrong)}`;

async function crowdTables(upfront: UpfrontBench, door: BenchFrontDoor, seconds: number): Promise<BenchTable[]> {
  await signInCookieForPages(upfront, ["p50"]);
  await addBenchToken(upfront.runtime.database as D1Database);
  const made = await call(door, "/pages/page-p50/sources", { source: { kind: "alertmanager", name: "Load" } });
  const token = /\/ingest\/([^/"]+)/.exec(made)?.[1] ?? "";
  const end = openSlowClients(door.url, 1000, 250);
  const cpu = cpuMsOf([...upfront.pids, door.pid]);
  let [published, refused] = [0, 0];
  const publisher = setInterval(() => {
    const incident = {
      name: `Load ${published}`,
      body: "Looking.",
      status: "investigating",
      components: { "p50-c2": "major_outage" },
    };
    published += 1;
    call(door, "/pages/page-p50/incidents", { incident }).catch(() => {
      refused += 1;
    });
  }, 5000);
  const rate = Number(process.env.UPFRONT_LOAD_DELIVERIES ?? 300);
  const [visitors, deliveries] = await Promise.all([
    views(door, 50_000 / 600, seconds),
    sendAtSteadyRate(
      rate,
      seconds,
      () => new BenchConnection(door.url),
      (index) => delivery(token, index),
      (status) => status === 202,
    ),
  ]);
  clearInterval(publisher);
  end();
  const spent = (cpuMsOf([...upfront.pids, door.pid]) - cpu) / 1000 / seconds;
  const line = (name: string, timed: RequestTimings) => [
    name,
    timed.times.length,
    said(timed),
    `${p99LatencyOf(timed).toFixed(0)} ms`,
  ];
  const memory = [door.pid, ...upfront.pids].map((pid) => `${peakMemoryMbOf(pid).toFixed(0)} MB`).join("; ");
  const rows = [
    line(`views of visitors, in ${seconds} s`, visitors),
    line(`deliveries, ${rate} a second`, deliveries),
    ["incidents, one each 5 s", published, String(refused), ""],
    ["peak of memory: front door; workerd", memory, "", ""],
    ["cores used", spent.toFixed(2), "", ""],
  ];
  return [{ head: ["what", "figure", "errors", "p99"], rows }];
}

/** Each measures through a front door of its own, on a deployment with the page `p50`. */
export const frontDoorBenchTables = {
  "front-door": async (upfront: UpfrontBench, hello: WorkerBench): Promise<BenchTable[]> => {
    const [page, helloDoor] = [await startFrontDoor(upfront.url), await startFrontDoor(hello.url)];
    const tables = await speedTables(upfront, hello, page, helloDoor);
    for (const door of [page, helloDoor]) door.stop();
    return tables;
  },
  "slow-clients": (upfront: UpfrontBench) => throughDoor(upfront, slowTables),
  /** `UPFRONT_LOAD_SECONDS` shortens its ten minutes. */
  crowd: (upfront: UpfrontBench) =>
    throughDoor(upfront, (door) => crowdTables(upfront, door, Number(process.env.UPFRONT_LOAD_SECONDS ?? 600))),
};

async function throughDoor(
  upfront: UpfrontBench,
  measure: (door: BenchFrontDoor) => Promise<BenchTable[]>,
): Promise<BenchTable[]> {
  const door = await startFrontDoor(upfront.url);
  const tables = await measure(door);
  door.stop();
  return tables;
}
