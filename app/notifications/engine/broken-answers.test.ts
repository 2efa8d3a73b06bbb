import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { brokenBodies } from "../../../tests/support/hook";
import {
  deliveriesOf,
  draftOpened,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
} from "../../../tests/support/team-channels";
import { runSender } from "./wake";

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

/**
 * Broken bodies that end at once. A body that drips takes a call's whole time; the tests of the call itself cover it
 * (http/safe-fetch).
 */
const manners = brokenBodies.filter((each) => each !== "drips");

async function passes(milliseconds: number): Promise<void> {
  team.deployment.clock.now += milliseconds;
  await runSender(team.deployment.ctx());
}

test.each(manners)("a receiver that answers 200 and whose body ends by %s has the message", async (breaks) => {
  const { id } = await makeWebhook(team, breaks);
  team.hook.answer(() => ({ status: 200, text: "ok", breaks }));
  await draftOpened(team);
  for (let hour = 0; hour < 4; hour++) await passes(hour * 3600_000);
  expect(team.hook.received).toHaveLength(1);
  expect(await deliveriesOf(team, id)).toMatchObject([{ state: "sent", attempts: [{ status: 200 }] }]);
});

test.each(manners)("a refusal and a failure whose body ends by %s stay what they are", async (breaks) => {
  const [refuses, fails] = [await makeWebhook(team, "refuses"), await makeWebhook(team, "fails")];
  team.hook.answer(({ path }) => ({ status: path === "/refuses" ? 400 : 503, breaks }));
  await draftOpened(team);
  await passes(0);
  expect(await deliveriesOf(team, refuses.id)).toMatchObject([{ state: "dead", attempts: [{ status: 400 }] }]);
  expect(await deliveriesOf(team, fails.id)).toMatchObject([{ state: "due", attempts: [{ status: 503 }] }]);
});
