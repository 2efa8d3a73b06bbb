import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { heartbeatTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { refusalFor } from "~/failures/refusal";
import { noon, openDeployment, type TestDeployment } from "../../../tests/support/database";
import { heartbeatRows, sendPing } from "../../../tests/support/heartbeats";
import { aHeartbeat, aPage, arrange, type HeartbeatValues, put, type TestPage } from "../../../tests/support/scenario";
import { dueHeartbeatIdsQuery } from "../queries/heartbeat-ping";
import { checkAndSettleHeartbeats } from "./heartbeats-due";

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
});
beforeEach(() => {
  deployment.clock.now = noon;
});
afterAll(async () => {
  await deployment.settled();
  await deployment.close();
});

const make = (values: HeartbeatValues = {}) =>
  arrange(
    deployment,
    aHeartbeat(page, { state: "up", lastResult: "success", lastPingAt: noon, dueAt: noon, ...values }),
  );

/** Runs the tick's work. */
async function tick(at: number): Promise<string[]> {
  deployment.clock.now = at;
  const ctx = deployment.ctx({ kind: "machine", id: "tick" });
  const [due] = await readBatch(ctx, dueHeartbeatIdsQuery(ctx, at, 20));
  const ids = due.map(({ id }) => id);
  await checkAndSettleHeartbeats(ctx, ids);
  await deployment.settled();
  return ids;
}

test("too early it is put off to its deadline, at the deadline it is down", async () => {
  const { id } = await make();
  expect(await tick(noon)).toContain(id);
  expect((await heartbeatRows(deployment.ctx(), id)).row).toMatchObject({
    state: "up",
    dueAt: noon + 120_000,
    version: 0,
  });
  expect(await tick(noon + 119_999)).not.toContain(id);
  expect(await tick(noon + 120_000)).toContain(id);
  const { row, alerts } = await heartbeatRows(deployment.ctx(), id);
  expect(row).toMatchObject({ state: "down", stateSince: noon + 120_000, dueAt: null, version: 1 });
  const body = refusalFor("ping.last", { at: "2026-11-20T12:00:00Z" });
  expect(alerts).toMatchObject([{ state: "firing", startedAt: noon + 120_000, title: "Nightly backup is late", body }]);
});

test("after six hours without a tick it went down at its deadline, told once, also by two ticks at a time", async () => {
  const { id } = await make();
  const late = noon + 6 * 3600_000;
  await Promise.all([tick(late), tick(late)]);
  await tick(late + 60_000);
  const { row, alerts, episodes } = await heartbeatRows(deployment.ctx(), id);
  expect(row).toMatchObject({ state: "down", stateSince: noon + 120_000, version: 1 });
  expect([alerts.length, alerts[0]?.count, episodes.map((each) => each.startedAt)]).toEqual([1, 1, [noon + 120_000]]);
});

test("a ping after the deadline that no tick saw leaves it up: nothing older is told", async () => {
  const made = await make();
  deployment.clock.now = noon + 1800_000;
  await sendPing(deployment.ctx(), made);
  await tick(noon + 1800_000);
  const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
  expect([row.state, row.dueAt, alerts]).toEqual(["up", noon + 1920_000, []]);
});

test("a run that does not end in the grace time is down, also of one that never pinged", async () => {
  for (const state of ["up", "new", "paused"] as const) {
    const made = await make({ state, dueAt: null, ...(state === "up" ? {} : { lastPingAt: null, lastResult: null }) });
    deployment.clock.now = noon + 1000;
    await sendPing(deployment.ctx(), made, { action: "start" });
    expect((await heartbeatRows(deployment.ctx(), made.id)).row.dueAt).toBe(noon + 61_000);
    await tick(noon + 61_000);
    const { row } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.state, row.stateSince]).toEqual(["down", noon + 61_000]);
    deployment.clock.now = noon;
  }
});

test("a turn that a crash left untold is the tick's", async () => {
  const { id } = await make({
    lastResult: "fail",
    lastPingAt: noon + 500,
    pingCount: 7,
    pendingFrom: 7,
    dueAt: noon + 999_000,
    pings: [{ n: 7, id: "x", at: noon + 500, kind: "fail", method: "POST", from: "", agent: "" }],
  });
  expect(await tick(noon + 60_000)).toContain(id);
  const { row, alerts } = await heartbeatRows(deployment.ctx(), id);
  expect(row).toMatchObject({ state: "down", stateSince: noon + 500, pendingFrom: null });
  expect(alerts).toMatchObject([{ state: "firing", startedAt: noon + 500 }]);
});

test("a cron schedule is expected in its zone; one that fires no more stays up and is not due", async () => {
  const nightly = { kind: "cron" as const, expression: "30 2 * * *", timeZone: "Europe/Berlin" };
  const { id } = await make({ schedule: nightly, graceSeconds: 600 });
  const never = await make({ schedule: { ...nightly, expression: "0 0 30 2 *" } });
  await tick(noon);
  const next = Date.UTC(2026, 10, 21, 1, 40);
  expect((await heartbeatRows(deployment.ctx(), id)).row.dueAt).toBe(next);
  expect((await heartbeatRows(deployment.ctx(), never.id)).row).toMatchObject({ state: "up", dueAt: null });
  await tick(next);
  expect((await heartbeatRows(deployment.ctx(), id)).row).toMatchObject({ state: "down", stateSince: next });
});

test("many that are late together are one batch of their page", async () => {
  const made = await Promise.all(Array.from({ length: 15 }, () => make({ lastPingAt: noon - 3600_000 })));
  const ctx = deployment.ctx({ kind: "machine", id: "tick" });
  const ids = made.map(({ id }) => id);
  await checkAndSettleHeartbeats(ctx, ids);
  await deployment.settled();
  const rows = await Promise.all(ids.map((id) => heartbeatRows(deployment.ctx(), id)));
  expect(rows.every(({ row, alerts }) => row.state === "down" && alerts[0]?.state === "firing")).toBe(true);
});

/** Returns a database in which something happens just before the call of that number. */
function interrupted(call: number, happens: () => Promise<unknown>): D1Database {
  let calls = 0;
  const { DB } = deployment.bindings;
  const batch = async (statements: D1PreparedStatement[]) => {
    calls += 1;
    if (calls === call) await happens();
    return DB.batch(statements);
  };
  return { prepare: (query: string) => DB.prepare(query), batch } as unknown as D1Database;
}

test.each([2, 3])(
  "a ping that comes in while its time-out is being told (before call %i) was in time",
  async (call) => {
    const made = await make({ lastPingAt: noon - 120_000 });
    const database = interrupted(call, () => sendPing(deployment.ctx(), made));
    await checkAndSettleHeartbeats(deployment.ctx(undefined, { database }), [made.id]);
    await deployment.settled();
    const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.state, row.pingCount, row.dueAt, alerts]).toEqual(["up", 1, noon + 120_000, []]);
  },
);

test.each([2, 3])(
  "a failure that comes in while a success is being told (before call %i) is told too",
  async (call) => {
    const made = await make({ state: "new", lastPingAt: null, lastResult: null, dueAt: null });
    const fails = () => sendPing(deployment.ctx(), made, { action: "fail" });
    const database = interrupted(call + 1, fails);
    await sendPing(deployment.ctx(undefined, { database }), made);
    await deployment.settled();
    const { row, episodes } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.state, row.pendingFrom, row.pingCount, episodes.length]).toEqual(["down", null, 2, 1]);
  },
);

test("a person who pauses it while its time-out is being told wins", async () => {
  const made = await make({ lastPingAt: noon - 120_000 });
  const ctx = deployment.ctx();
  const pauses = () =>
    runBatch(
      ctx,
      updateRowsStatements(heartbeatTable, page.id, [{ id: made.id, state: "paused", dueAt: null, pendingFrom: null }]),
    );
  const database = interrupted(3, pauses);
  await checkAndSettleHeartbeats(deployment.ctx(undefined, { database }), [made.id]);
  await deployment.settled();
  const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
  expect([row.state, row.dueAt, alerts]).toEqual(["paused", null, []]);
});

test("asking what is due reads nothing of the heartbeats that are not", async () => {
  const fixed = { pageId: page.id, tags: [], pings: [], schedule: { kind: "simple" as const, periodSeconds: 60 } };
  const times = { stateSince: noon, createdAt: noon, updatedAt: noon };
  const rows = Array.from({ length: 300 }, (_, at) => ({ id: `idle-${at}`, ...fixed, ...times, dueAt: noon * 2 }));
  await put(deployment, heartbeatTable, rows);
  const ctx = deployment.ctx();
  await readBatch(ctx, dueHeartbeatIdsQuery(ctx, noon - 3600_000, 20));
  expect(ctx.meter.read).toBeLessThanOrEqual(2);
});

test.each([
  { how: "put off", at: noon },
  { how: "turned", at: noon + 120_000 },
])("what had failed and is $how goes along with all others again", async ({ at }) => {
  const { id } = await make({ tries: 3, reason: "failed", notBefore: noon });
  await tick(at);
  const { row } = await heartbeatRows(deployment.ctx(), id);
  expect(row).toMatchObject({ tries: 0, notBefore: 0, reason: null });
});
