import { afterAll, beforeAll, expect, test } from "vitest";
import { runSender } from "~/notifications/engine/wake";
import { type FaultMode, faulty, triedCases } from "../support/faults";
import { type KeptWorld, keepWorld } from "../support/kept-world";
import { printFaults } from "../support/measured";
import { deliveriesOf, draftOpened, makeWebhook, openTeam, type Team } from "../support/team-channels";

/** Every single fault over expanding and delivering a team notice: no channel missed. */
let team: Team;
let world: KeptWorld;
let channels: string[];
let cases = 0;
let twice = 0;
beforeAll(async () => {
  team = await openTeam();
  channels = [];
  for (const path of ["one", "two", "three"]) channels.push((await makeWebhook(team, path)).id);
  await draftOpened(team);
  world = await keepWorld(team.deployment);
});
afterAll(async () => {
  printFaults("telling channels", cases, twice);
  await world.end();
  await team.close();
});

/** The second one is busy at its first try. */
function busyOnce(): void {
  let busy = true;
  team.hook.answer(({ path }) => {
    const refuse = busy && path === "/two";
    if (refuse) busy = false;
    return { status: refuse ? 503 : 200 };
  });
}

async function once(call: number, mode: FaultMode) {
  await world.restore();
  team.hook.received.length = 0;
  busyOnce();
  const binding = faulty(team.deployment.bindings.DB, call, mode);
  for (let run = 0; run < 2; run++) {
    const deadline = call === 0 ? 5000 : 150;
    await runSender(team.deployment.ctx(undefined, { database: binding.database, deadline })).catch(() => undefined);
    await binding.ended();
    team.deployment.clock.now += 6000;
  }
  for (let minute = 0; minute < 4; minute++) {
    team.deployment.clock.now += 60_000;
    await runSender(team.deployment.ctx());
    await binding.retried();
  }
  const states = await Promise.all(channels.map(async (id) => (await deliveriesOf(team, id)).map((row) => row.state)));
  return {
    calls: binding.calls(),
    writes: binding.writes(),
    struck: binding.struck(),
    states,
    told: team.hook.received.length,
  };
}

test("no channel is missed, whichever call fails", { timeout: 180_000 }, async () => {
  const clean = await once(0, "before");
  expect([clean.states, clean.told]).toEqual([[["sent"], ["sent"], ["sent"]], 4]);
  for (const { mode, call } of triedCases(clean)) {
    const { struck, states, told } = await once(call, mode);
    expect(struck, `call ${call} was never made to fail`).toBe(true);
    cases += 1;
    twice += told - 4;
    expect({ mode, call, states }).toEqual({ mode, call, states: [["sent"], ["sent"], ["sent"]] });
    expect(told).toBeLessThanOrEqual(7);
  }
});
