import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { heartbeatRows, sendPing } from "../../../tests/support/heartbeats";
import { aHeartbeat, aPage, arrange, type TestHeartbeat } from "../../../tests/support/scenario";
import { handleCronTick } from "../tick";

const minute = 60_000;
const start = Date.UTC(2026, 10, 20, 12, 4);
const deadline = start + 35 * minute;

/** A deployment with only a heartbeat, of half an hour and five minutes of grace: its ticks leave no trace. */
let deployment: TestDeployment;
let job: TestHeartbeat;
beforeEach(async () => {
  const schedule = { kind: "simple" as const, periodSeconds: 1800 };
  deployment = await openDeployment();
  deployment.clock.now = start;
  const page = await arrange(deployment, aPage({ mode: "none" }));
  job = await arrange(deployment, aHeartbeat(page, { schedule, graceSeconds: 300 }));
  await sendPing(deployment.ctx(), job);
  await deployment.settled();
});
afterEach(() => deployment.close());

const now = () => deployment.clock.now;
const state = async () => {
  const { row } = await heartbeatRows(deployment.ctx(), job.id);
  return [row.state, row.stateSince];
};

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed++) {
    resetIsolate();
    await handleCronTick(deployment.ctx(), now());
    await deployment.settled();
    deployment.clock.now += minute;
  }
}

test("while ticks come, a heartbeat is late at its deadline, though they leave no trace", async () => {
  await minutes(35);
  expect((await state())[0]).toBe("up");
  await minutes(1);
  expect(await state()).toEqual(["down", deadline]);
});

test.each([5, 20, 400])("off for %i minutes around it, it has its grace time afterwards, once", async (off) => {
  await minutes(33);
  deployment.clock.now += off * minute;
  const end = now();
  await minutes(5);
  expect((await state())[0]).toBe("up");
  await minutes(2);
  expect(await state()).toEqual(["down", end + 5 * minute]);
});

test("off before it, the deadline stays", async () => {
  await minutes(20);
  deployment.clock.now += 10 * minute;
  await minutes(6);
  expect(await state()).toEqual(["down", deadline]);
});

test("with a minute of grace, its deadline is moved once: no later tick takes the same gap for its own", async () => {
  await runBatch(deployment.ctx(), [{ sql: "UPDATE heartbeat SET grace_seconds = 60", params: [] }]);
  await minutes(33);
  deployment.clock.now += 5 * minute;
  const end = now();
  await minutes(3);
  expect(await state()).toEqual(["down", end + minute]);
});
