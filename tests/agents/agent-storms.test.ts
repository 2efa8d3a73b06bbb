import { afterEach, beforeEach, expect, test } from "vitest";
import { updateMonitor } from "~/monitors/update";
import { call, makeAgent, reportedBy, type Sending, type TestAgent } from "../support/agents";
import { type Desk, good, openDesk } from "../support/desk";
import { shardsOf } from "../support/monitors";
import { tickMinutes } from "../support/watched";

/** An agent that sends without end, one that checks what is no longer its own, and strangers: what they cause has a figure. */
let desk: Desk;
let agent: TestAgent;
beforeEach(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
  agent = await makeAgent(desk, { every: 1 });
});
afterEach(() => desk.close());

const now = () => desk.deployment.clock.now;
const results = (monitor: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ monitor, verdict: index % 2 ? "up" : "down", at: now() }));

test("ten thousand results a minute are one result: two rows a call, and after sixty calls none", async () => {
  const id = await reportedBy(desk, agent);
  const sums = { taken: 0, written: 0, read: 0 };
  const statuses: number[] = [];
  for (let count = 0; count < 65; count++) {
    const { status, answer, ctx } = await call(desk, agent, { run: "a", results: results(id, 160) });
    statuses.push(status);
    sums.taken += answer?.taken ?? 0;
    sums.written += ctx.meter.written;
    sums.read += ctx.meter.read;
  }
  expect(statuses.filter((each) => each === 200)).toHaveLength(60);
  expect(statuses.slice(60)).toEqual([429, 429, 429, 429, 429]);
  expect(sums.taken).toBe(1);
  expect(sums.written).toBeLessThanOrEqual(60 * 2 + 20);
  expect(sums.read).toBeLessThanOrEqual(60 * 20);
});

test("what strangers send writes no row but the note of a forged call, one a minute", async () => {
  const id = await reportedBy(desk, agent);
  const body = { results: results(id, 1500) };
  const stranger = { secret: "whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=" };
  const sent: [unknown, Sending][] = [
    [body, stranger],
    [body, { headers: { "webhook-signature": "" } }],
    [body, { at: now() - 3_600_000 }],
    ["", stranger],
    ["\u0000", stranger],
    ["[".repeat(200_000), stranger],
    [`{"x":"${"x".repeat(600_000)}"}`, {}],
  ];
  const written: number[] = [];
  for (const [given, sending] of sent) {
    const { status, ctx } = await call(desk, agent, given, sending);
    expect([401, 413]).toContain(status);
    written.push(ctx.meter.written);
  }
  const [told, ...others] = written;
  expect(told).toBeLessThanOrEqual(3);
  expect(others).toEqual(others.map(() => 0));
});

test("moved to us and back within a minute: what it reports between is not its own, and each result counts once", async () => {
  const id = await reportedBy(desk, agent, { kind: "http", settings: { url: "https://shop.example.com/" } });
  desk.deployment.way.outbound = () =>
    ({
      fetch: async () => ({
        ok: true,
        status: 200,
        headers: new Headers(),
        text: "",
        truncated: false,
        milliseconds: 5,
      }),
    }) as never;
  const move = (agentId: string | null) => good(updateMonitor(desk.as("admin"), { pageId: desk.pageId, id, agentId }));
  const report = async () => (await call(desk, agent, { run: "a", results: [{ monitor: id, verdict: "up" }] })).answer;
  expect(await report()).toMatchObject({ taken: 1 });
  await move(null);
  expect(await report()).toMatchObject({ taken: 0, unknown: [id] });
  await tickMinutes(desk.deployment);
  await move(agent.id);
  expect(await report()).toMatchObject({ unknown: [] });
  await tickMinutes(desk.deployment);
  await report();
  const shards = await shardsOf(desk.deployment.ctx(), desk.pageId);
  expect(shards.filter(({ plan }) => plan.some((each) => each.id === id))).toHaveLength(1);
  const { today = [] } = shards.find(({ plan }) => plan.some((each) => each.id === id))?.states[id] ?? {};
  expect(today.slice(0, 4)).toEqual([4, 0, 0, 0]);
});
