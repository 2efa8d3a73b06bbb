import { afterAll, beforeAll, expect, test } from "vitest";
import { type BuiltOnCloudflare, startOnCloudflare } from "../support/built-on-cloudflare";
import { openDeployment, type TestDeployment } from "../support/database";
import { heartbeatRows } from "../support/heartbeats";
import { group, rowsOf } from "../support/ingest";
import { aHeartbeat, aLoneSource, aPage, arrange, type TestHeartbeat, type TestSource } from "../support/scenario";

/** The built worker in workerd, with its inboxes as the Durable Objects that they are. */
let deployment: TestDeployment;
let worker: BuiltOnCloudflare;
let source: TestSource;
let heartbeat: TestHeartbeat;
beforeAll(async () => {
  deployment = await openDeployment();
  deployment.clock.now = Date.now();
  source = await arrange(deployment, aLoneSource());
  const page = await arrange(deployment, aPage());
  heartbeat = await arrange(deployment, aHeartbeat(page));
  worker = await startOnCloudflare(deployment);
}, 180_000);
afterAll(async () => {
  await worker.stop();
  await deployment.close();
});

const headers = { "content-type": "application/json" };
const fires = (key: string) => JSON.stringify(group([{ key }]));

async function timed(path: string, body?: string) {
  const began = performance.now();
  const answer = await worker.fetch(path, { method: "POST", ...(body === undefined ? {} : { body, headers }) });
  return { status: answer.status, text: await answer.text(), took: performance.now() - began };
}

async function until(found: () => Promise<boolean>): Promise<boolean> {
  const end = Date.now() + 60_000;
  while (Date.now() < end) {
    if (await found()) return true;
    await new Promise((next) => setTimeout(next, 250));
  }
  return false;
}

const keys = async () => (await rowsOf(deployment.ctx(), source)).alerts.map(({ key }) => key).sort();

test("while the database stands still, deliveries and pings are answered within four seconds, and are in soon after", async () => {
  expect(await timed(`/ingest/${source.token}`, fires("before"))).toMatchObject({ status: 202 });
  worker.database = "stalled";
  const at = Date.now();
  const answers = await Promise.all([
    timed(`/ingest/${source.token}`, fires("a")),
    timed(`/ingest/${source.token}`, fires("b")),
    timed(`/ping/${heartbeat.uuid}`),
    timed("/ingest/nobody-has-this-address", fires("c")),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 200, 503]);
  expect(JSON.parse(answers[0].text)).toMatchObject({ kept: true, alerts: [], skipped: [] });
  for (const { took } of answers) expect(took).toBeLessThan(4000);
  expect(await keys()).toEqual(["before"]);
  worker.database = "here";
  expect(await until(async () => (await keys()).length === 3)).toBe(true);
  expect(await until(async () => (await heartbeatRows(deployment.ctx(), heartbeat.id)).row.pingCount === 1)).toBe(true);
  const { row } = await heartbeatRows(deployment.ctx(), heartbeat.id);
  expect(Math.abs((row.lastPingAt ?? 0) - at)).toBeLessThan(1000);
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), source);
  expect(alerts.map(({ key, count }) => [key, count]).sort()).toEqual([
    ["a", 1],
    ["b", 1],
    ["before", 1],
  ]);
  expect(deliveries).toHaveLength(3);
});

test("what was in although its answer was lost is in once", async () => {
  const before = await rowsOf(deployment.ctx(), source);
  worker.database = "silent";
  expect(await timed(`/ingest/${source.token}`, fires("lost"))).toMatchObject({ status: 202 });
  worker.database = "here";
  const third = async () => (await rowsOf(deployment.ctx(), source)).deliveries.length === before.deliveries.length + 1;
  expect(await until(third)).toBe(true);
  await new Promise((next) => setTimeout(next, 12_000));
  expect(await third()).toBe(true);
  const { alerts } = await rowsOf(deployment.ctx(), source);
  expect(alerts.find(({ key }) => key === "lost")?.count).toBe(1);
}, 90_000);
