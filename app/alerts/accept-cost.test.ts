import { expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { group, post } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, fillAlerts, fillDeliveries, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile({ UPFRONT_INGEST_LIMIT: "0" });

/** Has a longer deadline, because a hundred thousand rows take longer than a call may. */
const patient = () => deployment.ctx(undefined, { database: deployment.bindings.DB, deadline: 60_000 });

const sizes = [1, 1000, 100_000];
const minute = 60_000;

async function cost(from: TestSource, body: unknown) {
  const ctx = deployment.ctx();
  const { bindings } = ctx;
  expect((await post({ ...ctx, bindings: { ...bindings }, defer: () => undefined }, from, body)).ok).toBe(true);
  return { read: ctx.meter.read, written: ctx.meter.written };
}

/** Returns the cost of a first firing, a repeat, other texts, and a recovery. */
async function costs(from: TestSource) {
  const startsAt = deployment.clock.now - minute;
  const firing = { key: "mine", startsAt };
  const ended = { ...firing, status: "resolved", endsAt: deployment.clock.now };
  return [
    await cost(from, group([firing])),
    await cost(from, group([firing])),
    await cost(from, group([{ ...firing, annotations: { summary: "other words" } }])),
    await cost(from, group([ended])),
  ];
}

test.each([
  ["firing alerts of the source", fillAlerts],
  ["deliveries of the source", fillDeliveries],
])("what a delivery costs does not know how many %s there are: 1, 1,000, 100,000", async (_, fill) => {
  const found = [];
  for (const size of sizes) {
    const from = await arrange(deployment, aLoneSource({ heartbeatSeconds: 3600 }));
    await runBatch(patient(), fill(from, size, deployment.clock.now));
    found.push(await costs(from));
  }
  for (const each of found) {
    expect(each.map(({ written }) => written)).toEqual([6, 2, 4, 6]);
    expect(Math.max(...each.map(({ read }) => read))).toBeLessThanOrEqual(44);
  }
});

test("a group that closes reads no more than 5,000 of a source's firing alerts, however many there are", async () => {
  const from = await arrange(deployment, aLoneSource());
  await runBatch(patient(), fillAlerts(from, 100_000, deployment.clock.now));
  const ended = { key: "mine", status: "resolved", startsAt: deployment.clock.now, endsAt: deployment.clock.now };
  const { read } = await cost(from, group([ended], { groupKey: "closes", truncatedAlerts: 1 }));
  expect(read).toBeLessThan(15_100);
});
