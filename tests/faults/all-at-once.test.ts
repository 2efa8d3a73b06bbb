import { expect, test } from "vitest";
import { deploymentOfFile } from "../support/of-file";
import { unmetered } from "../support/restored";
import { openWorld, waitsOf } from "../support/world";
import { saidOf, smallPlan } from "../support/world-plans";

/** Many pages in one zone, or with one plan: what falls due on all of them at once holds up neither checks nor pages. */
const deployment = deploymentOfFile({ UPFRONT_INGEST_LIMIT: "0" });

const day = 24 * 60 * 60_000;

const daysOpen = async () => {
  const [rows = []] = await unmetered<{ count: number }>(deployment.bindings.DB, [
    { sql: "SELECT count(*) AS count FROM page WHERE open_day_at < ?1 - ?2", params: [deployment.clock.now, day] },
  ]);
  return rows[0]?.count;
};

test("the days of thirty pages that are over at once hold nothing up, and are closed in time", async () => {
  const world = await openWorld(deployment, smallPlan);
  await unmetered(deployment.bindings.DB, [{ sql: "UPDATE page SET open_day_at = open_day_at - ?1", params: [day] }]);
  const late = await waitsOf(world, 15);
  expect(late.map(saidOf)).toEqual([]);
  expect(await daysOpen()).toBe(0);
});

test("edges of maintenance on twenty pages at once hold nothing up", async () => {
  const world = await openWorld(deployment, { ...smallPlan, pages: 20 });
  const now = deployment.clock.now;
  await unmetered(deployment.bindings.DB, [
    {
      sql: `INSERT INTO maintenance (id, page_id, title, status, starts_at, ends_at, due_at, created_at, updated_at)
        SELECT 'm-' || id, id, 'Move', 'scheduled', ?1, ?1 + 86400000, ?1, ?2, ?2 FROM page`,
      params: [now + 90_000, now],
    },
  ]);
  const late = await waitsOf(world, 30);
  expect(late.map(saidOf)).toEqual([]);
});

test("heartbeats of nineteen pages that miss their time at once hold nothing up, beside an outage of sixty monitors", async () => {
  const pages = { pages: 30, watched: 30, shards: 2, heartbeats: 19, pinged: false };
  const world = await openWorld(deployment, {
    ...smallPlan,
    ...pages,
    wake: true,
    waiting: 104,
    downAt: 3,
    firesAt: 3,
    upAt: 9,
  });
  const late = await waitsOf(world, 15);
  expect(late.map(saidOf)).toEqual([]);
});

test("mail leaves by its queue though the checks of 58 pages fill the minute", async () => {
  const pages = { pages: 58, watched: 58, heartbeats: 58, waiting: 2, downAt: 2, firesAt: 4, upAt: 8 };
  const late = await waitsOf(await openWorld(deployment, { ...smallPlan, ...pages, wake: true }), 10);
  expect(late.map(saidOf)).toEqual([]);
});
