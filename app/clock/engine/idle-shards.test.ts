import { afterEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { rebuildShardPlanStatement } from "~/monitors/queries/shard";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { quickNetwork } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors } from "../../../tests/support/scenario";
import { bindCheckers, shardOf } from "../../../tests/support/watched";
import { handleCronTick } from "../tick";

const minute = 60_000;
/** In its first minutes a deployment is purged table by table; until then a tick reads more. */
const firstTicks = 15;

let deployment: TestDeployment;
const opened: TestDeployment[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});

async function open(interval: number) {
  deployment = await openDeployment();
  opened.push(deployment);
  deployment.way.outbound = quickNetwork(() => 200);
  const page = await arrange(deployment, aPage());
  await arrange(
    deployment,
    someMonitors(page.id, [{ id: "own", interval, settings: { url: "https://example.com/" } }], {
      shardId: "own",
    }),
  );
  return { page, calls: bindCheckers(deployment) };
}

async function next(calls: ReturnType<typeof bindCheckers>) {
  deployment.clock.now += minute;
  calls.length = 0;
  const ctx = deployment.ctx();
  await handleCronTick(ctx, deployment.clock.now);
  await deployment.settled();
  const meters = [ctx.meter, ...calls.map((each) => each.meter)];
  const sum = (key: "read" | "written") => meters.reduce((all, each) => all + each[key], 0);
  return { read: sum("read"), written: sum("written") };
}

/** Adds shards whose only monitor is paused, as rows that were already looked at. */
const fillIdle = (pageId: string, count: number) => {
  const at = Math.floor(deployment.clock.now / minute);
  const plan = `json_array(json_object('id', 'idle' || i, 'paused', json('true'), 'interval', 1, 'phase', 0))`;
  return runBatch(deployment.ctx(), [
    {
      sql: `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT INTO monitor_shard (id, page_id, minute, plan, rings, states, look_at)
        SELECT 'idle' || i, ?1, ?3, ${plan}, '{}', '{}', NULL FROM n`,
      params: [pageId, count, at],
    },
  ]);
};

async function idleTick(shards: number) {
  const { page, calls } = await open(1);
  await fillIdle(page.id, shards);
  for (let index = 0; index < firstTicks; index++) await next(calls);
  const all = [await next(calls), await next(calls), await next(calls)];
  return all;
}

test("a tick does not read shards with nothing to do: beside one that is checked each minute, 1 and 1,000 of them", async () => {
  const [one, thousand] = [await idleTick(1), await idleTick(1000)];
  expect(thousand).toEqual(one);
});

test("a shard of an interval of 5 minutes is read and written as often, and a paused one not at all", async () => {
  const { page, calls } = await open(5);
  for (let index = 0; index < firstTicks; index++) await next(calls);
  const looked: number[] = [];
  for (let index = 0; index < 10; index++) {
    const before = (await shardOf(deployment, "own")).version;
    await next(calls);
    const row = await shardOf(deployment, "own");
    if (row.version > before) looked.push((deployment.clock.now / minute) % 5);
    expect(row.lookAt).toBeGreaterThan(deployment.clock.now);
  }
  expect(looked).toEqual([0, 0]);
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE monitor SET paused_at = 1 WHERE page_id = ?1", params: [page.id] },
    rebuildShardPlanStatement(page.id, ["own"]),
  ]);
  const { version: before, lookAt } = await shardOf(deployment, "own");
  expect(lookAt).toBeNull();
  for (let index = 0; index < 10; index++) await next(calls);
  expect((await shardOf(deployment, "own")).version).toBe(before);
});

test("a clock that was ahead and went back keeps no shard waiting", async () => {
  const { calls } = await open(60);
  for (let index = 0; index < firstTicks; index++) await next(calls);
  const now = deployment.clock.now;
  deployment.clock.now += 24 * 60 * minute;
  for (let index = 0; index < 61; index++) await next(calls);
  expect((await shardOf(deployment, "own")).lookAt).toBeGreaterThan(now + 24 * 60 * minute);
  deployment.clock.now = now;
  for (let index = 0; index < 70; index++) await next(calls);
  const row = await shardOf(deployment, "own");
  expect(row.states.own?.last).toBeGreaterThan(now / minute);
  expect(row.states.own?.last).toBeLessThanOrEqual(deployment.clock.now / minute);
});
