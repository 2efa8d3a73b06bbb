import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDueWorkUnits } from "~/clock/queries/due-units";
import { readBatch } from "~/db/read";
import { pageTable } from "~/db/schema";
import { withInstantSql } from "~/db/with-instant";
import { channel, draft, type Missed, openMissed, responder } from "../../../tests/support/missed";
import { execute, noticesOf } from "../../../tests/support/told";
import { dueMissedNoticesSql } from "../queries/missed-notices";

let missed: Missed;
beforeEach(async () => {
  missed = await openMissed();
});
afterEach(() => missed.close());

/** Returns the rows that the tick's query reads; the page is one of them. */
async function asked(): Promise<number> {
  const ctx = missed.deployment.ctx();
  const [rows] = await readBatch(
    ctx,
    ctx.db
      .select({ due: sql<number>`${withInstantSql(dueMissedNoticesSql, ctx.now())}`.as("due") })
      .from(pageTable)
      .limit(1),
  );
  expect(rows).toHaveLength(1);
  return ctx.meter.read - 1;
}

/** Stores waiting summaries of this many pages on which nobody can be notified. */
const pagesWaiting = (count: number) =>
  execute(
    missed,
    `INSERT INTO notice (id, page_id, kind, subject_id, sequence, audience, scope, lane, due_at, not_before, expires_at, created_at)
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ?1)
    SELECT 'wait' || n, 'page' || n, 'missed_notifications', 'page' || n, 1, 'team', '{"subjects":{}}', 90, 1, 1, ?2, 1 FROM c`,
    count,
    missed.deployment.clock.now + 86_400_000,
  );

test("where nothing was missed the tick reads no row for it, however many notices wait", async () => {
  expect(await asked()).toBe(0);
  await draft(missed);
  expect(await asked()).toBeLessThanOrEqual(1);
});

test("a page that waits costs the tick a row or two, in one statement for all", async () => {
  await pagesWaiting(100);
  const ctx = missed.deployment.ctx();
  await readDueWorkUnits(ctx, ctx.now(), false);
  expect(ctx.meter.statements).toBeLessThanOrEqual(6);
  const rows = await asked();
  console.log(`100 pages of which nobody can be told: the tick reads ${rows} rows`);
  expect(rows).toBeLessThanOrEqual(250);
});

test("what a notice that finds nobody costs, and the summary that leaves", async () => {
  await draft(missed);
  const before = missed.deployment.ctx();
  const { runSender } = await import("./wake");
  await runSender(before);
  const found = { read: before.meter.read, written: before.meter.written };
  const outcomes = (await noticesOf(missed)).map(({ kind, outcome }) => [kind, outcome]);
  expect(Object.fromEntries(outcomes)).toEqual({ draft_opened: "nobody", missed_notifications: null });
  await responder(missed);
  await channel(missed);
  missed.deployment.clock.now += 60_000;
  const ctx = missed.deployment.ctx();
  const { handleCronTick: tick } = await import("~/clock/tick");
  await tick(ctx, ctx.now());
  await missed.deployment.settled();
  const left = { read: ctx.meter.read, written: ctx.meter.written };
  console.log(
    `a notice that finds nobody: ${JSON.stringify(found)}; a tick in which its summary leaves: ${JSON.stringify(left)}`,
  );
  expect(found.written).toBeLessThanOrEqual(20);
  expect(missed.told()).toHaveLength(1);
});
