import { expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { group, post } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aPage, arrange, fillAlerts, type TestPage } from "../../tests/support/scenario";

/**
 * Measures what one source within its limits makes a deployment read and write in five minutes, settling and publishing
 * included.
 */
const deployment = deploymentOfFile({ UPFRONT_PLAN: "own" });

const minute = 60_000;
const largest = 200;
const allowed = 300;

async function spent(page: TestPage, bodies: readonly unknown[]) {
  const metered: Ctx[] = [];
  for (const body of bodies) {
    const ctx = deployment.ctx();
    metered.push(ctx);
    await post(ctx, page, body);
    await deployment.settled();
  }
  const sum = (what: "read" | "written") => metered.reduce((total, { meter }) => total + meter[what], 0);
  return { read: sum("read"), written: sum("written") };
}

const body = (name: string, count: number) =>
  group(
    Array.from({ length: count }, (_, at) => ({ key: `${name}-${at}`, startsAt: deployment.clock.now })),
    { groupKey: name },
  );

test("300 of the largest bodies, each of other alerts, write no more than the alerts that a window lets in", async () => {
  const page = await arrange(deployment, aPage({ slug: "writes", mode: "none" }));
  const bodies = Array.from({ length: allowed }, (_, at) => body(`b${at}`, largest));
  const found = await spent(page, bodies);
  console.log(`${allowed} deliveries of ${largest} alerts: ${found.read} rows read, ${found.written} written`);
  expect(found.written).toBeLessThanOrEqual(4 * allowed + 100);
});

test("a hundred deliveries of a source of which 20,000 alerts fire read what a settling believes, and no alert beyond", async () => {
  const page = await arrange(deployment, aPage({ slug: "reads", mode: "none" }));
  const from = { id: page.sourceId, pageId: page.id };
  const patient = deployment.ctx(undefined, { database: deployment.bindings.DB, deadline: 60_000 });
  await runBatch(patient, fillAlerts(from, 20_000, deployment.clock.now - minute));
  deployment.clock.now += 5 * minute;
  const found = await spent(
    page,
    Array.from({ length: 100 }, (_, at) => body(`one-${at}`, 1)),
  );
  console.log(`100 deliveries where 20,000 alerts fire: ${found.read} rows read, ${found.written} written`);
  expect(found.read).toBeLessThanOrEqual(100 * (3 * 1000 + 200));
});
