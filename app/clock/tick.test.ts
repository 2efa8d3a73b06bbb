import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import {
  componentTable,
  componentYearTable,
  deploymentTable,
  maintenanceComponentTable,
  maintenanceTable,
  maintenanceUpdateTable,
  pageTable,
  snapshotTable,
  statusChangeTable,
} from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { uptimePartsByDate } from "~/status-page/rules/day-stories";
import { readPublishedView } from "~/status-page/view-page";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { aPage, arrange, put, type TestPage } from "../../tests/support/scenario";
import { handleCronTick } from "./tick";

const minute = 60_000;
const hour = 60 * minute;
let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ timeZone: "Europe/Berlin" }));
  resetIsolate();
});
afterEach(() => deployment.close());

const now = () => deployment.clock.now;

async function run() {
  const ctx = deployment.ctx();
  await handleCronTick(ctx, now());
  return ctx.meter;
}

/** Sets the state after continuous ticks without work. */
const nothingStoodStill = () => execute(`UPDATE deployment SET tick_at = ${now() - minute}`);

async function after(milliseconds: number) {
  deployment.clock.now += milliseconds;
  return run();
}

async function stored() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [[row], years, changes, [work], updates, [built], [stamp]] = await readBatch(
    ctx,
    db.select().from(pageTable).where(eq(pageTable.id, page.id)),
    db.select().from(componentYearTable),
    db.select().from(statusChangeTable),
    db.select().from(maintenanceTable),
    db.select().from(maintenanceUpdateTable),
    db.select().from(snapshotTable),
    db.select().from(deploymentTable),
  );
  return { page: row, years, changes, maintenance: work, updates, snapshot: built, tickAt: stamp?.tickAt };
}

async function plan(startsAt: number, endsAt: number) {
  const times = { createdAt: now(), updatedAt: now() };
  await put(deployment, maintenanceTable, [
    { id: "m1", pageId: page.id, title: "Move", status: "scheduled", startsAt, endsAt, dueAt: startsAt, ...times },
  ]);
  await put(deployment, maintenanceComponentTable, [
    { maintenanceId: "m1", pageId: page.id, componentId: page.components[0] as string, status: "under_maintenance" },
  ]);
}

const execute = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);

/** Returns the requested and the built revisions of the page's `home`. */
const revisions = async () => {
  const ctx = deployment.ctx();
  const [found] = await readBatch(ctx, ctx.db.select().from(snapshotTable).where(eq(snapshotTable.part, "home")));
  return found.map(({ wanted, built }) => ({ wanted, built }));
};

const looks = async () => {
  deployment.clock.now += 1000;
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  return view.ok ? view.value.snapshot : null;
};

test("an idle tick reads a handful of rows, writes none, and stamps every ten minutes", async () => {
  await run();
  await after(minute);
  const idle = await after(minute);
  expect(idle.read).toBeLessThanOrEqual(12);
  expect(idle.written).toBe(0);
  const before = now();
  let written = 0;
  for (let index = 0; index < 30; index++) written += (await after(minute)).written;
  expect(written).toBeLessThanOrEqual(9);
  expect((await stored()).tickAt).toBeGreaterThan(before);
});

test("maintenance edges are made by the clock, dated as planned though the tick is late, and only once", async () => {
  const start = now() + 10 * minute;
  await plan(start, start + hour);
  await after(13 * minute);
  expect(await stored()).toMatchObject({ maintenance: { status: "in_progress", startedAt: start } });
  expect((await looks())?.banner.state).toBe("maintenance");
  await Promise.all([run(), run(), run()]);
  await after(hour - minute);
  const end = await stored();
  expect(end.maintenance).toMatchObject({ status: "completed", completedAt: start + hour, dueAt: null });
  expect(end.updates.map((each) => [each.status, each.shownAt])).toEqual([
    ["in_progress", start],
    ["completed", start + hour],
  ]);
  expect(end.changes.map((each) => [each.toStatus, each.at])).toEqual([
    ["under_maintenance", start],
    [null, start + hour],
  ]);
  expect((await looks())?.banner.state).toBe("operational");
});

test("skipped for six hours: both edges at once, as planned", async () => {
  const start = now() + 10 * minute;
  await plan(start, start + hour);
  await after(6 * hour);
  const end = await stored();
  expect(end.maintenance).toMatchObject({ status: "completed", startedAt: start, completedAt: start + hour });
  expect(end.changes.map((each) => each.at)).toEqual([start, start + hour]);
});

test("after local midnight the day is packed once, and the page shows the same story as before", async () => {
  const start = now() + 10 * minute;
  await plan(start, start + hour);
  await after(10 * minute);
  deployment.clock.now += hour;
  await nothingStoodStill();
  await after(minute);
  const before = await looks();
  const story = uptimePartsByDate(before?.components[0]?.stories ?? {});
  expect(Object.values(story)).toEqual([[0, 0, 0, hour, 0]]);
  deployment.clock.now += 12 * hour;
  await nothingStoodStill();
  await run();
  const packed = await stored();
  expect(packed.page?.openDayAt).toBe(Date.UTC(2026, 10, 20, 23));
  expect(packed.years).toMatchObject([{ year: 2026, days: { "11-20": [0, 0, 0, hour, 0] } }]);
  expect(uptimePartsByDate((await looks())?.components[0]?.stories ?? {})).toEqual(story);
  await Promise.all([run(), run()]);
  expect((await stored()).years).toEqual(packed.years);
});

test("a document that is wanted when the day is closed is made by the same tick", async () => {
  await after(10.5 * hour);
  await execute("UPDATE snapshot SET wanted = wanted + 1 WHERE part = 'home'");
  const before = await revisions();
  await after(hour - minute);
  expect((await stored()).page?.openDayAt).toBe(Date.UTC(2026, 10, 20, 23));
  const [shown] = await revisions();
  expect(shown?.built).toBe(shown?.wanted);
  expect(shown?.built).toBeGreaterThan(before[0]?.wanted ?? 0);
});

test("a manual status with an end is over at its end", async () => {
  const until = now() + 5 * minute;
  await runBatch(deployment.ctx(), [
    {
      sql: "UPDATE component SET manual_status = 'partial_outage', manual_until = ?2 WHERE id = ?1",
      params: [page.components[1], until],
    },
  ]);
  await after(7 * minute);
  const ctx = deployment.ctx();
  const [[row]] = await readBatch(
    ctx,
    ctx.db
      .select()
      .from(componentTable)
      .where(eq(componentTable.id, page.components[1] as string)),
  );
  expect(row).toMatchObject({ manualStatus: null, manualUntil: null });
  expect((await stored()).changes).toMatchObject([
    { layer: "manual", fromStatus: "partial_outage", toStatus: null, at: until },
  ]);
});

test("a tick that died on the way is made up by the next one", async () => {
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET wanted = wanted + 1, lease_until = ?1 + 10000", params: [now()] },
  ]);
  await run();
  expect((await stored()).snapshot?.built).toBe(0);
  await after(minute);
  expect(await stored()).toMatchObject({ snapshot: { built: 2, wanted: 2 } });
});

test("no invocation passes the limit, however much is due", async () => {
  for (let index = 0; index < 8; index++) await arrange(deployment, aPage({ slug: `more-${index}` }));
  const start = now() + minute;
  await plan(start, start + hour);
  let worst = 0;
  for (let index = 0; index < 16; index++) worst = Math.max(worst, (await after(minute)).statements);
  expect(worst).toBeLessThan(40);
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(snapshotTable));
  expect(rows.every((each) => each.built === each.wanted)).toBe(true);
});

test("the view says since when nobody checked", async () => {
  await publishPage(deployment.ctx(), page.id);
  await run();
  const stamped = now();
  deployment.clock.now += 20 * minute;
  const view = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(view.ok && now() - view.value.observedAt).toBe(now() - stamped);
});
