import { afterAll, beforeAll, expect, test } from "vitest";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { makeHeartbeat } from "../support/heartbeats";
import type { TestPage } from "../support/page";
import { unmetered } from "../support/restored";
import { openWorld, type WorldPlan, waitsOf } from "../support/world";
import { saidOf } from "../support/world-plans";

/** All heartbeats that a page may have miss their time, again and again: other pages' checks go on as ever. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const minute = 60_000;
const allowed = 400;

const plan: WorldPlan = {
  plan: "free",
  checker: false,
  wake: false,
  pages: 2,
  shards: 1,
  heartbeats: 0,
  pinged: true,
  waiting: 0,
  downAt: 4,
  upAt: 99,
  firesAt: null,
};

/** Each that went down is pinged right after the tick, and misses its time anew. */
const pingAgain = () =>
  unmetered(deployment.bindings.DB, [
    {
      sql: "UPDATE heartbeat SET state = 'up', last_ping_at = ?1, due_at = ?1 + 120000 WHERE state = 'down'",
      params: [deployment.clock.now],
    },
  ]);

test("four hundred heartbeats of one page that miss their time in turn make no check wait", async () => {
  const world = await openWorld(deployment, plan);
  const full = world.pages.at(-1) as TestPage;
  const dueAt = noon + 2 * minute;
  const times = { state: "up", lastResult: "success", lastPingAt: noon, dueAt } as const;
  for (let made = 0; made < allowed; made++) await makeHeartbeat(deployment, full, times);
  const again = { ...world, minute: () => world.minute().then(async () => void (await pingAgain())) };
  const late = await waitsOf(again, 15);
  expect(late.filter(({ unit }) => unit.kind === "check").map(saidOf)).toEqual([]);
});
