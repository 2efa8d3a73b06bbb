import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { handleAgentRequest } from "~/agents/api/agent-calls";
import { deleteAgent, readAgent, rotateAgentSecret, updateAgent } from "~/agents/verbs";
import { createMonitor } from "~/monitors/create";
import { readMonitor } from "~/monitors/read";
import { updateMonitor } from "~/monitors/update";
import { call, makeAgent, reportedBy, signedRequest, type TestAgent } from "../support/agents";
import { openDeployment } from "../support/database";
import { type Desk, failureOf, good, openDesk } from "../support/desk";

/** Two pages of one deployment, each with an agent: what one tries with the other's, and what somebody on the way repeats. */
let desk: Desk;
let evil: Desk;
let agent: TestAgent;
let evilAgent: TestAgent;
beforeAll(async () => {
  desk = await openDesk(await openDeployment({ UPFRONT_PLAN: "own" }));
  evil = await openDesk(desk.deployment, "evil");
  [agent, evilAgent] = [await makeAgent(desk), await makeAgent(evil)];
});
afterAll(() => desk.close());
beforeEach(() => {
  desk.deployment.clock.now += 60_000;
});

const now = () => desk.deployment.clock.now;
const inside = { url: "http://10.0.0.9/admin" };
const monitorNow = (id: string) => good(readMonitor(desk.as("viewer"), { pageId: desk.pageId, id }));
const ordersOf = async (of: TestAgent) => (await call(desk, of, null, { what: "checks" })).answer.checks;

describe("an admin of another page", () => {
  test("has the agent of this one call nothing, by a new monitor, a changed one or a copy", async () => {
    const form = { pageId: evil.pageId, name: "Spy", kind: "http", settings: inside };
    const refused = { name: "invalid", fields: { agentId: expect.anything() } };
    expect(await failureOf(createMonitor(evil.as("admin"), { ...form, agentId: agent.id }))).toMatchObject(refused);
    const { id } = await good(createMonitor(evil.as("admin"), { ...form, agentId: evilAgent.id }));
    const moved = updateMonitor(evil.as("admin"), { pageId: evil.pageId, id, agentId: agent.id });
    expect(await failureOf(moved)).toMatchObject(refused);
    const copied = createMonitor(evil.as("admin"), { ...form, agentId: agent.id, cloneOf: id });
    expect(await failureOf(copied)).toMatchObject(refused);
    expect(await ordersOf(agent)).toEqual([]);
    expect((await ordersOf(evilAgent)).map((each: { id: string }) => each.id)).toEqual([id]);
  });

  test("neither reads, changes nor deletes it, nor makes its secret, by either page's id", async () => {
    const { version } = await good(readAgent(desk.as("admin"), { pageId: desk.pageId, id: agent.id }));
    for (const pageId of [desk.pageId, evil.pageId]) {
      const target = { pageId, id: agent.id, version };
      const by = { ...evil.as("owner") };
      const tries = [
        readAgent(by, target),
        updateAgent(by, { ...target, name: "Mine" }),
        rotateAgentSecret(by, target),
        deleteAgent(by, target),
      ];
      const names = await Promise.all(tries.map(async (each) => (await each).ok));
      expect(names).toEqual([false, false, false, false]);
    }
    expect((await call(desk, agent, { results: [] })).status).toBe(200);
  });

  test("reports nothing about this page's monitors", async () => {
    const id = await reportedBy(desk, agent);
    const { answer } = await call(evil, evilAgent, { results: [{ monitor: id, verdict: "down" }] });
    expect(answer).toMatchObject({ taken: 0, unknown: [id] });
    expect(await monitorNow(id)).toMatchObject({ state: "new" });
  });
});

describe("what was signed", () => {
  /** Sent to another address, or with another method or body, under the same signature. */
  async function repeated(signed: Request, url: string, init: RequestInit): Promise<number> {
    const answer = await handleAgentRequest(
      new Request(url, { headers: signed.headers, ...init }),
      desk.deployment.ctx(),
    );
    await desk.deployment.settled();
    return answer.status;
  }
  const resultsOf = ({ id }: TestAgent) => `http://localhost:8787/ingest/agents/${id}/results`;

  test("for one agent counts for no other, and a question is no report", async () => {
    const question = signedRequest(agent, null, now(), { what: "checks" });
    expect(await repeated(question, resultsOf(agent).replace("results", "checks"), { method: "GET" })).toBe(200);
    expect(await repeated(question, resultsOf(evilAgent).replace("results", "checks"), { method: "GET" })).toBe(401);
    expect(await repeated(question, resultsOf(agent), { method: "POST", body: "" })).toBe(400);
    expect(await repeated(question, resultsOf(agent), { method: "POST", body: '{"results":[]}' })).toBe(401);
  });

  test("as text that cannot be read is not taken for bytes that read the same", async () => {
    const signed = signedRequest(agent, '{"program":"\ufffd"}', now());
    const bytes = Buffer.concat([Buffer.from('{"program":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(await repeated(signed, resultsOf(agent), { method: "POST", body: bytes })).toBe(400);
  });

  test("with a secret that was replaced is refused at once, in words that hold neither", async () => {
    const renewed = await makeAgent(desk, { name: "Renewed" });
    const held = signedRequest(renewed, { results: [] }, now());
    const { secret } = await good(rotateAgentSecret(desk.as("admin"), { pageId: desk.pageId, id: renewed.id }));
    const answer = await handleAgentRequest(held, desk.deployment.ctx());
    const text = await answer.text();
    expect([answer.status, text.includes(secret), text.includes(renewed.secret)]).toEqual([401, false, false]);
  });
});

test.each<[string, object, object]>([
  ["the end of time", { sent_at: 8.64e15 }, { at: 8.64e15 }],
  ["its beginning, sent at the end", { sent_at: 8.64e15 }, { at: 0 }],
  ["its end, sent at the beginning", { sent_at: 0 }, { at: 8.64e15 }],
  ["the year 9999", {}, { at: "9999-12-31T23:59:59+14:00" }],
  ["tomorrow", {}, { at: Date.UTC(2030, 1, 1) }],
])("a result of %s is never of the future, and writes no past", async (_what, sent, result) => {
  const id = await reportedBy(desk, agent);
  const answered = await call(desk, agent, { ...sent, results: [{ monitor: id, verdict: "down", ...result }] });
  expect(answered.status).toBe(200);
  const { lastCheckAt, ring } = await monitorNow(id);
  expect(lastCheckAt ?? 0).toBeLessThanOrEqual(now());
  expect(ring.filter(({ state }) => state === "down").length).toBeLessThanOrEqual(1);
});
