import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { printFaults } from "../support/measured";
import { channel, draft, type Missed, openMissed, waitingSummary } from "../support/missed";

/** Every single fault over a notice that finds nobody, and over the summary that leaves: it is never lost. */
let missed: Missed;
let world: KeptWorld;
beforeEach(async () => {
  missed = await openMissed();
});
afterEach(() => missed.close());

const title = "Missed: Draft: Orders are late";

/** One tick whose k-th call fails, then those of a clock that goes on. */
async function struckBy(call: number, mode: FaultMode, then: () => Promise<unknown>) {
  await world.restore();
  missed.told();
  const { deployment } = missed;
  const binding = faulty(deployment.bindings.DB, call, mode);
  deployment.clock.now += 60_000;
  await handleCronTick(deployment.ctx(undefined, { database: binding.database }), deployment.clock.now).catch(
    () => undefined,
  );
  await deployment.settled();
  await binding.ended();
  await missed.pass(2);
  await binding.retried();
  await then();
  await missed.pass(4);
  return { calls: binding.calls(), writes: binding.writes(), told: missed.told(), left: await waitingSummary(missed) };
}

async function everyFault(then: () => Promise<unknown>) {
  world = await keepWorld(missed.deployment);
  const clean = await struckBy(0, "before", then);
  expect(clean).toMatchObject({ told: [title], left: [] });
  let cases = 0;
  for (const { mode, call } of triedCases(clean)) {
    const { told, left } = await struckBy(call, mode, then);
    expect({ mode, call, told: [...new Set(told)], left }).toEqual({ mode, call, told: [title], left: [] });
    // A message whose answer was lost may be sent once more, as any other.
    expect(told.length).toBeLessThanOrEqual(2);
    cases += 1;
  }
  await world.end();
  return cases;
}

test("whichever call fails where a notice finds nobody, it is told later, once", { timeout: 240_000 }, async () => {
  await draft(missed, "Orders are late");
  const cases = await everyFault(() => channel(missed));
  printFaults("a notice that finds nobody", cases);
});

test("whichever call fails where the summary leaves, it is told, once", { timeout: 240_000 }, async () => {
  await draft(missed, "Orders are late");
  await missed.pass();
  expect(await waitingSummary(missed)).toHaveLength(1);
  await channel(missed);
  const cases = await everyFault(async () => undefined);
  printFaults("a summary that leaves", cases);
});
