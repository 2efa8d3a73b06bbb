import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { type Desk, openDesk } from "../../../../tests/support/desk";
import { told } from "../../../../tests/support/incident-lives";
import { watch } from "../../../../tests/support/monitors";
import { later, settled } from "../../../../tests/support/own-alerts";
import { settlePage } from "./settle";

const minute = 60_000;
const rule = { mode: "publish", hold: 0, resolveAfter: 300 } as const;

let desk: Desk;
let first: string;
let same: string;
let more: string;

/**
 * An incident of a component is open, and two monitors may join it: one of the same component, and one of another
 * component as well.
 */
beforeEach(async () => {
  desk = await openDesk();
  const [one, two] = desk.components;
  const watching = (name: string, components: Record<string, "major_outage">) =>
    watch(desk, { ...rule, name, components });
  first = await watching("First", { [one]: "major_outage" });
  same = await watching("Same", { [one]: "major_outage" });
  more = await watching("More", { [one]: "major_outage", [two]: "major_outage" });
  await told(desk, first, "firing", desk.deployment.clock.now);
  await settled(desk);
  await later(desk, 10 * minute);
});
afterEach(() => desk.close());

/** Returns the rows of the settling alone; publishing and sending come after it. */
async function cost() {
  await desk.deployment.settled();
  const ctx = desk.deployment.ctx({ kind: "machine", id: "tick" });
  const wish = { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [desk.pageId] };
  await runBatch(desk.deployment.ctx(), [wish]);
  await settlePage(ctx, desk.pageId);
  return { read: ctx.meter.read, written: ctx.meter.written };
}

/** Returns the cost beyond a settling where nothing is new, publishing included. */
async function beside(nothing: Awaited<ReturnType<typeof cost>>) {
  const { read, written } = await cost();
  return { isFew: read - nothing.read <= 170, written: written - nothing.written };
}

test("what follows its alerts costs rows for what changes, and nothing afterwards", async () => {
  const { clock } = desk.deployment;
  const nothing = await cost();
  expect(nothing.written).toBe(2);
  await told(desk, same, "firing", clock.now);
  expect(await beside(nothing)).toEqual({ isFew: true, written: 21 });
  await told(desk, more, "firing", clock.now);
  expect(await beside(nothing)).toEqual({ isFew: true, written: 24 });
  clock.now += 5 * minute;
  await cost();
  await told(desk, more, "resolved", clock.now);
  expect(await beside(nothing)).toEqual({ isFew: true, written: 7 });
  clock.now += 5 * minute;
  expect(await beside(nothing)).toEqual({ isFew: true, written: 16 });
  expect((await cost()).written).toBe(2);
});

test("an incident that was open before is adopted by one row, once", async () => {
  const nothing = await cost();
  const adopts = JSON.stringify({ over: {}, team: null, visitors: null, adopts: true });
  const upgrade = { sql: "UPDATE incident SET following = ?1", params: [adopts] };
  await runBatch(desk.deployment.ctx(), [upgrade]);
  expect((await beside(nothing)).written).toBe(1);
  expect((await cost()).written).toBe(2);
});
