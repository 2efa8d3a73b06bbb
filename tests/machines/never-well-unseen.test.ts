import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkAndSettleHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { pauseHeartbeat, resumeHeartbeat } from "~/heartbeats/verbs";
import { runMonitorShard } from "~/monitors/engine/run-shard";
import { httpMonitorKind } from "~/monitors/kinds/http";
import { pauseMonitor, resumeMonitor } from "~/monitors/verbs";
import type { Ctx } from "~/platform/ctx";
import { noOutbound, type Outbound } from "~/platform/outbound";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { openHeartbeats } from "../support/heartbeat-desk";
import { heartbeatRows } from "../support/heartbeats";
import { startHook } from "../support/hook";
import { watch } from "../support/monitors";
import { nodeOutbound } from "../support/outbound";
import { incidentsOf, later, observedOf, say, settled, silence } from "../support/own-alerts";
import { aHeartbeat, arrange, someMonitors } from "../support/scenario";
import { bindCheckers, shardOf, tickMinutes } from "../support/watched";

let desk: Desk;
const minute = 60_000;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});
/** Whatever is called says this. */
function answering(text: string): Outbound {
  const answer = { ok: true, status: 200, headers: new Headers(), text, truncated: false, milliseconds: 1 } as const;
  return { ...noOutbound, fetch: async () => answer };
}
const target = (id: string) => ({ pageId: desk.pageId, id });

test("twenty monitors in a circle of redirects do not eat what their own minute needs to be kept", async () => {
  const { deployment, pageId } = desk;
  const hook = await startHook();
  hook.answer(({ path }) => (path === "/well" ? { status: 200 } : { status: 302, headers: { location: "/round" } }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  const drafts = Array.from({ length: 20 }, (_, at) => ({ id: `m${at}`, settings: { url: `${hook.url}/round` } }));
  await arrange(deployment, someMonitors(pageId, drafts));
  let self = "well";
  const check = async () => {
    deployment.clock.now += minute;
    const shard = await shardOf(deployment, `shard-${pageId}`);
    const at = Math.floor(deployment.clock.now / minute);
    const until = deployment.clock.now + 20_000;
    return runMonitorShard(deployment.ctx(), { shard, minute: at, until, selfCheck: `${hook.url}/${self}` });
  };
  for (let count = 0; count < 12; count++) await check();
  const { minute: kept, states } = await shardOf(deployment, `shard-${pageId}`);
  expect(kept).toBe(Math.floor(deployment.clock.now / minute));
  for (const { id } of drafts) expect(states[id]).toMatchObject({ code: "too_many_redirects", confirmed: "down" });
  self = "round";
  await check();
  expect((await shardOf(deployment, `shard-${pageId}`)).minute).toBe(kept + 1);
  await hook.close();
});

describe("nobody is notified that a problem is over by whom it is not looked at", () => {
  const publishing = { mode: "publish", hold: 0, resolveAfter: 60 } as const;

  test("a monitor that is paused leaves its incident open, until it is seen to be well", async () => {
    const id = await watch(desk, publishing);
    await say(desk, id, "firing");
    expect(await incidentsOf(desk)).toMatchObject([{ closed: false, visibility: "published" }]);
    desk.deployment.clock.now += 1000;
    await good(pauseMonitor(desk.as("admin"), target(id)));
    await desk.deployment.settled();
    for (let round = 0; round < 3; round++) await later(desk, 10 * minute);
    expect(await incidentsOf(desk)).toMatchObject([{ closed: false, recoveredAt: null }]);
    await good(resumeMonitor(desk.as("admin"), target(id)));
    await desk.deployment.settled();
    await later(desk, minute);
    expect(await incidentsOf(desk)).toMatchObject([{ closed: false }]);
    const seen = desk.deployment.clock.now;
    await silence(desk, id, null, seen);
    await later(desk, minute);
    expect(await incidentsOf(desk)).toMatchObject([{ closed: true, recoveredAt: seen }]);
  });

  test("nor does a heartbeat, or a monitor that recovered and then fell silent", async () => {
    const id = await watch(desk, publishing);
    await say(desk, id, "firing");
    await later(desk, 1000);
    await say(desk, id, "resolved");
    await later(desk, 1000);
    await silence(desk, id, desk.deployment.clock.now);
    await later(desk, 10 * minute);
    expect(await incidentsOf(desk)).toMatchObject([{ closed: false }]);
    await say(desk, id, "firing");
    await silence(desk, id, null, desk.deployment.clock.now);
    expect(await incidentsOf(desk)).toMatchObject([{ closed: false, recoveredAt: null }]);
  });
});

test("where the invocations that check do not answer, nothing stays green", async () => {
  const { deployment, pageId, components } = desk;
  deployment.way.outbound = () => answering("well");
  bindCheckers(deployment);
  await arrange(
    deployment,
    someMonitors(pageId, [{ id: "web", components: [components[0]], settings: { url: "https://a.example.com/" } }]),
  );
  await tickMinutes(deployment, 2);
  const words = async () => (await observedOf(desk, components[0])).map(([status]) => status);
  expect(await words()).toEqual([]);
  const well = deployment.bindings.CHECKER;
  const away = { idFromName: () => ({}), get: () => ({ fetch: () => Promise.reject(new Error("away")) }) };
  deployment.bindings.CHECKER = away as unknown as NonNullable<typeof well>;
  await tickMinutes(deployment, 12);
  expect(await words()).toEqual(["no_data"]);
  if (well) deployment.bindings.CHECKER = well;
  await tickMinutes(deployment, 2);
  expect(await words()).toEqual(["no_data", "operational"]);
});

test("a new monitor makes nothing green of which nobody knows how it is", async () => {
  const first = await watch(desk);
  await good(pauseMonitor(desk.as("admin"), target(first)));
  await settled(desk);
  const words = async () => (await observedOf(desk, desk.components[0])).map(([status]) => status);
  expect(await words()).toEqual(["no_data"]);
  desk.deployment.way.outbound = () => answering("well");
  await watch(desk, { interval: 1 });
  await settled(desk);
  expect(await words()).toEqual(["no_data"]);
  await tickMinutes(desk.deployment);
  expect(await words()).toEqual(["no_data", "operational"]);
});

describe("heartbeats", () => {
  /** Something happens between what is read and what is written. */
  function meanwhile(ctx: Ctx, happen: () => Promise<unknown>): Ctx {
    let over = false;
    const batch = async (statements: D1PreparedStatement[]) => {
      if (!over) {
        over = true;
        await happen();
      }
      return ctx.d1.batch(statements);
    };
    return { ...ctx, d1: { prepare: (sql: string) => ctx.d1.prepare(sql), batch } as Ctx["d1"] };
  }

  test("one that pinged while it was being resumed is not made new again, and can be late", async () => {
    const { desk: own, make, ping, shown, target: of, look, move, close } = await openHeartbeats();
    const made = await make();
    await good(pauseHeartbeat(own.as("admin"), of(made.id)));
    await own.deployment.settled();
    move(1000);
    const ctx = meanwhile(own.as("admin"), () => ping(made.uuid));
    expect(await failureOf(resumeHeartbeat(ctx, of(made.id)))).toMatchObject({ code: "not_paused" });
    await own.deployment.settled();
    expect((await shown(made.id)).heartbeat.state).toBe("up");
    move(3 * 24 * 60 * minute);
    await look(made.id);
    expect((await shown(made.id)).heartbeat.state).toBe("down");
    await close();
  });

  test("a failure that a hundred logs pushed out before anybody looked still counts, from when it was", async () => {
    const { deployment, pageId, components } = desk;
    const failed = deployment.clock.now;
    deployment.clock.now += 60 * minute;
    const log = { kind: "log" as const, method: "GET", from: "", agent: "" };
    const pings = Array.from({ length: 100 }, (_, at) => ({ ...log, n: at + 2, at: failed + at, id: `log${at}` }));
    const turned = { state: "up", lastResult: "fail" } as const;
    const untold = { ...turned, lastPingAt: failed, pendingFrom: 1, pings, pingCount: 101 };
    const schedule = { kind: "simple" as const, periodSeconds: 86_400 };
    const made = await arrange(
      deployment,
      aHeartbeat({ id: pageId, components: [...components] }, { ...untold, schedule }),
    );
    await checkAndSettleHeartbeats(deployment.ctx({ kind: "machine", id: "tick" }), [made.id]);
    const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.state, row.stateSince, row.pendingFrom]).toEqual(["down", failed, null]);
    expect(alerts).toMatchObject([{ key: "missed", state: "firing", startedAt: failed }]);
  });
});

test("a hundred that are well keep nobody from hearing of the one that is late", async () => {
  const { deployment, pageId, components } = desk;
  const now = deployment.clock.now;
  const page = { id: pageId, components: [...components] };
  const up = { state: "up", lastResult: "success", dueAt: now } as const;
  const well = Array.from({ length: 90 }, () => aHeartbeat(page, { ...up, lastPingAt: now }));
  const late = aHeartbeat(page, { ...up, lastPingAt: now - 3 * minute, dueAt: now + 1 });
  await arrange(deployment, late, ...well);
  await tickMinutes(deployment);
  expect((await heartbeatRows(deployment.ctx(), late.id)).row.state).toBe("down");
});

test("values of a query or a body that the other side echoes are told to nobody", async () => {
  const text = JSON.stringify({ why: "no such client 5ecret-of-ours with key hidden/key" });
  const given = {
    url: "https://example.com/?key=hidden%2Fkey",
    method: "POST",
    body: "id=upfront&secret=5ecret-of-ours",
    jsonPath: "$.why",
    jsonValue: "ok",
  };
  const settings = httpMonitorKind.settings.parse(given);
  const outbound = answering(text);
  const found = await httpMonitorKind.check({ settings, outbound, timeout: 1000, now: () => 0 });
  expect(found.detail).toContain("no such client");
  expect(JSON.stringify(found)).not.toMatch(/5ecret|hidden/);
});
