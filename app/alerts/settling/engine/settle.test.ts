import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import {
  alertGroupTable,
  alertTable,
  componentTable,
  incidentTable,
  incidentUpdateTable,
  noticeTable,
  ruleTable,
  settleTable,
  sourceTable,
  statusChangeTable,
} from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { settlePage } from "./settle";

let deployment: TestDeployment;
let page: TestPage;
const minute = 60_000;

beforeEach(async () => {
  deployment = await openDeployment();
  resetIsolate();
});
afterEach(() => deployment.close());

const now = () => deployment.clock.now;

async function wake(sql: string, ...params: unknown[]) {
  const bump = {
    sql: "UPDATE settle SET wanted = wanted + 1, recovered_at = ?2 WHERE page_id = ?1",
    params: [page.id, now()],
  };
  await runBatch(deployment.ctx(), [{ sql, params }, bump]);
  return run();
}

/** Stores an alert as a delivery does, then settles. */
async function fire(key: string, severity = "critical") {
  const times = { startedAt: now(), firstSeenAt: now(), lastSeenAt: now() };
  await put(deployment, alertTable, [
    {
      id: `${page.sourceId}.${key}`,
      pageId: page.id,
      sourceId: page.sourceId,
      key,
      state: "firing",
      severity,
      title: `${key} is down`,
      labels: { key },
      flags: [],
      ...times,
    },
  ]);
  return wake("SELECT 1");
}

const recover = (key: string) => wake("UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE key = ?1", key, now());
const refire = (key: string) =>
  wake("UPDATE alert SET state = 'firing', started_at = ?2, ended_at = NULL WHERE key = ?1", key, now());

async function run() {
  const ctx = deployment.ctx({ kind: "machine", id: "test" });
  await settlePage(ctx, page.id);
  return ctx.meter;
}

async function pass(milliseconds: number) {
  deployment.clock.now += milliseconds;
  return run();
}

async function facts() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [incidents, components, groups, updates, notices, changes, [counters]] = await readBatch(
    ctx,
    db.select().from(incidentTable),
    db
      .select()
      .from(componentTable)
      .where(eq(componentTable.id, page.components[0] as string)),
    db.select().from(alertGroupTable),
    db.select().from(incidentUpdateTable),
    db.select().from(noticeTable),
    db.select().from(statusChangeTable),
    db.select().from(settleTable),
  );
  return { incidents, component: components[0], groups, updates, notices, changes, counters };
}

test("the first firing moves the component at once and the page shows it; the draft comes after the hold", async () => {
  page = await arrange(deployment, aPage());
  const meter = await fire("one");
  expect(meter.statements).toBeLessThan(40);
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(view.ok && view.value.snapshot.banner.state).toBe("partial_system");
  expect((await facts()).incidents).toHaveLength(0);
  await pass(119_000);
  expect((await facts()).incidents).toHaveLength(0);
  await pass(1000);
  const after = await facts();
  expect(after.incidents).toMatchObject([
    { visibility: "draft", title: "one is down", impact: "critical", closed: false },
  ]);
  expect(after.notices).toMatchObject([{ kind: "draft_opened", audience: "team" }]);
  await pass(minute);
  expect((await facts()).incidents).toHaveLength(1);
});

test("a first firing writes at most 14 rows with its publish (the delivery's own five included)", async () => {
  page = await arrange(deployment, aPage());
  await publishPage(deployment.ctx(), page.id);
  await run();
  const meter = await fire("one");
  expect(meter.written + 5).toBeLessThanOrEqual(14);
});

test("recovered before the hold is over: nothing opens, the component is back, the time is true", async () => {
  page = await arrange(deployment, aPage());
  await fire("one");
  deployment.clock.now += minute;
  await recover("one");
  await pass(5 * minute);
  const after = await facts();
  expect(after.incidents).toHaveLength(0);
  expect(after.groups).toHaveLength(0);
  expect(after.component?.observedStatus).toBe("operational");
  expect(after.changes.map((each) => [each.fromStatus, each.toStatus])).toEqual([
    ["operational", "major_outage"],
    ["major_outage", "operational"],
  ]);
});

test("publish mode: opens published, resolves itself, is reopened within 30 minutes and not after", async () => {
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 60 }));
  const meter = await fire("one");
  expect(meter.statements).toBeLessThan(40);
  expect((await facts()).incidents).toMatchObject([{ visibility: "published", status: "investigating" }]);
  await recover("one");
  expect((await facts()).incidents[0]?.recoveredAt).toBe(now());
  await pass(minute);
  expect((await facts()).incidents).toMatchObject([{ status: "resolved", resolvedBy: "machine", closed: true }]);
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(view.ok && view.value.snapshot.banner.state).toBe("operational");
  deployment.clock.now += 10 * minute;
  await refire("one");
  expect((await facts()).incidents).toMatchObject([{ status: "investigating", closed: false }]);
  await recover("one");
  await pass(minute);
  deployment.clock.now += 31 * minute;
  await run();
  await refire("one");
  const after = await facts();
  expect(after.incidents).toHaveLength(2);
  expect(after.updates.map((each) => each.status)).toEqual([
    "investigating",
    "resolved",
    "investigating",
    "resolved",
    "investigating",
  ]);
});

test("an edited incident is not resolved by the machine: it says that all alerts recovered", async () => {
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 60 }));
  await fire("one");
  await runBatch(deployment.ctx(), [{ sql: "UPDATE incident SET edited = 1", params: [] }]);
  const [before] = (await facts()).incidents;
  await recover("one");
  await pass(10 * minute);
  const [found] = (await facts()).incidents;
  expect(found?.staleBefore, "who writes an update meanwhile has no conflict").toBe(before?.staleBefore);
  expect(found?.closed).toBe(false);
  expect(found?.recoveredAt).not.toBeNull();
  await refire("one");
  const { incidents } = await facts();
  expect(incidents, "what recovered and was left open swallows no new outage").toMatchObject([
    { id: found?.id, recoveredAt: found?.recoveredAt },
    { closed: false, recoveredAt: null },
  ]);
});

test("an unedited draft is dismissed when all recovered for long enough", async () => {
  page = await arrange(deployment, aPage({ holdSeconds: 0, resolveAfterSeconds: 60 }));
  await fire("one");
  await recover("one");
  await pass(minute);
  const after = await facts();
  expect(after.incidents).toMatchObject([{ visibility: "dismissed", closed: true }]);
  expect(after.notices.map(({ kind }) => kind)).toEqual(["draft_opened", "draft_dismissed"]);
});

test("a second alert of the group joins; a storm is one incident", async () => {
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0 }));
  for (const key of ["one", "two", "three"]) await fire(key);
  const ctx = deployment.ctx();
  const [alerts] = await readBatch(ctx, ctx.db.select().from(alertTable));
  const after = await facts();
  expect(after.incidents).toHaveLength(1);
  expect(new Set(alerts.map((each) => each.incidentId))).toEqual(new Set([after.incidents[0]?.id]));
});

test("settling twice, or by many at once, changes nothing twice", async () => {
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0 }));
  await fire("one");
  const before = await facts();
  await Promise.all(Array.from({ length: 10 }, run));
  expect(await facts()).toEqual(before);
});

test("a source that promised to be heard and is silent: no data, never green", async () => {
  page = await arrange(deployment, aPage());
  await runBatch(deployment.ctx(), [{ sql: "UPDATE source SET heartbeat_seconds = 600", params: [] }]);
  await wake("SELECT 1");
  expect((await facts()).counters?.dueAt).toBe(now() + 600_000);
  await pass(600_000);
  expect((await facts()).component?.observedStatus).toBe("no_data");
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(view.ok && view.value.snapshot.banner.state).toBe("unknown");
});

test("after a person resolved an incident, the group's next alert opens a new one at once", async () => {
  page = await arrange(deployment, aPage({ holdSeconds: 0, resolveAfterSeconds: 0 }));
  await fire("one");
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE incident SET visibility = 'published', edited = 1, version = version + 1", params: [] },
  ]);
  deployment.clock.now += minute;
  await recover("one");
  await runBatch(deployment.ctx(), [
    {
      sql: "UPDATE incident SET closed = 1, status = 'resolved', resolved_by = 'person', resolved_at = ?1, version = version + 1",
      params: [now()],
    },
  ]);
  await runBatch(deployment.ctx(), [{ sql: "UPDATE rule SET mode = 'publish'", params: [] }]);
  deployment.clock.now += 1000;
  await fire("two");
  expect((await facts()).incidents.filter((each) => !each.closed)).toMatchObject([{ visibility: "published" }]);
});

test("a source that shouts does not push another's alert out of sight", async () => {
  page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 0 }));
  await fire("one");
  const noisy = "source-aaa";
  const times = { createdAt: now(), updatedAt: now() };
  await put(deployment, sourceTable, [
    {
      id: noisy,
      pageId: page.id,
      kind: "alertmanager",
      name: "Noisy",
      tokenHash: "n",
      tokenSealed: "",
      settingsSealed: "",
      ...times,
    },
  ]);
  await put(deployment, ruleTable, [
    {
      id: "rule-noisy",
      pageId: page.id,
      sourceId: noisy,
      position: 0,
      match: {},
      mode: "none",
      groupBy: [],
      catchAll: true,
      ...times,
    },
  ]);
  const seen = { startedAt: now(), firstSeenAt: now(), lastSeenAt: now() };
  const many = Array.from({ length: 6000 }, (_, index) => ({
    id: `${noisy}.${index}`,
    pageId: page.id,
    sourceId: noisy,
    key: `${index}`,
    state: "firing",
    title: "x",
    labels: {},
    flags: [],
    ...seen,
  }));
  for (let from = 0; from < many.length; from += 2000) await put(deployment, alertTable, many.slice(from, from + 2000));
  await wake("SELECT 1");
  const after = await facts();
  expect(after.component?.observedStatus).toBe("major_outage");
  expect(after.incidents).toMatchObject([{ closed: false, recoveredAt: null }]);
});
