import { afterEach, expect, test } from "vitest";
import { makeCorrection } from "~/corrections/make";
import { undoCorrection } from "~/corrections/verbs";
import { runBatch } from "~/db/run-batch";
import { countRows } from "../support/counted-rows";
import { type Desk, failureOf, good, openDesk } from "../support/desk";
import { watch } from "../support/monitors";
import { say } from "../support/own-alerts";
import { fillAlerts, fillChanges } from "../support/scenario";
import { sized } from "../support/sizes";

/** However much a page has been through, a correction reads what it says it reads, or says why it does not. */
let desk: Desk;
let sourceId: string;
const atMost = { free: 5000, paid: 20_000 };
const [minute, day] = [60_000, 24 * 3600_000];

async function open(UPFRONT_PLAN: keyof typeof atMost): Promise<void> {
  desk = await openDesk({ UPFRONT_PLAN });
  sourceId = await watch(desk, { mode: "none", hold: 0, resolveAfter: 0 });
}
afterEach(() => desk.close());

const correct = (from: number, to: number) =>
  makeCorrection(desk.as("admin"), { pageId: desk.pageId, sourceId, startsAt: from, endsAt: to, reason: "Not true." });

const flapped = (count: number, from: number) => {
  const [componentId] = desk.components;
  const { now } = desk.deployment.clock;
  return runBatch(desk.owner(), fillChanges({ pageId: desk.pageId, componentId }, count, from, now));
};

const plans = Object.entries(atMost) as [keyof typeof atMost, number][];

test.each(plans)("%s: of more changes than %i none is folded: it says from when on it can be", async (plan, most) => {
  await open(plan);
  const begun = desk.deployment.clock.now;
  desk.deployment.clock.now += 60 * day;
  await flapped(sized(25_000, 100_000), begun);
  const { now } = desk.deployment.clock;
  let failure: unknown;
  const rows = await countRows(desk.deployment, async () => {
    failure = await failureOf(correct(begun + minute, begun + day));
  });
  expect(failure).toMatchObject({ name: "conflict", code: "too_many", detail: `correction.too_far{"most":${most}}` });
  expect(rows).toBeLessThan(most + 200);
  await say(desk, sourceId, "firing");
  desk.deployment.clock.now += minute;
  await say(desk, sourceId, "resolved");
  await good(correct(now, now + minute));
});

test.each(plans)("%s: a correction of which more than %i followed stays, and says so", async (plan, most) => {
  await open(plan);
  const begun = desk.deployment.clock.now;
  await say(desk, sourceId, "firing");
  desk.deployment.clock.now += minute;
  await say(desk, sourceId, "resolved");
  const { id } = await good(correct(begun, begun + minute));
  desk.deployment.clock.now += 30 * day;
  await flapped(most + 1, begun + minute);
  expect(await failureOf(undoCorrection(desk.as("admin"), { pageId: desk.pageId, id }))).toMatchObject({
    detail: `correction.undo_too_far{"most":${most}}`,
  });
});

test.each(plans)("%s: %i changes since are folded", async (plan, most) => {
  await open(plan);
  const begun = desk.deployment.clock.now;
  desk.deployment.clock.now += 30 * day;
  await flapped(most - 10, begun);
  await good(correct(begun + minute, begun + day));
});

test("of more firings than 25,000 no more are looked at", async () => {
  await open("free");
  const { now } = desk.deployment.clock;
  await runBatch(desk.owner(), fillAlerts({ id: sourceId, pageId: desk.pageId }, 40_000, now - 50 * day));
  await runBatch(desk.owner(), [{ sql: "UPDATE episode SET ended_at = started_at + 1", params: [] }]);
  let failure: unknown;
  const rows = await countRows(desk.deployment, async () => {
    failure = await failureOf(correct(now - day, now));
  });
  expect(failure).toMatchObject({ detail: 'correction.too_many_firings{"most":25000}' });
  expect(rows).toBeLessThan(125_500);
});
