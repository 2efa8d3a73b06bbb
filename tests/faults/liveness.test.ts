import fc from "fast-check";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openDeployment, type TestDeployment } from "../support/database";
import { openWorld, type WorldPlan, waitsOf } from "../support/world";
import { saidOf, worldPlans } from "../support/world-plans";

/** Nothing due waits: whatever runs on one deployment, each unit is served within two minutes and the work ahead of it. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const calm: WorldPlan = {
  plan: "free",
  checker: false,
  wake: false,
  pages: 1,
  shards: 1,
  heartbeats: 0,
  pinged: true,
  waiting: 0,
  downAt: 99,
  upAt: 99,
  firesAt: null,
};

test("six pages with a monitor each and four heartbeats: when all they look at fails, every page says so", async () => {
  const world = await openWorld(deployment, { ...calm, pages: 6, heartbeats: 4, downAt: 3 });
  const late = await waitsOf(world, 8);
  const shown = await Promise.all(world.pages.map((page) => world.shown(page)));
  expect(shown.map((each) => each?.banner.state)).toEqual(world.pages.map(() => "partial_system"));
  expect(late.map(saidOf)).toEqual([]);
});

test.each([0, 20])(
  "the same six pages are true two minutes after the second failing check, with %i mails waiting",
  async (waiting) => {
    const downAt = 3;
    const world = await openWorld(deployment, { ...calm, pages: 6, heartbeats: 4, downAt, waiting });
    await waitsOf(world, downAt + 1 + 2);
    const shown = await Promise.all(world.pages.map((page) => world.shown(page)));
    expect(shown.map((each) => each?.banner.state)).toEqual(world.pages.map(() => "partial_system"));
  },
);

test("an alert that is held for two minutes opens its draft, however much else there is to look at", async () => {
  const world = await openWorld(deployment, { ...calm, pages: 6, heartbeats: 4, downAt: 3, firesAt: 4 });
  const late = await waitsOf(world, 9);
  expect(world.network.mails.get("ada@example.com") ?? 0).toBeGreaterThanOrEqual(1);
  expect(late.map(saidOf)).toEqual([]);
});

test.each([
  { pages: 12, shards: 1, heartbeats: 0 },
  { pages: 10, shards: 1, heartbeats: 2 },
  { pages: 1, shards: 12, heartbeats: 1 },
])("a due mail leaves beside $pages × $shards shards and $heartbeats heartbeats", async (over) => {
  const world = await openWorld(deployment, { ...calm, ...over, wake: true, checker: true, waiting: 1 });
  const late = await waitsOf(world, 6);
  expect(world.network.mails.get("asked0@example.com")).toBe(1);
  expect(late.map(saidOf)).toEqual([]);
});

/** A few worlds of several seeds; with `--long` all of more of them. One seed alone by UPFRONT_SEED. */
const long = process.env.UPFRONT_LONG === "1";
const given = process.env.UPFRONT_SEED;
const seeds = given ? [Number(given)] : long ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12] : [2, 3, 4, 5, 12];
const worlds = Number(process.env.UPFRONT_WORLDS ?? (long || given ? 40 : 8));

/** The worlds share a deployment: those of a seed that is out of time end before the next ones begin. */
let last: Promise<unknown> | undefined;
afterEach(() => last?.catch(() => undefined));

test.for(seeds)(`${worlds} random worlds (seed %i)`, { timeout: 240_000 }, async (seed, { signal }) => {
  const begun = performance.now();
  let units = 0;
  const held = fc.asyncProperty(worldPlans({ pages: 6, shards: 3, heartbeats: 6, waiting: 30 }), async (plan) => {
    signal.throwIfAborted();
    const world = await openWorld(deployment, plan);
    const late = await waitsOf(world, 10);
    units += 1;
    expect(late.map(saidOf)).toEqual([]);
  });
  last = fc.assert(held, { seed, numRuns: worlds, endOnFailure: true });
  await last;
  console.log(`${units} worlds in ${((performance.now() - begun) / 1000).toFixed(0)} s`);
});
