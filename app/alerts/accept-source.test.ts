import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertGroupTable, componentTable, settleTable, sourceTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { endSourceOverlap, rotateSourceAddress } from "~/sources/rotation";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { holding } from "../../tests/support/held-database";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { aPage, arrange, type TestPage } from "../../tests/support/scenario";
import { settlePage } from "./settling/engine/settle";

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
});
afterEach(async () => {
  await deployment.settled();
  await deployment.close();
});

const second = 1000;

const owner = (): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "founder", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" },
});
const target = () => ({ pageId: page.id, id: page.sourceId });
const left = () => rowsOf(deployment.ctx(), { id: page.sourceId, pageId: page.id, token: page.token });
const send = (ctx: Ctx, key = "watchdog") => post(ctx, page, group([{ key, startsAt: deployment.clock.now - second }]));

async function shown() {
  const { db } = deployment.ctx();
  const id = page.components[0] as string;
  const [[found], [from], [counters], groups] = await readBatch(
    deployment.ctx(),
    db.select().from(componentTable).where(eq(componentTable.id, id)),
    db.select().from(sourceTable),
    db.select().from(settleTable),
    db.select().from(alertGroupTable),
  );
  return { status: found?.observedStatus, heardAt: from?.lastHeardAt, counters, groups };
}

const settleNow = () => settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);

/** A source with a period of a minute; its only alert has recovered, so that only its deliveries move the component. */
async function watchedEachMinute(): Promise<number> {
  const sql = "UPDATE source SET heartbeat_seconds = 60, created_at = ?2 WHERE id = ?1";
  await runBatch(deployment.ctx(), [{ sql, params: [page.sourceId, deployment.clock.now] }]);
  await send(deployment.ctx(), "once");
  await deployment.settled();
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE alert SET state = 'resolved', ended_at = started_at, resolved_received_at = 1", params: [] },
    { sql: "UPDATE settle SET wanted = wanted + 1", params: [] },
  ]);
  await settleNow();
  return deployment.clock.now;
}

const lateAnyway = (ctx: Ctx) =>
  post(ctx, page, group([{ key: "once", status: "resolved", startsAt: 1000, endsAt: 2000 }]));

test("a delivery that is written while a settling finds its source silent asks for another: no data does not stay", async () => {
  const heardAt = await watchedEachMinute();
  const settling = holding(deployment.bindings.DB, "SET done = ");
  deployment.clock.now = heardAt + 60 * second;
  const machine = deployment.ctx({ kind: "machine", id: "tick" }, { database: settling.database });
  const silent = settlePage(machine, page.id);
  await settling.came;
  deployment.clock.now = heardAt + 60 * second - 100;
  expect((await lateAnyway(deployment.ctx())).ok).toBe(true);
  settling.release();
  await silent;
  await deployment.settled();
  await settleNow();
  expect((await shown()).status).toBe("operational");
});

test("so does one that was read before the settling and written after it", async () => {
  const heardAt = await watchedEachMinute();
  const writing = holding(deployment.bindings.DB, "INSERT INTO delivery");
  deployment.clock.now = heardAt + 60 * second - 100;
  const sent = lateAnyway(deployment.ctx(undefined, { database: writing.database }));
  await writing.came;
  deployment.clock.now = heardAt + 60 * second;
  await settleNow();
  expect((await shown()).status).toBe("no_data");
  writing.release();
  expect((await sent).ok).toBe(true);
  await deployment.settled();
  await settleNow();
  expect((await shown()).status).toBe("operational");
});

test("when a source spoke last is written once in a tenth of its period; a repeat costs two rows else", async () => {
  await watchedEachMinute();
  deployment.clock.now += 10 * second;
  const firing = group([{ key: "a", startsAt: deployment.clock.now }]);
  await post(deployment.ctx(), page, firing);
  const costs: number[] = [];
  const heardAt: (number | null | undefined)[] = [];
  for (let at = 0; at < 8; at++) {
    deployment.clock.now += second;
    const ctx = deployment.ctx();
    await post(ctx, page, firing);
    costs.push(ctx.meter.written);
    heardAt.push((await shown()).heardAt);
  }
  expect(costs).toEqual([2, 2, 2, 2, 2, 3, 2, 2]);
  expect(new Set(heardAt).size).toBe(2);
});

test("a source that gets a period is judged by when it spoke last, not by when it was made", async () => {
  deployment.clock.now += 24 * 3600 * second;
  await send(deployment.ctx());
  const spokeAt = deployment.clock.now;
  deployment.clock.now += 5 * second;
  expect((await updateSource(owner(), { ...target(), heartbeatSeconds: 60 })).ok).toBe(true);
  expect((await shown()).heardAt).toBe(spokeAt);
});

test("a source that is deleted while a delivery is on its way takes it along: nothing fires for ever", async () => {
  const writing = holding(deployment.bindings.DB, "INSERT INTO delivery");
  const sent = send(deployment.ctx(undefined, { database: writing.database }));
  await writing.came;
  expect((await deleteSource(owner(), target())).ok).toBe(true);
  writing.release();
  expect(await sent).toMatchObject({ ok: false, failure: { name: "missing" } });
  await deployment.settled();
  const { alerts, deliveries, episodes } = await left();
  expect([alerts, deliveries, episodes]).toEqual([[], [], []]);
});

test("a source that is deleted while its page is settled leaves no group and no component red", async () => {
  await send(deployment.ctx());
  const settling = holding(deployment.bindings.DB, "SET done = ");
  await deployment.settled();
  expect((await shown()).status).toBe("major_outage");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
  const machine = deployment.ctx({ kind: "machine", id: "tick" }, { database: settling.database });
  const late = settlePage(machine, page.id);
  await settling.came;
  expect((await deleteSource(owner(), target())).ok).toBe(true);
  settling.release();
  await late;
  await deployment.settled();
  deployment.clock.now += 10 * 60 * second;
  await settleNow();
  const { status, groups } = await shown();
  expect([status, groups]).toEqual(["operational", []]);
  expect((await left()).alerts.map((each) => each.state)).toEqual(["resolved"]);
});

test("what another isolate changed of a source holds at once: its address, its name", async () => {
  expect((await send(deployment.ctx())).ok).toBe(true);
  expect((await updateSource(owner(), { ...target(), name: "Renamed" })).ok).toBe(true);
  await post(deployment.ctx(), page, "{broken");
  expect((await left()).alerts.map((each) => each.title)).toContain("Renamed is sending invalid data");
  expect((await rotateSourceAddress(owner(), target())).ok).toBe(true);
  expect((await send(deployment.ctx(), "b")).ok).toBe(true);
  expect((await endSourceOverlap(owner(), { ...target(), what: "address" })).ok).toBe(true);
  expect(await send(deployment.ctx(), "c")).toMatchObject({ ok: false, failure: { name: "missing" } });
});

test("since when the page waits to be settled stays while more is asked, and begins again once it is settled", async () => {
  const ask = { sql: "UPDATE settle SET lease_until = ?1", params: [deployment.clock.now + 20 * second] };
  await runBatch(deployment.ctx(), [ask]);
  const first = deployment.clock.now;
  await send(deployment.ctx());
  deployment.clock.now += 5 * second;
  await send(deployment.ctx(), "b");
  await deployment.settled();
  expect((await shown()).counters).toMatchObject({ wanted: 2, done: 0, askedAt: first });
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET done = wanted", params: [] }]);
  expect((await updateSource(owner(), { ...target(), name: "Renamed" })).ok).toBe(true);
  await deployment.settled();
  expect((await shown()).counters?.askedAt).toBe(deployment.clock.now);
});
