import { afterEach, expect, test } from "vitest";
import { channelAdapters } from "~/channels/kinds/known-kinds";
import { channelTable } from "~/db/schema";
import { faulty } from "../../../tests/support/faults";
import { keepWorld } from "../../../tests/support/kept-world";
import { put } from "../../../tests/support/scenario";
import { addPerson } from "../../../tests/support/sign-in-mail";
import { noticesOf, open, openTold, type Told } from "../../../tests/support/told";
import { inWays } from "../../../tests/support/told-in-ways";
import { channelEvents } from "../rules/notice";
import { runSender } from "./wake";

let told: Told;
let posted: () => number;
afterEach(() => told.close());

const [slack] = channelAdapters.filter(({ kind }) => kind === "slack");

async function openWith(mailer: boolean): Promise<void> {
  told = await openTold({ mailer });
  const { received } = inWays(told).receivers;
  posted = () => received.splice(0).length;
  const { deployment, pageId } = told;
  Object.assign(deployment.bindings, { WAKE: { send: async () => undefined } });
  await addPerson(deployment, { id: "ann", pageId, role: "responder" });
  const settingsSealed = await deployment.ctx().secrets.seal(JSON.stringify(slack?.sampleSettings));
  const row = { id: "ch", pageId, kind: "slack", name: "Team", settingsSealed, events: [...channelEvents] };
  await put(deployment, channelTable, [{ ...row, createdAt: 1, updatedAt: 1 }]);
  await open(told);
  deployment.clock.now += 11_000;
}

async function send(database?: D1Database): Promise<void> {
  await runSender(told.deployment.ctx(undefined, database && { database })).catch(() => undefined);
  await told.deployment.settled();
}

/** Sends once with the answer of this call lost, then without faults, until leases and waits are over. */
async function sendWithLost(call: number) {
  const binding = faulty(told.deployment.bindings.DB, call, "after");
  await send(binding.database);
  for (const passed of [11_000, 90_000, 420_000]) {
    told.deployment.clock.now += passed;
    await send();
  }
  const ofTeam = (await noticesOf(told)).filter(({ audience }) => audience === "team");
  const mails = told.smtp.mails.splice(0).length;
  return { calls: binding.calls(), posted: posted(), mails, outcomes: ofTeam.map(({ outcome }) => outcome) };
}

test.each([true, false])(
  "what only channels are told is mailed to nobody, whichever answer is lost (a mailer is set: %s)",
  async (mailer) => {
    await openWith(mailer);
    const world = await keepWorld(told.deployment);
    for (let [call, calls] = [0, 1]; call <= calls; call++) {
      await world.restore();
      const sent = await sendWithLost(call);
      if (call === 0) calls = sent.calls;
      expect([call, sent.mails, sent.outcomes]).toEqual([call, 0, ["sent"]]);
      expect([1, 2]).toContain(sent.posted);
    }
    await world.end();
  },
);
