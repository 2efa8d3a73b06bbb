import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { openWorld, waitsOf } from "../support/world";
import { saidOf, worldPlans } from "../support/world-plans";

/** The large sisters of tests/faults/liveness: a few here, some hundred with `--long`, from another seed each time. */
const long = process.env.UPFRONT_LONG === "1";
const seed = Number(process.env.UPFRONT_SEED ?? (long ? Date.now() % 1_000_000 : 12));
const worlds = long ? 200 : 2;
const most = long
  ? { pages: 60, shards: 2, heartbeats: 60, waiting: 200 }
  : { pages: 15, shards: 2, heartbeats: 10, waiting: 60 };

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

test(`${worlds} worlds of up to ${most.pages} pages (seed ${seed})`, { timeout: 7_200_000 }, async () => {
  const held = fc.asyncProperty(worldPlans(most), async (plan) => {
    const late = await waitsOf(await openWorld(deployment, plan), long ? 30 : 10);
    expect(late.map(saidOf)).toEqual([]);
  });
  await fc.assert(held, { seed, numRuns: worlds, endOnFailure: true });
});
