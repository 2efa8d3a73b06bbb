import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listAlerts } from "~/alerts/list";
import { monitorHourTable } from "~/db/schema";
import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { createMonitor } from "~/monitors/create";
import { runMonitorShard } from "~/monitors/engine/run-shard";
import { readMonitorEvidence } from "~/monitors/evidence";
import { readMonitor } from "~/monitors/read";
import { updateMonitor } from "~/monitors/update";
import { packMinuteRing, ringMinutes } from "~/text/ring";
import { agentNow, call, makeAgent, reportedBy, type TestAgent } from "../../../tests/support/agents";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { shardsOf } from "../../../tests/support/monitors";
import { put } from "../../../tests/support/scenario";

let desk: Desk;
let agent: TestAgent;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  agent = await makeAgent(desk);
});
afterAll(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const minute = 60_000;
const later = (minutes: number) => {
  desk.deployment.clock.now += minutes * minute;
};
const now = () => desk.deployment.clock.now;
const monitorNow = (id: string) => good(readMonitor(desk.as("admin"), { pageId: desk.pageId, id }));
const alertsOf = async (id: string) =>
  (await good(listAlerts(desk.as("admin"), { pageId: desk.pageId, sourceId: id }))).alerts;
const result = (monitor: string, verdict: string, ago = 0, more: object = {}) => ({
  monitor,
  verdict,
  at: now() - ago * minute,
  ...more,
});
const report = (results: object[], more: object = {}) => ({ sent_at: now(), run: "run-a", results, ...more });

/** Runs the tick's work on the agent's shards and heartbeat. */
async function tick() {
  const ctx = desk.deployment.ctx();
  const own = (await shardsOf(ctx, desk.pageId)).filter((each) => each.agentId === agent.id);
  for (const shard of own) {
    await runMonitorShard(ctx, { shard, minute: Math.floor(now() / minute), until: now() + 20_000, selfCheck: null });
  }
  await checkAndSettleHeartbeats(desk.deployment.ctx(), [agent.id]);
  await desk.deployment.settled();
}

describe("a report", () => {
  test("of what is down keeps what was received, as our own checks do", async () => {
    const id = await reportedBy(desk, agent);
    const received = `421 busy\r\n{"access_token":"abc"}${"x".repeat(3000)}`;
    await call(desk, agent, report([result(id, "down", 0, { code: "text_missing", received })]));
    const [seen] = await good(readMonitorEvidence(desk.as("viewer"), { pageId: desk.pageId, id }));
    expect(seen?.first).toMatchObject({ code: "text_missing", answer: { status: null, headers: "" } });
    expect(seen?.first.answer?.body).toMatch(/^421 busy\\r\n\{"access_token":"••••"\}x+$/);
    expect(seen?.first.answer?.body.length).toBeLessThanOrEqual(2048);
  });

  test("turns its monitor as our own checks do, with an alert, and back", async () => {
    const id = await reportedBy(desk, agent);
    const up = await call(desk, agent, report([result(id, "up", 0, { milliseconds: 12 })]));
    expect(up).toMatchObject({ status: 200, answer: { taken: 1, ignored: 0, unknown: [], repeated: false } });
    expect(await monitorNow(id)).toMatchObject({ state: "up", milliseconds: 12 });
    later(1);
    await call(desk, agent, report([result(id, "down", 0, { code: "timeout", detail: "No paper." })]));
    expect(await monitorNow(id)).toMatchObject({ state: "down", code: "timeout", detail: "No paper." });
    expect(await alertsOf(id)).toMatchObject([{ state: "firing", title: "Printer is down" }]);
    later(1);
    await call(desk, agent, report([result(id, "up")]));
    expect(await monitorNow(id)).toMatchObject({ state: "up" });
    expect((await alertsOf(id))[0]).toMatchObject({ state: "resolved" });
  });
  test("costs two rows where nothing turns, and none where it says the same again", async () => {
    const id = await reportedBy(desk, agent);
    await call(desk, agent, report([result(id, "up")]));
    later(1);
    const calm = await call(desk, agent, report([result(id, "up")]));
    expect(calm.ctx.meter.written).toBe(2);
    expect(calm.ctx.meter.read).toBeLessThanOrEqual(12);
    const asked = await call(desk, agent, null, { what: "checks" });
    expect(asked.ctx.meter.written).toBe(0);
    const again = await call(desk, agent, report([result(id, "up")]));
    expect(again.answer).toMatchObject({ taken: 0, ignored: 1 });
    expect(again.ctx.meter.written).toBe(1);
  });
  test("is compared with its usual, which a report finds out once a day", async () => {
    const id = await reportedBy(desk, agent, { slowerThanUsual: 2 });
    const hour = Math.floor(now() / 3_600_000);
    const minutes = packMinuteRing(
      Array.from({ length: ringMinutes }, () => ({ state: "up" as const, milliseconds: 40 })),
    );
    const hours = Array.from({ length: 26 }, (_, index) => ({ monitorId: id, hour: hour + index, minutes }));
    await put(desk.deployment, monitorHourTable, hours);
    later(26 * 60);
    const took = (milliseconds: number) => call(desk, agent, report([result(id, "up", 0, { milliseconds })]));
    await took(45);
    later(1);
    await took(45);
    expect(await monitorNow(id)).toMatchObject({ state: "up", usualMs: 40 });
    later(1);
    await took(70);
    expect(await monitorNow(id)).toMatchObject({ state: "up" });
    later(1);
    const slow = await took(90);
    expect(slow.answer).toMatchObject({ taken: 1 });
    expect(await monitorNow(id)).toMatchObject({ state: "degraded", code: "slower" });
    later(1);
    await took(80);
    expect(await monitorNow(id)).toMatchObject({ state: "up" });
  });
  test("that is sent twice under the same id is taken once, and answered well both times", async () => {
    const id = await reportedBy(desk, agent);
    const body = report([result(id, "up")]);
    await call(desk, agent, body, { message: "twice" });
    const again = await call(desk, agent, body, { message: "twice" });
    expect(again).toMatchObject({ status: 200, answer: { repeated: true, taken: 0 } });
    expect(again.ctx.meter.written).toBe(0);
  });
  test("of another agent’s monitor, or nobody’s, moves nothing", async () => {
    const other = await makeAgent(desk, { name: "Warehouse" });
    const id = await reportedBy(desk, other);
    const answered = await call(desk, agent, report([result(id, "down"), result("nobody", "down")]));
    expect(answered.answer).toMatchObject({ taken: 0, unknown: [id, "nobody"] });
    expect(await monitorNow(id)).toMatchObject({ state: "new" });
  });
});

describe("who is let in", () => {
  test.each([
    ["with another secret", { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" }, 401, "signature"],
    ["with no signature", { headers: { "webhook-signature": "" } }, 401, "signature"],
    ["for another body", { headers: { "webhook-id": "another" } }, 401, "signature"],
    ["signed an hour ago", { at: -60 }, 401, "clock"],
    ["signed an hour ahead", { at: 60 }, 401, "clock"],
    ["by another method", { method: "PUT" }, 405, "method"],
  ])("%s: nobody", async (_, { at, ...sending }: { at?: number; [name: string]: unknown }, status, code) => {
    const given = { ...sending, ...(at === undefined ? {} : { at: now() + at * minute }) };
    const refused = await call(desk, agent, report([]), given);
    expect(refused).toMatchObject({ status, answer: { type: `/problems/${code}` } });
    expect(refused.ctx.meter.written).toBeLessThanOrEqual(3);
  });
  test("nobody, as long as there is no secret, or by nobody’s id", async () => {
    expect((await call(desk, { ...agent, id: "nobody" }, report([]))).status).toBe(404);
  });
  test("whose clock is wrong learns ours", async () => {
    const { headers } = await call(desk, agent, report([]), { at: 0 });
    expect(Math.abs(Date.parse(headers.get("date") ?? "") - now())).toBeLessThan(1000);
  });
  test("its own calls, however often somebody else calls with its id", async () => {
    const known = await makeAgent(desk, { name: "Known" });
    const stranger = { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" };
    const from = { headers: { "cf-connecting-ip": "198.51.100.9" } };
    const statuses = [];
    for (let count = 0; count < 61; count++) {
      statuses.push((await call(desk, known, report([]), { ...stranger, ...from })).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([401, 429]);
    expect((await call(desk, known, report([]))).status).toBe(200);
  });
  test.each(["constructor", "__proto__", "toString", "", "result"])("nobody at /%s", async (what) => {
    expect((await call(desk, agent, report([]), { what: what as "results" })).status).toBe(404);
  });
  test("sixty calls a minute, and then not before the next", async () => {
    const busy = await makeAgent(desk, { name: "Busy" });
    const statuses = [];
    for (let count = 0; count < 62; count++) statuses.push((await call(desk, busy, "{", {})).status);
    expect(statuses.slice(0, 60)).toEqual(Array(60).fill(400));
    expect(statuses.slice(60)).toEqual([429, 429]);
  });
});

describe("what is sent", () => {
  test.each([
    ["no JSON", "{", 400],
    ["a list", [], 422],
    ["too many results", { results: Array(1501).fill({ monitor: "x", verdict: "up" }) }, 422],
    ["a verdict that there is not", { results: [{ monitor: "x", verdict: "fine" }] }, 422],
    ["more than 512 KB", { program: "x", results: [], filler: "x".repeat(600_000) }, 413],
  ])("%s is refused, and nothing is written", async (_, body, status) => {
    later(1);
    const refused = await call(desk, agent, body);
    expect(refused.status).toBe(status);
    expect(refused.ctx.meter.written).toBe(0);
  });
});

test("what was cut off fills its points, and the present is what is newest", async () => {
  later(30);
  const id = await reportedBy(desk, agent);
  await call(desk, agent, report([result(id, "up")]));
  later(40);
  await tick();
  expect(await monitorNow(id)).toMatchObject({ state: "no_data" });
  const results = Array.from({ length: 40 }, (_, ago) => result(id, ago > 10 && ago < 20 ? "down" : "up", ago));
  const answered = await call(desk, agent, report(results));
  expect(answered.answer).toMatchObject({ taken: 40 });
  const after = await monitorNow(id);
  expect(after.state).toBe("up");
  expect(after.ring.filter((each) => each.state === "down")).toHaveLength(9);
  expect(await alertsOf(id)).toEqual([]);
});

test("a clock that is a day wrong moves no result, and is told", async () => {
  const id = await reportedBy(desk, agent);
  const wrong = 86_400_000;
  await call(desk, agent, {
    sent_at: now() + wrong,
    run: "run-a",
    results: [{ ...result(id, "up"), at: now() + wrong }],
  });
  expect(await monitorNow(id)).toMatchObject({ state: "up", lastCheckAt: Math.floor(now() / minute) * minute });
  expect((await agentNow(desk, desk.as("viewer"), agent)).skewMs).toBe(-wrong);
  await call(desk, agent, report([]));
  expect(await agentNow(desk, desk.as("viewer"), agent)).toMatchObject({ skewMs: 0 });
});

test("two that use the same secret are told, and count once", async () => {
  const id = await reportedBy(desk, agent);
  later(1);
  const at = (run: string) => report([result(id, "up")], { run });
  const taken = [];
  for (const run of ["a", "b", "a"]) taken.push((await call(desk, agent, at(run))).answer.taken);
  expect(taken).toEqual([1, 0, 0]);
  expect((await agentNow(desk, desk.as("viewer"), agent)).doubledAt).toBe(now());
});

test("what it says of itself is kept as text, whatever it is", async () => {
  const odd = report([], { program: "odd\u0000\ud800", run: "run\u0000" });
  expect((await call(desk, agent, odd)).status).toBe(200);
  expect(await agentNow(desk, desk.as("viewer"), agent)).toMatchObject({ program: "odd\ufffd\ufffd" });
});

test("what it is to run is told to it alone, and once", async () => {
  const other = await makeAgent(desk, { name: "Lab" });
  const settings = { url: "http://10.0.0.7/health", auth: "bearer", token: "only-for-the-agent" };
  // Only an external checker checks this one.
  await reportedBy(desk, other);
  const id = await reportedBy(desk, other, { kind: "http", settings, interval: 2 });
  // Results of the external checker are not among the agent's checks.
  await reportedBy(desk, other, { kind: "push", settings: { subject: "cold-store.lan" } });
  const first = await call(desk, other, null, { what: "checks" });
  expect(first).toMatchObject({
    status: 200,
    answer: { every: 5, checks: [{ id, kind: "http", interval: 2, settings }] },
  });
  const headers = { authorization: "Bearer only-for-the-agent" };
  expect(first.answer.checks[0].requests).toMatchObject([{ method: "GET", url: settings.url, headers, takes: [] }]);
  const etag = first.headers.get("etag") ?? "";
  expect((await call(desk, other, null, { what: "checks", headers: { "if-none-match": etag } })).status).toBe(304);
  expect((await call(desk, { ...agent, id: other.id }, null, { what: "checks" })).status).toBe(401);
});

describe("where a monitor is checked from", () => {
  const create = (over: object) =>
    createMonitor(desk.as("admin"), {
      pageId: desk.pageId,
      name: "Anything",
      kind: "http",
      settings: { url: "http://10.0.0.9/" },
      ...over,
    });
  test.each([
    ["a private address from here", {}, "settings.url"],
    ["results of somebody’s own from here", { kind: "push", settings: { subject: "x" } }, "agentId"],
    [
      "a registry by an agent",
      { kind: "domain", settings: { name: "example.com" }, agentId: "own", interval: 60 },
      "agentId",
    ],
    ["nobody’s agent", { agentId: "nobody" }, "agentId"],
  ])("%s is refused", async (_, over: object, field) => {
    const own = "agentId" in over && over.agentId === "own" ? { agentId: agent.id } : {};
    const made = await create({ ...over, ...own });
    expect(made).toMatchObject({ ok: false, failure: { name: "invalid", fields: { [field]: expect.anything() } } });
  });
  test("moves, with its last hour, and back only to where we call", async () => {
    const { pageId } = desk;
    const settings = { url: "https://shop.example.com/" };
    const { id } = await good(create({ settings, agentId: agent.id }));
    await call(desk, agent, report([result(id, "up", 2), result(id, "up", 1)]));
    const before = await monitorNow(id);
    later(1);
    await good(updateMonitor(desk.as("admin"), { pageId, id, agentId: "" }));
    const after = await monitorNow(id);
    expect(after.agentId).toBeNull();
    expect(after.ring.filter((each) => each.state === "up")).toHaveLength(
      before.ring.filter((each) => each.state === "up").length,
    );
    await good(updateMonitor(desk.as("admin"), { pageId, id, agentId: agent.id }));
    await good(updateMonitor(desk.as("admin"), { pageId, id, settings: { url: "http://10.0.0.9/" } }));
    const back = await updateMonitor(desk.as("admin"), { pageId, id, agentId: null });
    expect(back).toMatchObject({ ok: false, failure: { name: "invalid" } });
  });
});
