import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptDelivery } from "~/alerts/accept";
import { handleCronTick } from "~/clock/tick";
import { ok } from "~/failures/failure";
import { type AwayWorld, openAwayWorld, type Sent, type Standing } from "../support/away-world";
import { openDeployment } from "../support/database";
import { heartbeatRows } from "../support/heartbeats";
import { group, rowsOf } from "../support/ingest";
import { aPage, arrange, aSource } from "../support/scenario";
import { sized } from "../support/sizes";

const second = 1000;

interface Stall {
  /** Seconds from the beginning. */
  from: number;
  length: number;
  standing: Exclude<Standing, "here">;
}

const { lasts, deliveries, runs } = sized(
  { lasts: 150, deliveries: 2, runs: 2 },
  { lasts: 600, deliveries: 20, runs: 10 },
);

const stallOf: fc.Arbitrary<Stall> = fc.record({
  from: fc.integer({ min: 5, max: lasts - 90 }),
  length: fc.integer({ min: 3, max: 80 }),
  standing: fc.constantFrom("before", "after"),
});

const standingAt = (stalls: readonly Stall[], now: number): Standing =>
  stalls.find(({ from, length }) => now >= from && now < from + length)?.standing ?? "here";

/** A key is heard of each thirty seconds: what fires within twenty of its recovery is a late firing, whoever sends it. */
const keys = 30 * deliveries;

/** Second by second: deliveries of keys in turn, each firing and recovering by turns; pings; the tick of each minute. */
async function live(
  world: AwayWorld,
  stalls: readonly Stall[],
): Promise<{ sent: Sent[]; pings: number; slowest: number }> {
  const { clock } = world.deployment;
  const began = clock.now;
  const [sent, waits]: [Sent[], number[]] = [[], []];
  const ringing: Promise<unknown>[] = [];
  let pings = 0;
  for (let now = 1; now <= lasts; now++) {
    clock.now = began + now * second;
    world.standing = standingAt(stalls, now);
    const work: Promise<void>[] = Array.from({ length: deliveries }, (_, index) => {
      const key = (now * deliveries + index) % keys;
      const status = Math.floor((now * deliveries + index) / keys) % 3 === 1 ? "resolved" : "firing";
      return world.send(key % world.sources.length, `key-${key}`, status).then((each) => {
        sent.push(each);
      });
    });
    if (now % 45 === 0) {
      const each = world.heartbeats.map((_, index) => world.ping(index));
      work.push(
        ...each.map((done) =>
          done.then(({ isKept, waited }) => {
            expect(isKept).toBe(true);
            pings += 1;
            waits.push(waited);
          }),
        ),
      );
    }
    await Promise.all(work);
    if (now % 60 === 0 && world.standing === "here") await handleCronTick(world.deployment.ctx(), clock.now);
    ringing.push(world.inboxes.ring());
  }
  world.standing = "here";
  await Promise.all(ringing);
  return { sent, pings, slowest: Math.max(...waits, ...sent.map(({ waited }) => waited)) };
}

/** Two minutes after the last stall. */
async function afterwards(world: AwayWorld): Promise<void> {
  world.standing = "here";
  for (let round = 1; round <= 24; round++) {
    world.deployment.clock.now += 5 * second;
    await world.inboxes.ring();
    if (round % 12 === 0) await handleCronTick(world.deployment.ctx(), world.deployment.clock.now);
    await world.deployment.settled();
  }
}

/** The same in a world in which the database always answers. */
async function asIfCommittedThen(world: AwayWorld, sent: readonly Sent[]): Promise<Map<string, string>> {
  const deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
  const page = await arrange(deployment, aPage());
  const sources = [];
  for (const _ of world.sources) sources.push(await arrange(deployment, aSource(page.id)));
  const headers = new Headers({ "content-type": "application/json" });
  for (const { source, key, status, at } of [...sent].sort((one, other) => one.at - other.at)) {
    deployment.clock.now = at;
    const body = ok(new TextEncoder().encode(JSON.stringify(group([{ key, status }], { groupKey: key }))));
    await acceptDelivery(deployment.ctx(), { token: sources[source]?.token ?? "", headers, body });
    await deployment.settled();
  }
  const found = new Map<string, string>();
  for (const source of sources) {
    for (const { key, state } of (await rowsOf(deployment.ctx(), source)).alerts) found.set(key, state);
  }
  await deployment.close();
  return found;
}

test("whenever the database stands still: nothing lost, nothing twice, in the order in which it came, four seconds at the most", {
  timeout: sized(240_000, 3_600_000),
}, async () => {
  const property = fc.asyncProperty(fc.array(stallOf, { minLength: 1, maxLength: 3 }), async (stalls) => {
    const world = await openAwayWorld();
    try {
      const { sent, pings, slowest } = await live(world, stalls);
      await afterwards(world);
      expect(sent.filter(({ answer }) => answer === "refused")).toEqual([]);
      expect(slowest).toBeLessThanOrEqual(4000);
      expect(world.inboxes.held()).toBe(0);
      const states = new Map<string, string>();
      let rows = 0;
      for (const source of world.sources) {
        const found = await rowsOf(world.deployment.ctx(), source);
        rows += found.deliveries.length;
        for (const { key, state } of found.alerts) states.set(key, state);
      }
      expect(rows).toBe(sent.length);
      expect(states).toEqual(await asIfCommittedThen(world, sent));
      for (const { id } of world.heartbeats) {
        const { row, alerts } = await heartbeatRows(world.deployment.ctx(), id);
        expect([row.pingCount, row.state, alerts]).toEqual([1 + pings / world.heartbeats.length, "up", []]);
      }
      const { d1 } = world.deployment.ctx();
      const waits = "SELECT count(*) AS n FROM snapshot WHERE built < wanted OR behind_since IS NOT NULL";
      expect(await d1.prepare(waits).first("n")).toEqual({ n: 0 });
      console.log(
        `${sent.length} deliveries, ${sent.filter(({ answer }) => answer === "kept").length} kept, ${slowest} ms`,
      );
    } finally {
      await world.close();
    }
  });
  await fc.assert(property, { numRuns: runs, seed: 40, endOnFailure: true });
});
