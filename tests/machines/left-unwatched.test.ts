import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createAgent, deleteAgent } from "~/agents/verbs";
import { saveRule } from "~/alert-rules/save";
import { deleteRule } from "~/alert-rules/verbs";
import { createComponent } from "~/components/create";
import { listComponents } from "~/components/list";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { bulkChangeHeartbeats } from "~/heartbeats/bulk";
import { updateHeartbeat } from "~/heartbeats/update";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { updateMonitor } from "~/monitors/update";
import { deleteMonitor } from "~/monitors/verbs";
import { resetIsolate } from "~/platform/isolate";
import { handleRestApi } from "~/rest-api";
import { createSource } from "~/sources/create";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import type { Status } from "~/status/status";
import { good } from "../support/desk";
import { openHeartbeats } from "../support/heartbeat-desk";
import { group, post } from "../support/ingest";
import { firing, watch } from "../support/monitors";
import { tickMinutes } from "../support/watched";

/**
 * A neighbour is watched and well. The component's own watcher says that it is down, and then goes: nobody knows how the
 * component is, so that it is no data and never well, and the answer names it.
 */
let house: Awaited<ReturnType<typeof openHeartbeats>>;
let component: string;
let neighbour: string;

const admin = () => house.desk.as("admin");
const pageId = () => house.desk.pageId;
const target = (id: string) => ({ pageId: pageId(), id });
const tick = (count = 1) => tickMinutes(house.desk.deployment, count);
const down = () => ({ [component]: "major_outage" as const });

async function made(name: string): Promise<string> {
  return (await good(createComponent(admin(), { pageId: pageId(), name, keptBy: "watched" }))).id;
}

beforeEach(async () => {
  resetIsolate();
  house = await openHeartbeats();
  [component, neighbour] = [await made("Alone"), await made("Neighbour")];
  const { uuid } = await house.make({ name: "Neighbour’s", components: { [neighbour]: "major_outage" } });
  await house.ping(uuid);
  await tick();
});
afterEach(() => house.close());

async function statusOf(id: string): Promise<Status | undefined> {
  const { components } = await good(listComponents(house.desk.as("viewer"), { pageId: pageId() }));
  return components.find((each) => each.id === id)?.effective;
}

/** Down before it goes; afterwards what is told of it. */
async function afterGoing(go: () => Promise<unknown>) {
  await tick();
  expect(await statusOf(component)).toBe("major_outage");
  house.move(1000);
  const told = await go();
  await tick(2);
  expect(await statusOf(neighbour)).toBe("operational");
  return { told, status: await statusOf(component) };
}

const left = (id: string) => ({ told: { id, leftUnwatched: [component] }, status: "no_data" });

async function downMonitor(over: object = {}): Promise<string> {
  const id = await watch(house.desk, { interval: 5, mode: "none", components: down(), ...over });
  await firing(house.desk, id);
  return id;
}

describe("a monitor that says down", () => {
  test("is deleted", async () => {
    const id = await downMonitor();
    expect(await afterGoing(() => good(deleteMonitor(admin(), target(id))))).toEqual(left(id));
  });

  test("is deleted among others, and the same form sent twice is answered as the first time", async () => {
    const ids = [await downMonitor(), await watch(house.desk, { interval: 5, components: {} })];
    const given = { pageId: pageId(), ids, action: "delete" as const, commitId: "bulk-of-two" };
    const gone = await afterGoing(() => good(bulkChangeMonitors(admin(), given)));
    expect(gone).toEqual(left(pageId()));
    expect(await good(bulkChangeMonitors(admin(), given))).toEqual(gone.told);
  });

  test("is given other components", async () => {
    const id = await downMonitor();
    const others = { [neighbour]: "major_outage" as const };
    const go = () => good(updateMonitor(admin(), { ...target(id), components: others }));
    await tick();
    expect(await statusOf(component)).toBe("major_outage");
    expect(await go()).toEqual({ id, leftUnwatched: [component] });
    await tick(2);
    expect(await statusOf(component)).toBe("no_data");
  });

  test("is not the last one, or was archived with its component: nothing is left", async () => {
    const [one, other] = [await downMonitor(), await downMonitor({ name: "Second" })];
    await tick();
    expect(await good(deleteMonitor(admin(), target(one)))).toEqual({ id: one });
    await tick();
    expect(await statusOf(component)).toBe("major_outage");
    expect(await good(updateMonitor(admin(), { ...target(other), name: "Renamed" }))).toEqual({ id: other });
    expect(await good(updateMonitor(admin(), { ...target(other), components: down() }))).toEqual({ id: other });
  });
});

describe("a heartbeat that says down", () => {
  async function downHeartbeat(): Promise<string> {
    const { id, uuid } = await house.make({ components: down(), mode: "none", hold: 0 });
    await house.ping(uuid);
    await tick();
    await house.ping(uuid, "fail");
    return id;
  }

  test("is deleted, alone and among others, or is given no components", async () => {
    const ways: ((id: string) => Promise<unknown>)[] = [
      (id) => good(deleteHeartbeat(admin(), target(id))),
      (id) => good(updateHeartbeat(admin(), { ...target(id), components: {} })),
    ];
    for (const go of ways) {
      const id = await downHeartbeat();
      expect(await afterGoing(() => go(id))).toEqual(left(id));
    }
    const id = await downHeartbeat();
    const many = { pageId: pageId(), ids: [id], action: "delete" as const };
    expect(await afterGoing(() => good(bulkChangeHeartbeats(admin(), many)))).toEqual(left(pageId()));
  });

  test("is an agent's, and goes with it", async () => {
    const { id } = await good(createAgent(admin(), { pageId: pageId(), name: "Berlin" }));
    await good(updateHeartbeat(admin(), { ...target(id), components: down() }));
    await firing(house.desk, id);
    expect(await afterGoing(() => good(deleteAgent(admin(), target(id))))).toEqual(left(id));
  });
});

describe("an alert source that says down", () => {
  async function downSource(over: object = {}) {
    const made = await good(
      createSource(admin(), { pageId: pageId(), kind: "alertmanager", name: "Prometheus", silenceHours: 24, ...over }),
    );
    const rule = await good(
      saveRule(admin(), {
        pageId: pageId(),
        sourceId: made.id,
        match: { title: "Web*" },
        mode: "none",
        components: down(),
      }),
    );
    await tick();
    const token = made.ingestUrl.split("/").at(-1) ?? "";
    await post(house.desk.deployment.ctx(), { token }, group([{ key: "Web" }]));
    await house.desk.deployment.settled();
    return { id: made.id, rule: rule.id };
  }

  test("is deleted, loses its rule or the rule its component", async () => {
    const ways: ((id: string, rule: string) => Promise<unknown>)[] = [
      (id) => good(deleteSource(admin(), target(id))),
      (sourceId, rule) => good(deleteRule(admin(), { ...target(rule), sourceId })),
      (sourceId, id) => good(saveRule(admin(), { pageId: pageId(), sourceId, id, components: {} })),
    ];
    for (const [way, go] of ways.entries()) {
      const { id, rule } = await downSource();
      expect(await afterGoing(() => go(id, rule))).toEqual(left(way === 0 ? id : rule));
    }
  });

  test("takes its promise back: it says nothing of the component any more", async () => {
    const { id } = await downSource();
    const gone = await afterGoing(() => good(updateSource(admin(), { ...target(id), silenceHours: null })));
    expect(gone.told).toEqual({ id, leftUnwatched: [component] });
    expect(await good(updateSource(admin(), { ...target(id), name: "Renamed" }))).toEqual({ id });
  });

  test("is a vendor's page whose rule leaves the component operational from now on", async () => {
    const { id, rule } = await downSource();
    const ctx = admin();
    await readBatch(ctx, ctx.db.update(sourceTable).set({ kind: "vendor" }).where(eq(sourceTable.id, id)).returning());
    const kept = { [component]: "operational" as const };
    const go = () => good(saveRule(admin(), { pageId: pageId(), sourceId: id, id: rule, components: kept }));
    expect(await afterGoing(go)).toEqual(left(rule));
    expect(await good(deleteRule(admin(), { ...target(rule), sourceId: id }))).toEqual({ id: rule });
  });
});

test("the API answers with what is left: 200 and the list, else 204", async () => {
  const ids = [await downMonitor(), await downMonitor({ name: "Second" })];
  async function call(method: string, path: string, body?: object) {
    const program = { id: "t1", personId: "founder", role: "owner" as const, readOnly: false, operator: true };
    const ctx = house.desk.deployment.ctx({ kind: "token", ...program });
    const headers = { "content-type": "application/json" };
    const sent = body ? { body: JSON.stringify(body) } : {};
    const answer = await handleRestApi(
      new Request(`http://localhost:8787/api/v1/pages/acme${path}`, { method, headers, ...sent }),
      ctx,
    );
    const text = await answer.text();
    house.move(1000);
    return [answer.status, text ? JSON.parse(text) : null];
  }
  expect(await call("DELETE", `/monitors/${ids[0]}`)).toEqual([204, null]);
  const renamed = await call("PATCH", `/monitors/${ids[1]}`, { monitor: { name: "Last" } });
  expect("left_unwatched" in renamed[1]).toBe(false);
  expect(await call("PATCH", `/monitors/${ids[1]}`, { monitor: { components: {} } })).toEqual([
    200,
    expect.objectContaining({ components: {}, left_unwatched: [component] }),
  ]);
  await call("PATCH", `/monitors/${ids[1]}`, { monitor: { components: down() } });
  expect(await call("DELETE", `/monitors/${ids[1]}`)).toEqual([200, { left_unwatched: [component] }]);
});
