import { afterAll, beforeAll, expect, test } from "vitest";
import { runSender } from "~/notifications/engine/wake";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { printFaults } from "../support/measured";
import { addressOf, arrange, someSubscribers } from "../support/scenario";
import { noticesOf, open, openTold, type Told } from "../support/told";

/** Every single fault over expand, send, mark and finish: nobody missed, at most ten told twice for the batch in flight. */
let told: Told;
let world: KeptWorld;
let cases = 0;
let twice = 0;
const size = 24;
const addresses = Array.from({ length: size }, (_, index) => addressOf(index));

/** Subscribers and one update of which nobody has been told. */
beforeAll(async () => {
  told = await openTold();
  await arrange(told.deployment, someSubscribers(told.pageId, size));
  await open(told);
  world = await keepWorld(told.deployment);
});
afterAll(async () => {
  printFaults("sending", cases, twice);
  await world.end();
  await told.close();
});

const first = new Set<string>();

/** Two of them are busy at their first try, so that a second round is under the faults as well. */
function busy(): void {
  first.clear();
  told.smtp.refuse((to) => {
    if (!addresses.slice(0, 2).includes(to) || first.has(to)) return null;
    first.add(to);
    return { code: 451, text: "busy" };
  });
}

/** Two sendings whose k-th database call fails, then the clock's. */
async function once(call: number, mode: FaultMode) {
  await world.restore();
  told.smtp.mails.length = 0;
  busy();
  const binding = faulty(told.deployment.bindings.DB, call, mode);
  for (let run = 0; run < 2; run++) {
    const ctx = told.deployment.ctx(undefined, { database: binding.database });
    await runSender(ctx).catch(() => undefined);
    await binding.ended();
    told.deployment.clock.now += 6000;
  }
  for (let minute = 0; minute < 5; minute++) {
    told.deployment.clock.now += 60_000;
    await runSender(told.deployment.ctx());
    await binding.retried();
  }
  const counts = addresses.map((address) => told.received().get(address) ?? 0);
  const [notice] = await noticesOf(told);
  return {
    calls: binding.calls(),
    writes: binding.writes(),
    struck: binding.struck(),
    counts,
    outcome: notice?.outcome,
  };
}

test("nobody is missed, whichever call fails", { timeout: 240_000 }, async () => {
  const clean = await once(0, "before");
  expect(clean.outcome).toBe("sent");
  expect(clean.counts.every((count) => count === 1)).toBe(true);
  console.log(`calls of a sending with a second round: ${clean.calls}`);
  for (const { mode, call } of triedCases(clean)) {
    const { struck, counts, outcome } = await once(call, mode);
    expect(struck, `call ${call} was never made to fail`).toBe(true);
    cases += 1;
    const doubled = counts.filter((count) => count > 1).length;
    twice += doubled;
    expect({ mode, call, missed: counts.filter((count) => count === 0).length, outcome }).toEqual({
      mode,
      call,
      missed: 0,
      outcome: "sent",
    });
    expect(doubled).toBeLessThanOrEqual(10);
  }
});
