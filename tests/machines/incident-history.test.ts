import fc from "fast-check";
import { afterEach, beforeEach, expect, test } from "vitest";
import { postIncidentUpdate } from "~/incidents/post-update";
import { type Desk, good, openDesk } from "../support/desk";
import { historyFaults } from "../support/incident-history";
import { act, actsOfIncidents, publishers, told } from "../support/incident-lives";
import { watch } from "../support/monitors";
import { incidentsOf, later, settled } from "../support/own-alerts";
import { sizedBy } from "../support/sizes";
import { timelineFaults } from "../support/timeline";

const minute = 60_000;
const publishing = { mode: "publish", hold: 0, resolveAfter: 300 } as const;

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

/** What a monitor says of itself, as late as that. */
const say = (sourceId: string, status: "firing" | "resolved", at = desk.deployment.clock.now) =>
  told(desk, sourceId, status, at);

async function tell(...said: Parameters<typeof say>) {
  await say(...said);
  await settled(desk);
}

const agrees = async () => {
  expect(await historyFaults(desk)).toEqual([]);
  expect(await timelineFaults(desk.deployment, desk.pageId)).toEqual([]);
};

const watching = (name: string, status: "degraded_performance" | "major_outage", index = 0) =>
  watch(desk, { ...publishing, name, components: { [desk.components[index] ?? ""]: status } });

test("what is told late to be over before it made anything worse is over from then on, in history as live", async () => {
  const [slow, down] = [await watching("Slow", "degraded_performance"), await watching("Down", "major_outage")];
  await tell(slow, "firing");
  await later(desk, 10 * minute);
  await tell(down, "firing", desk.deployment.clock.now - 2 * minute);
  await later(desk, minute);
  await tell(down, "resolved", desk.deployment.clock.now - 2 * minute);
  await later(desk, 6 * minute);
  await later(desk, minute);
  expect(await incidentsOf(desk)).toMatchObject([{ closed: false }]);
  await agrees();
});

test("what comes back worse in an incident that is opened again is not told of its beginning", async () => {
  const [slow, down] = [await watching("Slow", "degraded_performance"), await watching("Down", "major_outage")];
  await tell(slow, "firing");
  await later(desk, 20 * minute);
  await tell(slow, "resolved");
  await later(desk, 6 * minute);
  expect(await incidentsOf(desk)).toMatchObject([{ closed: true }]);
  await say(slow, "firing");
  await tell(down, "firing");
  await later(desk, 20 * minute);
  await agrees();
});

test("a person who opens it again says how it is from then on: no recovery of before takes that back", async () => {
  const [slow, down] = [await watching("Slow", "major_outage"), await watching("Down", "major_outage", 1)];
  await say(slow, "firing");
  await tell(down, "firing");
  const [found] = await incidentsOf(desk);
  await later(desk, minute);
  await tell(slow, "resolved");
  const step = (status: "resolved" | "investigating") =>
    good(postIncidentUpdate(desk.as("responder"), { pageId: desk.pageId, id: found?.id ?? "", status, body: status }));
  await later(desk, minute);
  await step("resolved");
  desk.deployment.clock.now += 10_000;
  await step("investigating");
  await later(desk, minute);
  await agrees();
  await later(desk, 10 * minute);
  await agrees();
});

test("alerts and people in any order: history says of every incident what was said live", async () => {
  await fc.assert(
    fc.asyncProperty(actsOfIncidents, async (all) => {
      const own = await openDesk();
      try {
        const monitors = await publishers(own);
        for (const each of all) {
          await act(own, monitors, each);
          expect(await historyFaults(own)).toEqual([]);
        }
        await later(own, 10 * minute);
        expect(await historyFaults(own)).toEqual([]);
        expect(await timelineFaults(own.deployment, own.pageId)).toEqual([]);
      } finally {
        await own.close();
      }
    }),
    { numRuns: sizedBy("UPFRONT_LIVES", 6, 200), endOnFailure: true, seed: Number(process.env.UPFRONT_FUZZ_SEED ?? 1) },
  );
}, 600_000);
