import { afterAll, beforeAll, expect, test } from "vitest";
import { dayLimitsOfPlan } from "~/deployment/usage/rules/usage";
import { countRows } from "../support/counted-rows";
import { openDeployment, type TestDeployment } from "../support/database";
import { printTable } from "../support/measured";
import { hostOf, openWorld, type World, type WorldPlan } from "../support/world";

/**
 * Half of all that is looked at fails in one minute: two minutes after the failure is confirmed every page says so. The
 * small sisters run here, a thousand pages with `--long`; each prints what a quiet minute and the worst one read.
 */
const long = process.env.UPFRONT_LONG === "1";
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const quiet: WorldPlan = {
  plan: "own",
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
const places: { what: string; plan: Partial<WorldPlan>; large: number; small: number }[] = [
  { what: "one machine", plan: { plan: "own" }, large: 1000, small: 40 },
  { what: "Paid", plan: { plan: "paid", checker: true, wake: true }, large: 1000, small: 40 },
  { what: "Free", plan: { plan: "free", checker: true, wake: true, watched: 30 }, large: 300, small: 60 },
];

/** A monitor fails twice in a row before it is down: its first failure is found in the minute in which it fails. */
const confirmedAfter = 2;

/** Rows read in each of so many minutes. */
async function rowsOf(world: World, minutes: number): Promise<number[]> {
  const each: number[] = [];
  for (let passed = 0; passed < minutes; passed++) each.push(await countRows(deployment, () => world.minute()));
  return each;
}

test.each(places)("$what: half of the monitors turn in one minute", { timeout: 3_600_000 }, async (place) => {
  const pages = long ? place.large : place.small;
  const world = await openWorld(deployment, { ...quiet, ...place.plan, pages });
  await world.minute();
  const calm = await rowsOf(world, long ? 20 : 2);
  const watched = world.pages.slice(0, world.plan.watched ?? pages);
  const isDown = (index: number) => index % 2 === 0;
  for (const [index] of watched.entries()) if (isDown(index)) world.network.down.add(hostOf(index, 0));
  const worst = await rowsOf(world, confirmedAfter + 2);
  const shown = await Promise.all(watched.map(async (page) => (await world.shown(page))?.banner.state));
  const day = Math.round((calm.reduce((sum, each) => sum + each, 0) / calm.length) * 1440);
  const { rowsRead: limit } = dayLimitsOfPlan(world.plan.plan);
  const head = ["where", "pages", "quiet minutes, rows read", "worst minute", "a quiet day", "the plan's day"];
  const quietMinutes = `${Math.min(...calm).toLocaleString("en")} to ${Math.max(...calm).toLocaleString("en")}`;
  const row = [place.what, pages, quietMinutes, Math.max(...worst), day, limit ?? "unlimited"];
  printTable("mass-outage", { head, rows: [row] });
  expect(shown).toEqual(watched.map((_, index) => (isDown(index) ? "partial_system" : "operational")));
  if (limit !== null) expect(day).toBeLessThanOrEqual(limit);
});
