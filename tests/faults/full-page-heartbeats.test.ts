import { expect, test } from "vitest";
import { noon } from "../support/database";
import { deploymentOfFile } from "../support/of-file";
import { unmetered } from "../support/restored";
import { aHeartbeat, arrange, type TestPage } from "../support/scenario";
import { openWorld, waitsOf } from "../support/world";
import { saidOf, smallPlan } from "../support/world-plans";

/** All heartbeats that a page may have miss their time, again and again: other pages' checks go on as ever. */
const deployment = deploymentOfFile({ UPFRONT_INGEST_LIMIT: "0" });

const minute = 60_000;
const allowed = 400;

/** Each that went down is pinged right after the tick, and misses its time again. */
const pingAgain = () =>
  unmetered(deployment.bindings.DB, [
    {
      sql: "UPDATE heartbeat SET state = 'up', last_ping_at = ?1, due_at = ?1 + 120000 WHERE state = 'down'",
      params: [deployment.clock.now],
    },
  ]);

test("four hundred heartbeats of one page that miss their time in turn make no check wait", async () => {
  const world = await openWorld(deployment, { ...smallPlan, pages: 2 });
  const full = world.pages.at(-1) as TestPage;
  const dueAt = noon + 2 * minute;
  const times = { state: "up", lastResult: "success", lastPingAt: noon, dueAt } as const;
  await arrange(
    deployment,
    aHeartbeat(full, times),
    ...Array.from({ length: allowed - 1 }, () => aHeartbeat(full, times)),
  );
  const again = { ...world, minute: () => world.minute().then(async () => void (await pingAgain())) };
  const late = await waitsOf(again, 15);
  expect(late.filter(({ unit }) => unit.kind === "check").map(saidOf)).toEqual([]);
});
