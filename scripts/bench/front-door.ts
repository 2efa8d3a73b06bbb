import type { D1Database } from "@cloudflare/workers-types";
import { signInOn } from "./desk.ts";
import { type Door, head, Lane, openDoor, openSlow, p99, peakOf, rateOf, steadily, type Timed } from "./doors.ts";
import { median } from "./load.ts";
import { benchToken, giveToken } from "./publishing.ts";
import { type Bench, cpuOf, type UpfrontBench } from "./workers.ts";

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A page through the front door, against hello by the same road and hello without it: alternately, in one run. */
async function speedTable(hello: Bench, page: Door, helloDoor: Door): Promise<void> {
  const rates = { bare: [] as number[], hello: [] as number[], page: [] as number[] };
  for (let round = 0; round < 6; round++) {
    const [bare, same] = [await rateOf(hello.url, "/"), await rateOf(helloDoor.url, "/")];
    const ours = await rateOf(page.url, "/p50");
    if (round === 0) continue;
    rates.bare.push(bare);
    rates.hello.push(same);
    rates.page.push(ours);
  }
  const [bare, same, ours] = [median(rates.bare), median(rates.hello), median(rates.page)];
  console.log("\n| 16 connections, medians of five rounds | a second | share | bound |\n| --- | --- | --- | --- |");
  console.log(`| a bare workerd that answers hello | ${bare.toFixed(0)} | | |`);
  console.log(`| hello through the front door | ${same.toFixed(0)} | ${(same / bare).toFixed(2)} of the bare one | |`);
  console.log(
    `| a page of 50 components through it | ${ours.toFixed(0)} | **${(ours / bare).toFixed(2)}** of the bare one | ≥ 0.2 |`,
  );
  console.log(`| | | **${(ours / same).toFixed(2)}** of hello by the same road | ≥ 0.4 |`);
}

const views = (door: Door, rate: number, seconds: number): Promise<Timed> =>
  steadily(
    rate,
    seconds,
    () => new Lane(door.url),
    () => head("/p50"),
    (status) => status === 200,
  );

async function slowTable(door: Door): Promise<void> {
  await views(door, 50, 3);
  const alone = await views(door, 50, 10);
  const end = openSlow(door.url, 5000, 1000);
  await wait(7000);
  const among = await views(door, 50, 15);
  end();
  const share = p99(among) / p99(alone);
  console.log(
    "\n| 5,000 slow clients from 1,000 addresses, 50 pages a second | errors | p99 | bound |\n| --- | --- | --- | --- |",
  );
  console.log(`| without them | ${alone.errors} | ${p99(alone).toFixed(1)} ms | |`);
  console.log(`| among them | ${among.errors} | ${p99(among).toFixed(1)} ms, ${share.toFixed(2)}× | ≤ 2×, 0 errors |`);
}

/** What an Alertmanager posts: one of fifty alerts, which fires and is resolved in turn. */
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

async function call(door: Door, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { host: "localhost:8787", authorization: `Bearer ${benchToken}`, "content-type": "application/json" };
  const answer = await fetch(new URL(`/api/v1${path}`, door.url), {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

async function crowdTable(upfront: UpfrontBench, door: Door, seconds: number): Promise<void> {
  await signInOn(upfront, ["p50"]);
  await giveToken(upfront.runtime.database as D1Database);
  const made = await call(door, "/pages/page-p50/sources", { source: { kind: "alertmanager", name: "Load" } });
  const token = /\/ingest\/([^/"]+)/.exec(JSON.stringify(made))?.[1] ?? "";
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
  console.log(`| views of visitors | ${visitors.times.length} | ${visitors.errors} | ${p99(visitors).toFixed(0)} ms |`);
  console.log(
    `| deliveries, ${rate} a second | ${deliveries.times.length} | ${deliveries.errors} | ${p99(deliveries).toFixed(0)} ms |`,
  );
  console.log(`| incidents, one each 5 s | ${published} | ${refused} | |`);
  console.log(
    `| memory, peak: front door ${peakOf(door.pid).toFixed(0)} MB, workerd ${upfront.pids.map((pid) => peakOf(pid).toFixed(0)).join(" + ")} MB; ${spent.toFixed(2)} cores | | | |`,
  );
}

/** `npm run bench -- --load`: `UPFRONT_LOAD_SECONDS` for less than ten minutes of it. */
export async function frontDoorTables(upfront: UpfrontBench, hello: Bench): Promise<void> {
  const [page, helloDoor] = [await openDoor(upfront.url), await openDoor(hello.url)];
  await speedTable(hello, page, helloDoor);
  await slowTable(page);
  await crowdTable(upfront, page, Number(process.env.UPFRONT_LOAD_SECONDS ?? 600));
  page.stop();
  helloDoor.stop();
}
