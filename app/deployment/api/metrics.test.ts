import { afterAll, beforeAll, expect, test } from "vitest";
import {
  heartbeatTable,
  incidentTable,
  membershipTable,
  monitorShardTable,
  noticeTable,
  sourceTable,
} from "~/db/schema";
import { englishText } from "~/failures/refusal";
import type { MonitorStateRecord, PlannedMonitor } from "~/monitors/rules/monitor";
import { programEndpointHandlerOf } from "~/programs";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { faulty } from "../../../tests/support/faults";
import { credentialsOf, makePeople, type Program } from "../../../tests/support/matrix-cast";
import { samplePlan } from "../../../tests/support/sample-monitor";
import { aPage, arrange, put, type TestPage } from "../../../tests/support/scenario";

let deployment: TestDeployment;
let acme: TestPage;
const times = { createdAt: 1, updatedAt: 1 };

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  acme = await arrange(deployment, aPage());
  const other = await arrange(deployment, aPage({ slug: "other" }));
  await put(deployment, membershipTable, [
    { pageId: acme.id, personId: "owner", role: "owner", createdAt: 1 },
    { pageId: other.id, personId: "stranger", role: "viewer", createdAt: 1 },
  ]);
});
afterAll(() => deployment.close());

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  database?: D1Database;
}

async function scrape(program: Program, { method = "GET", headers = {}, database }: Asking = {}) {
  const url = new URL("http://localhost:8787/metrics");
  const ctx = deployment.ctx({ kind: "visitor" }, database ? { database } : undefined);
  const request = new Request(url, { method, headers: { ...credentialsOf(program), ...headers } });
  const response = await programEndpointHandlerOf(
    url.pathname,
    false,
  )?.({ request, url, ctx, hostPage: false, setCookie: null });
  if (!response) throw new Error("/metrics is nobody's");
  await deployment.settled();
  return { response, ctx, text: await response.clone().text() };
}

const series = (text: string, name: string) => text.split("\n").filter((line) => line.startsWith(`${name}{`));
const on = (text: string, name: string) => series(text, name).filter((line) => line.endsWith(" 1"));

test("who has no token gets 401, whoever has one sees the pages that it may see", async () => {
  for (const program of ["visitor", "operator", "stranger", "owner", "owner, read-only", "owner, as viewer"] as const) {
    const { response, text } = await scrape(program);
    const pages = new Set([...text.matchAll(/page="(\w+)"/g)].map(([, slug]) => slug));
    const expected = { visitor: [], operator: [], stranger: ["other"] }[program as string] ?? ["acme"];
    expect([response.status, [...pages]]).toEqual([program === "visitor" ? 401 : 200, expected]);
  }
  const wrong = await scrape("visitor", { headers: { authorization: "Bearer nonsense" } });
  expect([wrong.response.status, wrong.response.headers.get("www-authenticate")]).toEqual([
    401,
    'Bearer realm="upfront"',
  ]);
});

test("Prometheus' text, for GET and HEAD only", async () => {
  const { response } = await scrape("owner, read-only");
  expect(response.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  expect(response.headers.get("x-ratelimit-limit")).toBe("120");
  expect((await scrape("owner", { method: "HEAD" })).response.status).toBe(200);
  expect((await scrape("owner", { method: "POST" })).response.status).toBe(405);
  expect(programEndpointHandlerOf("/metrics", true)).toBeNull();
});

const planned = (number: number, now: number): PlannedMonitor =>
  samplePlan({
    id: `m-${number}`,
    name: `Monitor ${number}`,
    settingsSealed: "hush",
    watchedSince: now - 3600_000,
  });

const known = (now: number): MonitorStateRecord => ({
  confirmed: "down",
  since: 1,
  run: [],
  last: now / 60_000 - 1,
  silentSince: null,
  heardAt: null,
  owed: false,
  watchedSince: now - 3600_000,
  code: "status",
  detail: englishText("503"),
  milliseconds: 120,
  opinions: [],
  day: 0,
  today: [0, 0, 0, 0, 0],
});

async function fillShards(count: number): Promise<void> {
  const { now } = deployment.clock;
  const shards = Array.from({ length: count }, (_, shard) => {
    const plan = Array.from({ length: 25 }, (_, number) => planned(shard * 25 + number, now));
    const states = Object.fromEntries(plan.map(({ id }) => [id, known(now)]));
    return { id: `shard-${shard}`, pageId: acme.id, minute: now / 60_000, plan, rings: {}, states };
  });
  await put(deployment, monitorShardTable, shards);
}

const sealed = { tokenSealed: "hush", settingsSealed: "hush" };

test("what the rows say: monitors, heartbeats, components, alerts, incidents, notices", async () => {
  const { now } = deployment.clock;
  const of = { pageId: acme.id };
  await fillShards(1);
  await put(deployment, sourceTable, [
    {
      id: "h-1",
      ...of,
      family: "heartbeat",
      kind: "heartbeat",
      name: 'The "nightly"',
      tokenHash: "h",
      ...sealed,
      ...times,
    },
  ]);
  await put(deployment, heartbeatTable, [
    {
      id: "h-1",
      ...of,
      tags: [],
      schedule: { kind: "simple" as const, periodSeconds: 60 },
      graceSeconds: 60,
      state: "up",
      stateSince: 1,
      pings: [],
      lastPingAt: now - 90_000,
      ...times,
    },
  ]);
  const opened = { ...of, title: "Slow", status: "investigating", impact: "minor", origin: "person", startedAt: 1 };
  await put(deployment, incidentTable, [
    { id: "i-1", ...opened, visibility: "draft", closed: false, ...times },
    { id: "i-2", ...opened, visibility: "published", closed: true, ...times },
  ]);
  const told = { ...of, kind: "incident_opened" as never, audience: "subscribers" as const, scope: {}, expiresAt: 1 };
  await put(deployment, noticeTable, [
    { id: "n-1", ...told, subjectId: "i-1", sequence: 1, dueAt: now, outcome: null, createdAt: now },
    { id: "n-2", ...told, subjectId: "i-1", sequence: 2, dueAt: null, outcome: "dead" as const, createdAt: now },
    {
      id: "n-3",
      ...told,
      subjectId: "i-1",
      sequence: 3,
      dueAt: null,
      outcome: "dead" as const,
      createdAt: now - 8 * 86_400_000,
    },
  ]);
  const { text } = await scrape("owner");
  expect(on(text, "upfront_monitor_state")).toHaveLength(25);
  expect(text).toContain('upfront_monitor_state{page="acme",id="m-7",monitor="Monitor 7",kind="http",state="down"} 1');
  expect(text).toContain('upfront_monitor_response_seconds{page="acme",id="m-7",monitor="Monitor 7",kind="http"} 0.12');
  expect(on(text, "upfront_heartbeat_state")).toEqual([
    'upfront_heartbeat_state{page="acme",id="h-1",heartbeat="The \\"nightly\\"",state="grace"} 1',
  ]);
  expect(on(text, "upfront_component_status")).toHaveLength(2);
  expect(series(text, "upfront_incidents_open").map((line) => line.split(",")[1])).toEqual([
    'visibility="draft"} 1',
    'visibility="published"} 0',
  ]);
  expect([series(text, "upfront_outbox_due"), series(text, "upfront_outbox_dead")].flat()).toEqual([
    'upfront_outbox_due{page="acme"} 1',
    'upfront_outbox_dead{page="acme"} 1',
  ]);
  expect(text).not.toContain("hush");
});

test("a thousand monitors are forty rows, and six statements are enough", async () => {
  const before = (await scrape("owner")).ctx.meter;
  await deployment.ctx().d1.prepare("DELETE FROM monitor_shard").run();
  await fillShards(40);
  const { ctx, text } = await scrape("owner");
  expect(on(text, "upfront_monitor_state")).toHaveLength(1000);
  expect(ctx.meter.statements).toBeLessThanOrEqual(6);
  expect(ctx.meter.read - before.read).toBeLessThanOrEqual(40);
  console.log(
    `/metrics with 1,000 monitors: ${ctx.meter.statements} statements, ${ctx.meter.read} rows read, ${text.length} bytes`,
  );
});

test("a token may ask 120 times a minute, of /metrics and of the API together", async () => {
  deployment.clock.now += 60_000;
  const answers = [];
  for (let asked = 0; asked < 121; asked++) {
    answers.push((await scrape("stranger")).response.status);
    deployment.clock.now += 400;
  }
  expect(answers.filter((status) => status === 200)).toHaveLength(120);
  expect(answers.at(-1)).toBe(429);
});

test("the database being away is 503", async () => {
  const { database } = faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before");
  expect((await scrape("owner", { database })).response.status).toBe(503);
});
