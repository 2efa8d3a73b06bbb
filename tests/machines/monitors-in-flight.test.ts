import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAgent } from "~/agents/verbs";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor } from "~/monitors/verbs";
import { muteNotifications } from "~/mutes/verbs";
import type { OutboundRequest } from "~/platform/outbound";
import { type Desk, good, openDesk } from "../support/desk";
import { arrange, someMonitors } from "../support/scenario";
import { alertsOf, shardOf, tickMinutes } from "../support/watched";

/** What somebody does to a monitor while its check is under way, or while a measurement of it waits to be read. */
let desk: Desk;
/** Done once, while the check is under way. */
let meanwhile: (() => Promise<unknown>) | null;
let down: string[];
let calls: OutboundRequest[];

const old = "https://old.example.com/";
const other = "https://other.example.com/";
const probe = { continent: "AS", country: "KR", city: "Seoul", network: "Psychz Networks" };
const answer = (status: number, body: unknown = "") =>
  ({
    ok: true,
    status,
    headers: new Headers(),
    text: JSON.stringify(body),
    truncated: false,
    milliseconds: 7,
  }) as const;

function globalping({ method }: OutboundRequest) {
  if (method === "POST") return answer(202, { id: `measurement${calls.length}`, probesCount: 1 });
  const result = { status: "finished", rawHeaders: "", rawOutput: "", statusCode: 500, statusCodeName: "?" };
  return answer(200, { status: "finished", results: [{ probe, result }] });
}

beforeEach(async () => {
  [meanwhile, down, calls] = [null, [], []];
  desk = await openDesk();
  desk.deployment.way.outbound = () =>
    ({
      async fetch(request: OutboundRequest) {
        calls.push(request);
        const first = meanwhile;
        meanwhile = null;
        await first?.();
        if (request.url.startsWith("https://api.globalping.io/")) return globalping(request);
        return answer(down.includes(request.url) ? 500 : 200);
      },
    }) as never;
});
afterEach(() => desk.close());

const shardId = () => `shard-${desk.pageId}`;
const watch = (more: object = {}) =>
  arrange(
    desk.deployment,
    someMonitors(desk.pageId, [
      { id: "web", settings: { url: old }, components: [desk.components[0]], inARow: 1, ...more },
    ]),
  );
const stateOf = async () => (await shardOf(desk.deployment, shardId())).states.web;
const target = () => ({ pageId: desk.pageId, id: "web" });
const change = (over: object) => good(updateMonitor(desk.as("admin"), { ...target(), ...over }));
const tick = (count?: number) => tickMinutes(desk.deployment, count);
const count = async (table: string, where = "") => {
  const row = await desk.deployment.bindings.DB.prepare(`SELECT count(*) AS n FROM ${table} ${where}`).first();
  return row?.n;
};

describe("while its check is under way", () => {
  test("its address changes: what the old one answered says nothing of the new one, which is looked at next", async () => {
    await watch();
    await tick();
    down = [old];
    meanwhile = () => change({ settings: { url: other } });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "up", owed: true });
    expect(await alertsOf(desk.deployment, "web")).toEqual([]);
    expect(await count("monitor_evidence")).toBe(0);
    await tick();
    expect(calls.at(-1)?.url).toBe(other);
    expect(await stateOf()).toMatchObject({ confirmed: "up", owed: false });
  });

  test("it is renamed or muted: the result counts, under its new name", async () => {
    await watch();
    await tick();
    down = [old];
    meanwhile = async () => {
      await change({ name: "Shop" });
      const subject = { kind: "monitor", id: "web" } as const;
      await good(muteNotifications(desk.as("responder"), { pageId: desk.pageId, subject, minutes: 60 }));
    };
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
    expect(await count("alert", "WHERE title LIKE '%Shop%'")).toBe(1);
  });

  test("its form is saved as it stood: the result counts", async () => {
    await watch();
    await tick();
    down = [old];
    meanwhile = () => change({ settings: { url: old } });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down", owed: false });
  });

  test("it is deleted: nothing of it is left, and nothing comes back", async () => {
    await watch();
    await tick();
    down = [old];
    meanwhile = () => good(deleteMonitor(desk.as("admin"), target()));
    await tick(62);
    const { plan, states, rings } = await shardOf(desk.deployment, shardId());
    expect([plan, states, rings]).toEqual([[], {}, {}]);
    for (const table of ["monitor", "source", "rule", "alert", "monitor_hour", "monitor_year", "monitor_evidence"]) {
      expect([table, await count(table)]).toEqual([table, 0]);
    }
  });

  test("an agent takes it over: our result is not the agent's", async () => {
    await watch();
    await tick();
    const agent = await good(createAgent(desk.as("admin"), { pageId: desk.pageId, name: "Office", every: 1 }));
    down = [old];
    meanwhile = () => change({ agentId: agent.id });
    await tick();
    expect(await alertsOf(desk.deployment, "web")).toEqual([]);
    expect(await count("monitor", "WHERE state = 'down'")).toBe(0);
    meanwhile = null;
    await change({ agentId: null });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
  });
});

describe("before it is confirmed", () => {
  test("its address changes: one failure of each is not two in a row", async () => {
    await watch({ inARow: 2 });
    await tick();
    down = [old, other];
    await tick();
    await change({ settings: { url: other } });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "up", run: [expect.anything()] });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
  });

  test("the same address is saved again: it goes on", async () => {
    await watch({ inARow: 2 });
    await tick();
    down = [old];
    await tick();
    await change({ settings: { url: old } });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
  });
});

describe("while a measurement of it waits to be read", () => {
  const measurements = () => calls.filter(({ url }) => url.startsWith("https://api.globalping.io/"));

  beforeEach(async () => {
    const { secrets } = desk.deployment.ctx();
    const sealed = await secrets.seal("our-token");
    await desk.deployment.bindings.DB.prepare("UPDATE deployment SET globalping_sealed = ?").bind(sealed).run();
    await watch({ continents: ["AS"], agree: 2 });
    await tick();
    down = [old];
    await tick();
    expect(measurements().map(({ method }) => method)).toEqual(["POST"]);
  });

  test("its address changes: the measurement is not of the new one, of which another is made", async () => {
    await change({ settings: { url: other } });
    down = [other];
    await tick();
    expect(measurements().map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect(measurements().at(-1)?.body).toContain("other.example.com");
    expect(await stateOf()).toMatchObject({ confirmed: "up", opinions: [{ verdict: "waiting" }] });
    await tick();
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
  });

  test("it is deleted, paused or given to nobody but us: nothing is read, and nothing asked", async () => {
    await change({ continents: [], agree: null });
    await tick();
    expect(measurements()).toHaveLength(1);
    expect(await stateOf()).toMatchObject({ confirmed: "down" });
    expect((await stateOf())?.asked).toBeUndefined();
  });
});
