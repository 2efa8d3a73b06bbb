import { request } from "node:http";
import { text } from "node:stream/consumers";
import type { D1Database } from "@cloudflare/workers-types";
import { signInOn } from "./desk.ts";
import { type Door, head, Lane, openDoor, openSlow, p99, peakOf, rateOf, steadily, type Timed } from "./doors.ts";
import { median } from "./load.ts";
import { benchToken, giveToken } from "./publishing.ts";
import { type Bench, cpuOf, origin, type UpfrontBench } from "./workers.ts";

const { host } = new URL(origin);

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

interface Road {
  url: URL;
  path: string;
  /** Processes involved: the worker, and the front door before it. */
  pids: number[];
}

/** Returns answers per second, and the CPU of all processes for one answer in ms; a first round only warms up. */
async function measured(roads: readonly Road[], rounds = 6) {
  const found = roads.map(() => ({ rate: [] as number[], cpu: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [index, { url, path, pids }] of roads.entries()) {
      const before = cpuOf(pids);
      const { rate, count } = await rateOf(url, path);
      if (round === 0) continue;
      found[index]?.rate.push(rate);
      found[index]?.cpu.push((cpuOf(pids) - before) / count);
    }
  }
  return found.map(({ rate, cpu }) => ({ rate: median(rate), cpu: median(cpu) }));
}

/**
 * Compares a page through the front door with hello on the same path and hello without the door: alternately, in one
 * run.
 */
async function speedTable(upfront: UpfrontBench, hello: Bench, page: Door, helloDoor: Door): Promise<void> {
  const roads = [
    { name: "a bare workerd that answers hello", url: hello.url, path: "/", pids: hello.pids },
    { name: "hello through the front door", url: helloDoor.url, path: "/", pids: [...hello.pids, helloDoor.pid] },
    { name: "a page of 50 components through it", url: page.url, path: "/p50", pids: [...upfront.pids, page.pid] },
  ];
  const all = await measured(roads);
  console.log("\n| 16 connections, medians of five rounds | a second | CPU of one |\n| --- | --- | --- |");
  for (const [index, { name }] of roads.entries())
    console.log(`| ${name} | ${all[index]?.rate.toFixed(0)} | ${all[index]?.cpu.toFixed(3)} ms |`);
  const [bare, same, ours] = all;
  const share = (of: typeof bare, what: "rate" | "cpu") =>
    what === "rate" ? (ours?.rate ?? 0) / (of?.rate ?? 1) : (of?.cpu ?? 0) / (ours?.cpu ?? 1);
  const line = (name: string, of: typeof bare, bound: string) =>
    console.log(`| ${name} | **${share(of, "rate").toFixed(2)}** | ${share(of, "cpu").toFixed(2)} | ${bound} |`);
  console.log("\n| a page's share | answers | CPU | bound |\n| --- | --- | --- | --- |");
  line("of the bare one", bare, "≥ 0.2");
  line("of hello by the same road", same, "≥ 0.4");
}

const views = (door: Door, rate: number, seconds: number): Promise<Timed> =>
  steadily(
    rate,
    seconds,
    () => new Lane(door.url),
    () => head("/p50"),
    (status) => status === 200,
  );

/** Alternates, because the machine has other load: three times without slow clients, three times with them. */
async function slowTable(door: Door): Promise<void> {
  const [alone, among]: [Timed[], Timed[]] = [[], []];
  await views(door, 50, 3);
  for (let round = 0; round < 3; round++) {
    alone.push(await views(door, 50, 6));
    const end = openSlow(door.url, 5000, 1000);
    await wait(8000);
    among.push(await views(door, 50, 6));
    end();
    await wait(2000);
  }
  const both = [alone, among].map((rounds) => ({
    p99: median(rounds.map(p99)),
    errors: rounds.flatMap((each) => each.errors),
  }));
  const errors = (of: (typeof both)[number] | undefined) => (of?.errors ?? []).reduce((sum, each) => sum + each, 0);
  const [without, within] = both;
  const share = (within?.p99 ?? 0) / (without?.p99 ?? 1);
  console.log(
    "\n| 5,000 slow clients from 1,000 addresses, 50 pages a second | errors | p99 | bound |\n| --- | --- | --- | --- |",
  );
  console.log(`| without them | ${errors(without)} | ${without?.p99.toFixed(1)} ms | |`);
  console.log(
    `| among them | ${errors(within)} | ${within?.p99.toFixed(1)} ms, ${share.toFixed(2)}× | ≤ 2×, 0 errors |`,
  );
}

/** Returns an Alertmanager's post: one of fifty alerts, which alternately fires and is resolved. */
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
  return `${head(`/ingest/${token}`, `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`, "POST")}${body}`;
}

function call(door: Door, path: string, body: object): Promise<string> {
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

const said = ({ errors, wrong }: Timed): string => (errors === 0 ? "0" : `${errors}: ${JSON.stringify(wrong)}`);

async function crowdTable(upfront: UpfrontBench, door: Door, seconds: number): Promise<void> {
  await signInOn(upfront, ["p50"]);
  await giveToken(upfront.runtime.database as D1Database);
  const made = await call(door, "/pages/page-p50/sources", { source: { kind: "alertmanager", name: "Load" } });
  const token = /\/ingest\/([^/"]+)/.exec(made)?.[1] ?? "";
  const end = openSlow(door.url, 1000, 250);
  const cpu = cpuOf([...upfront.pids, door.pid]);
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
    steadily(
      rate,
      seconds,
      () => new Lane(door.url),
      (index) => delivery(token, index),
      (status) => status === 202,
    ),
  ]);
  clearInterval(publisher);
  end();
  const spent = (cpuOf([...upfront.pids, door.pid]) - cpu) / 1000 / seconds;
  console.log(
    `\n| ${seconds} s of a crowd, 1,000 slow clients among it | count | errors | p99 |\n| --- | --- | --- | --- |`,
  );
  console.log(`| views of visitors | ${visitors.times.length} | ${said(visitors)} | ${p99(visitors).toFixed(0)} ms |`);
  console.log(
    `| deliveries, ${rate} a second | ${deliveries.times.length} | ${said(deliveries)} | ${p99(deliveries).toFixed(0)} ms |`,
  );
  console.log(`| incidents, one each 5 s | ${published} | ${refused} | |`);
  console.log(
    `| memory, peak: front door ${peakOf(door.pid).toFixed(0)} MB, workerd ${upfront.pids.map((pid) => peakOf(pid).toFixed(0)).join(" + ")} MB; ${spent.toFixed(2)} cores | | | |`,
  );
}

const parts = ["speed", "slow", "crowd"] as const;

/**
 * Runs `npm run bench -- --load`, or `-- --load crowd` for a part of it; `UPFRONT_LOAD_SECONDS` shortens the crowd's
 * ten minutes.
 */
export async function frontDoorTables(upfront: UpfrontBench, hello: Bench, asked: readonly string[]): Promise<void> {
  const [page, helloDoor] = [await openDoor(upfront.url), await openDoor(hello.url)];
  const wanted = parts.filter((part) => asked.length === 0 || asked.includes(part));
  if (wanted.includes("speed")) await speedTable(upfront, hello, page, helloDoor);
  if (wanted.includes("slow")) await slowTable(page);
  if (wanted.includes("crowd")) await crowdTable(upfront, page, Number(process.env.UPFRONT_LOAD_SECONDS ?? 600));
  page.stop();
  helloDoor.stop();
}
