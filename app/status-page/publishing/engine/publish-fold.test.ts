import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { snapshotTable, statusChangeTable } from "~/db/schema";
import type { Status } from "~/status/status";
import { dayStart } from "~/time/day";
import { noon, openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, fillChanges, put, type TestPage } from "../../../../tests/support/scenario";
import { unitDue } from "../../../../tests/support/unit-due";
import { readSnapshotFactsByPage } from "../../queries/snapshot-facts";
import { unpackSnapshot } from "../../rules/snapshot-packing";
import { closePageDays } from "../../timeline/engine/close-days";
import { withOpenDayFolds } from "./open-days";
import { publishPage } from "./publish";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const hour = 3600_000;
const zone = "Europe/Berlin";
const openDayAt = dayStart(zone, "2026-11-20");
let pages = 0;
let sequence = 5001;

const run = (sql: string, ...params: unknown[]) => runBatch(deployment.ctx(), [{ sql, params }]);

/** Builds the page and returns the components' public state and the number of rows read for it. */
async function built(page: TestPage): Promise<{ seen: string; read: number; kept: string | null }> {
  await run("UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", page.id);
  const ctx = deployment.ctx();
  await publishPage(ctx, page.id);
  const [rows] = await readBatch(ctx, ctx.db.select().from(snapshotTable).where(eq(snapshotTable.pageId, page.id)));
  const home = rows.find((each) => each.part === "home");
  const { components, days } = unpackSnapshot(home?.body ?? "{}");
  expect(components.length).toBe(2);
  return { seen: JSON.stringify([components, days]), read: ctx.meter.read, kept: home?.fold ?? null };
}

/** Does the same without a kept fold, so that all rows are read. */
async function builtAnew(page: TestPage): Promise<string> {
  await run("UPDATE snapshot SET fold = NULL WHERE page_id = ?1", page.id);
  return (await built(page)).seen;
}

/** Creates a page that changed more often today than the fold keeps step by step. */
async function busyPage(): Promise<TestPage> {
  deployment.clock.now = noon;
  const page = await arrange(deployment, aPage({ slug: `busy-${pages++}`, timeZone: zone }));
  const flapping = { pageId: page.id, componentId: page.components[0] as string };
  await runBatch(deployment.ctx(), fillChanges(flapping, 5000, openDayAt, noon));
  await built(page);
  return page;
}

async function change(page: TestPage, layer: "observed" | "manual", to: Status | null, at: number) {
  const { now } = deployment.clock;
  const own = { id: `late-${sequence}`, pageId: page.id, componentId: page.components[0] as string, layer };
  const from = layer === "observed" ? "operational" : null;
  const times = { at, recordedAt: Math.max(now, noon) + sequence, sequence: sequence++ };
  await put(deployment, statusChangeTable, [{ ...own, ...times, fromStatus: from, toStatus: to, cause: "person" }]);
  const column = layer === "observed" ? "observed_status" : "manual_status";
  await run(`UPDATE component SET ${column} = ?2 WHERE id = ?1`, own.componentId, to);
}

test("a change on time is read by itself, one that reaches far back has all rows read once, and both are true", async () => {
  const page = await busyPage();
  await change(page, "observed", "major_outage", noon);
  const onTime = await built(page);
  expect(onTime.read).toBeLessThan(100);
  await change(page, "observed", "partial_outage", openDayAt + hour);
  const late = await built(page);
  expect(late.read).toBeGreaterThan(5000);
  const after = await built(page);
  expect(after.read).toBeLessThan(100);
  expect(after.seen).toBe(late.seen);
  expect(await builtAnew(page)).toBe(late.seen);
});

test("a layer that turns out to have said something else before has all rows read", async () => {
  const page = await busyPage();
  await run("UPDATE component SET manual_status = 'degraded_performance' WHERE page_id = ?1", page.id);
  const other = await built(page);
  expect(other.read).toBeGreaterThan(5000);
  expect(await builtAnew(page)).toBe(other.seen);
});

test("a clock that went back, another zone, and text that nobody can read: never another document", async () => {
  const page = await busyPage();
  deployment.clock.now = openDayAt + hour;
  const { seen } = await built(page);
  expect(await builtAnew(page)).toBe(seen);
  deployment.clock.now = noon + 1000;
  await built(page);
  await run("UPDATE snapshot SET fold = 'x' WHERE page_id = ?1", page.id);
  const unread = await built(page);
  expect(await builtAnew(page)).toBe(unread.seen);
  const moved = dayStart("Asia/Kathmandu", "2026-11-20");
  await run("UPDATE page SET time_zone = 'Asia/Kathmandu', open_day_at = ?2 WHERE id = ?1", page.id, moved);
  const elsewhere = await built(page);
  expect(await builtAnew(page)).toBe(elsewhere.seen);
});

test("after midnight, before the day is closed and after it: the same document as of all rows", async () => {
  const page = await busyPage();
  deployment.clock.now = dayStart(zone, "2026-11-21") + hour;
  await change(page, "observed", "major_outage", deployment.clock.now - 2 * hour);
  const open = await built(page);
  expect(open.read).toBeLessThan(100);
  expect(await builtAnew(page)).toBe(open.seen);
  await built(page);
  await closePageDays(deployment.ctx(), [unitDue("day", page.id)]);
  const closed = await built(page);
  expect(closed.read).toBeLessThan(100);
  expect(await builtAnew(page)).toBe(closed.seen);
  const stories = (seen: string) => JSON.parse(seen)[0][0].stories;
  expect(stories(closed.seen)).toEqual(stories(open.seen));
});

test("a day that is closed while a build reads all its rows is whole in that build", async () => {
  const others = [await busyPage(), await busyPage()].map(({ id }) => id);
  for (const asked of [others.slice(0, 1), others]) {
    deployment.clock.now = dayStart(zone, "2026-11-21") + hour;
    const ctx = deployment.ctx();
    await run("UPDATE snapshot SET fold = 'x'");
    await run("UPDATE page SET open_day_at = ?1", openDayAt);
    const facts = await readSnapshotFactsByPage(ctx, asked);
    const before = await withOpenDayFolds(ctx, facts);
    for (const id of asked) await closePageDays(ctx, [unitDue("day", id)]);
    const after = await withOpenDayFolds(ctx, facts);
    expect(before.get(asked[0] as string)?.fold.components.size).toBe(1);
    expect(after).toEqual(before);
  }
});
