import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runTick } from "~/clock/engine/run";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import {
  componentTable,
  monitorHourTable,
  monitorTable,
  monitorYearTable,
  noticeTable,
  sourceTable,
  statusChangeTable,
} from "~/db/schema";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import { readPublishedView } from "~/status-page/view-page";
import { unpackMinuteRing } from "~/text/ring";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { good } from "../../../tests/support/desk";
import { type Hook, startHook } from "../../../tests/support/hook";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { alertsOf, bindCheckers, shardOf, tickMinutes } from "../../../tests/support/watched";
import { rebuildShardPlanStatement } from "../queries/shard";
import { runMonitorShard } from "./run-shard";

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;
let status = 200;
let calls: ReturnType<typeof bindCheckers>;
const minute = 60_000;

beforeEach(async () => {
  deployment = await openDeployment();
  target = await startHook();
  status = 200;
  target.answer(({ path }) => ({ status: path === "/well" ? 200 : status }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  page = await arrange(deployment, aPage({ components: 3 }));
  calls = bindCheckers(deployment);
});
afterEach(async () => {
  await target.close();
  await deployment.close();
});

const web = (more: object = {}) => ({
  id: "web",
  settings: { url: `${target.url}/web` },
  components: [page.components[1] as string],
  ...more,
});
const ring = async (id = "web") => unpackMinuteRing((await shardOf(deployment, `shard-${page.id}`)).rings[id] ?? "");
const states = async (id = "web", last = 5) => (await ring(id)).slice(-last).map((each) => each.state);
const stateOf = async (id = "web") => (await shardOf(deployment, `shard-${page.id}`)).states[id];

async function rowOf(id = "web") {
  const ctx = deployment.ctx();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(monitorTable).where(eq(monitorTable.id, id)));
  return row;
}

async function observed(index = 1) {
  const ctx = deployment.ctx();
  const query = ctx.db
    .select()
    .from(componentTable)
    .where(eq(componentTable.id, page.components[index] as string));
  const [[row]] = await readBatch(ctx, query);
  return [row?.observedStatus, row?.observedSince];
}

async function silentSince(id = "web") {
  const ctx = deployment.ctx();
  const [[row]] = await readBatch(
    ctx,
    ctx.db.select({ at: sourceTable.silentSince }).from(sourceTable).where(eq(sourceTable.id, id)),
  );
  return row?.at ?? null;
}

describe("an outage", () => {
  test("is confirmed by the second result, dated back to the first, moves the component and recovers alike", async () => {
    await arrange(deployment, someMonitors(page.id, [web()]));
    await tickMinutes(deployment, 2);
    expect(await rowOf()).toMatchObject({ state: "up" });
    status = 500;
    await tickMinutes(deployment);
    const first = deployment.clock.now;
    expect(await observed()).toEqual(["operational", expect.any(Number)]);
    await tickMinutes(deployment);
    expect(await rowOf()).toMatchObject({ state: "down", stateSince: first });
    expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing", startedAt: first }]);
    expect(await observed()).toEqual(["major_outage", first]);
    status = 200;
    await tickMinutes(deployment);
    const well = deployment.clock.now;
    await tickMinutes(deployment);
    expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "resolved", endedAt: well }]);
    expect(await observed()).toEqual(["operational", well]);
    expect(await states("web", 6)).toEqual(["up", "up", "down", "down", "up", "up"]);
  });

  test("slow is degraded, an alert of its own", async () => {
    target.answer(() => ({ status: 200, after: 60 }));
    await arrange(deployment, someMonitors(page.id, [web({ degradedAboveMs: 20 })]));
    const real = Date.now();
    deployment.way.outbound = (around) =>
      nodeOutbound({ networks: ["127.0.0.0/8"] })({ ...around, now: () => deployment.clock.now + Date.now() - real });
    await tickMinutes(deployment, 2);
    expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "degraded", state: "firing" }]);
    expect((await observed())[0]).toBe("degraded_performance");
  });
});

describe("what was not found out is no data", () => {
  test("a doubled or overlapping tick loses its batch and leaves nothing", async () => {
    await arrange(deployment, someMonitors(page.id, [web()]));
    const before = await shardOf(deployment, `shard-${page.id}`);
    deployment.clock.now += minute;
    const at = Math.floor(deployment.clock.now / minute);
    const work = { shard: before, minute: at, until: deployment.clock.now + 20_000, selfCheck: null };
    await Promise.all([runMonitorShard(deployment.ctx(), work), runMonitorShard(deployment.ctx(), work)]);
    const once = await shardOf(deployment, `shard-${page.id}`);
    expect(once.version).toBe(before.version + 1);
    await runTick(deployment.ctx());
    expect(await shardOf(deployment, `shard-${page.id}`)).toEqual(once);
    expect((await stateOf())?.today).toEqual([1, 0, 0, 0, expect.any(Number)]);
  });

  test("a monitor that was changed while the tick was at work is judged by its new plan", async () => {
    await arrange(deployment, someMonitors(page.id, [web(), { id: "gone", settings: { url: `${target.url}/x` } }]));
    const shard = await shardOf(deployment, `shard-${page.id}`);
    deployment.clock.now += minute;
    const work = {
      shard,
      minute: Math.floor(deployment.clock.now / minute),
      until: deployment.clock.now + 20_000,
      selfCheck: null,
    };
    await runBatch(deployment.ctx(), [
      { sql: "DELETE FROM monitor WHERE id = 'gone'", params: [] },
      rebuildShardPlanStatement(page.id, [shard.id]),
    ]);
    await runMonitorShard(deployment.ctx(), work);
    const after = await shardOf(deployment, shard.id);
    expect(Object.keys(after.states)).toEqual(["web"]);
    expect(after.minute).toBe(work.minute);
  });

  test("ticks skipped for 30 minutes are no data from the first missed one, and nobody is notified of an outage", async () => {
    await arrange(deployment, someMonitors(page.id, [web()]));
    await tickMinutes(deployment, 3);
    deployment.clock.now += 30 * minute;
    await tickMinutes(deployment);
    expect(await states("web", 33)).toEqual(["up", "up", ...Array(30).fill("no_data"), "up"]);
    expect(await silentSince()).toBeNull();
    await tickMinutes(deployment);
    expect((await observed())[0]).toBe("operational");
    expect(await alertsOf(deployment, "web")).toEqual([]);
    expect((await stateOf())?.today.slice(0, 4)).toEqual([5, 0, 0, 30]);
    const seen = await good(readPublishedView(deployment.ctx(), { slug: page.slug }));
    const stories = uptimePartsByDate(seen.snapshot.components[1]?.stories ?? {});
    expect(stories["2026-11-20"]?.[4]).toBe(12 * 60 * minute + 31 * minute);
  });

  test("ticks stopped for six hours: no data for six hours, one message for the page, and nobody else is told", async () => {
    const monitors = Array.from({ length: 10 }, (_, index) => web({ id: `web${index}`, mode: "publish" }));
    await arrange(deployment, someMonitors(page.id, monitors));
    await tickMinutes(deployment, 2);
    const before = deployment.clock.now;
    deployment.clock.now += 360 * minute;
    await tickMinutes(deployment, 3);
    const ctx = deployment.ctx();
    const told = ctx.db.select({ kind: noticeTable.kind, audience: noticeTable.audience }).from(noticeTable);
    const gone = ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.toStatus, "no_data"));
    const [notices, changes] = await readBatch(ctx, told, gone);
    expect(notices).toEqual([{ kind: "checks_stopped", audience: "team" }]);
    expect(changes.filter(({ at }) => at > before)).toEqual([]);
    expect((await observed())[0]).toBe("operational");
    expect((await stateOf("web7"))?.today.slice(0, 4)).toEqual([5, 0, 0, 360]);
  });

  test("after a gap, results that do not fit keep it unknown until enough of them say the same", async () => {
    await arrange(deployment, someMonitors(page.id, [web({ inARow: 3 })]));
    await tickMinutes(deployment, 3);
    deployment.clock.now += 30 * minute;
    status = 500;
    await tickMinutes(deployment, 2);
    expect((await observed())[0]).toBe("no_data");
    await tickMinutes(deployment);
    expect((await observed())[0]).toBe("major_outage");
  });

  test("a clock that went an hour ahead and back leaves a gap, and checks go on", async () => {
    await arrange(deployment, someMonitors(page.id, [web()]));
    await tickMinutes(deployment, 2);
    deployment.clock.now += 60 * minute;
    await tickMinutes(deployment);
    deployment.clock.now -= 61 * minute;
    await tickMinutes(deployment, 3);
    expect((await shardOf(deployment, `shard-${page.id}`)).minute).toBe(Math.floor(deployment.clock.now / minute));
    expect((await states()).slice(-3)).toEqual(["up", "up", "up"]);
    expect(await alertsOf(deployment, "web")).toEqual([]);
  });

  test("an address that we do not call is not down", async () => {
    await arrange(deployment, someMonitors(page.id, [web({ settings: { url: "http://10.1.2.3/" } })]));
    await tickMinutes(deployment, 4);
    expect(await states("web", 4)).toEqual(["no_data", "no_data", "no_data", "no_data"]);
    expect(await stateOf()).toMatchObject({ code: "private_address", confirmed: "new" });
    expect(await alertsOf(deployment, "web")).toEqual([]);
  });

  test("our own loss of network is nobody's outage", async () => {
    await arrange(deployment, someMonitors(page.id, [web(), { id: "other", settings: { url: `${target.url}/well` } }]));
    await tickMinutes(deployment, 2);
    const sealed = await deployment.ctx().secrets.seal("http://127.0.0.1:1/");
    await runBatch(deployment.ctx(), [
      { sql: "INSERT OR IGNORE INTO deployment (id) VALUES (1)", params: [] },
      { sql: "UPDATE deployment SET self_check_sealed = ?1", params: [sealed] },
    ]);
    status = 500;
    await tickMinutes(deployment, 3);
    expect(await states("web", 3)).toEqual(["no_data", "no_data", "no_data"]);
    expect(await states("other", 3)).toEqual(["no_data", "no_data", "no_data"]);
    expect(await alertsOf(deployment, "web")).toEqual([]);
    await runBatch(deployment.ctx(), [
      {
        sql: "UPDATE deployment SET self_check_sealed = ?1",
        params: [await deployment.ctx().secrets.seal(`${target.url}/well`)],
      },
    ]);
    await tickMinutes(deployment, 2);
    expect(await alertsOf(deployment, "web")).toMatchObject([{ state: "firing" }]);
  });
});

test("a result that failed is tried again at once where that is wished", async () => {
  let calls = 0;
  target.answer(() => ({ status: ++calls % 2 === 1 ? 500 : 200 }));
  await arrange(deployment, someMonitors(page.id, [web({ retries: 1 })]));
  await tickMinutes(deployment, 3);
  expect([calls, await states("web", 3)]).toEqual([6, ["up", "up", "up"]]);
});

test("hours and days are rows when they are over; the ring goes on", async () => {
  deployment.clock.now = Date.UTC(2026, 10, 20, 22, 57);
  await arrange(deployment, someMonitors(page.id, [web()]));
  await tickMinutes(deployment, 65);
  const ctx = deployment.ctx();
  const [hours, years] = await readBatch(
    ctx,
    ctx.db.select().from(monitorHourTable).where(eq(monitorHourTable.monitorId, "web")).orderBy(monitorHourTable.hour),
    ctx.db.select().from(monitorYearTable).where(eq(monitorYearTable.monitorId, "web")),
  );
  expect(hours.map((each) => unpackMinuteRing(each.minutes).filter(({ state }) => state === "up").length)).toEqual([
    2, 60,
  ]);
  expect(years).toMatchObject([{ year: 2026, days: { "11-20": [62, 0, 0, 0, expect.any(Number)] } }]);
  expect((await stateOf())?.today.slice(0, 4)).toEqual([3, 0, 0, 0]);
});

test("another place that sees it well keeps it from turning; who saw what is kept", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ regions: ["weur"] })]));
  await tickMinutes(deployment, 2);
  target.answer(() => ({ status: calls.at(-1)?.region === "weur" ? 200 : 500 }));
  await tickMinutes(deployment, 3);
  expect(await alertsOf(deployment, "web")).toMatchObject([]);
  expect((await stateOf())?.opinions).toMatchObject([{ region: "weur", verdict: "up" }]);
  target.answer(() => ({ status: 500 }));
  await tickMinutes(deployment);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
  expect((await stateOf())?.opinions).toMatchObject([{ region: "weur", verdict: "down" }]);
});
