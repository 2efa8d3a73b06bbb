import { afterAll, beforeAll, expect, test } from "vitest";
import { planMaintenance } from "~/maintenances/plan";
import { completeMaintenance, startMaintenance } from "~/maintenances/verbs";
import type { Ctx } from "~/platform/ctx";
import { good } from "../support/desk";
import { arrange, someSubscribers } from "../support/scenario";
import { timelineFaults } from "../support/timeline";
import { noticesOf, openTold, type Told } from "../support/told";

/** Maintenances that people end at once, of which many subscribers are notified, in invocations of the Free plan. */
let told: Told;
beforeAll(async () => {
  told = await openTold();
});
afterAll(() => told.close());

const hour = 3_600_000;
const subscribers = 120;
const together = 6;
/** What the door has asked of the database before a person's action begins. */
const door = 4;

async function begun(index: number): Promise<string> {
  const { now } = told.deployment.clock;
  const components = { [told.components[0]]: "under_maintenance" as const };
  const window = { startsAt: now + hour, endsAt: now + 2 * hour, tellStart: false, tellEnd: true, tellPlanned: false };
  const plan = { pageId: told.pageId, title: `Move ${index}`, body: "We move.", components, ...window };
  const { id } = await good(planMaintenance(told.as("responder"), plan));
  await good(startMaintenance(told.as("responder"), { pageId: told.pageId, id, notify: false }));
  return id;
}

function somebody(): Ctx {
  const sleep = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));
  const ctx = { ...told.as("responder"), sleep };
  ctx.meter.statements = door;
  return ctx;
}

test("six maintenances of one component that end at once: all are in, and each is told to everybody once", async () => {
  const ids: string[] = [];
  for (let index = 0; index < together; index++) ids.push(await begun(index));
  await arrange(told.deployment, someSubscribers(told.pageId, subscribers));
  told.deployment.clock.now += 1000;
  const ends = ids.map((id) => completeMaintenance(somebody(), { pageId: told.pageId, id, notify: true }));
  const answers = await Promise.allSettled(ends);
  expect(answers.filter((each) => each.status === "rejected" || !each.value.ok)).toEqual([]);
  expect(await timelineFaults(told.deployment, told.pageId)).toEqual([]);
  for (let minute = 0; minute < 3; minute++) {
    await told.deployment.settled();
    await told.sendAll();
    told.deployment.clock.now += 60_000;
  }
  const completed = (await noticesOf(told)).filter(({ kind }) => kind === "maintenance_completed");
  expect(completed.map(({ outcome, sent }) => [outcome, sent])).toEqual(ids.map(() => ["sent", subscribers]));
  expect([...told.received().values()]).toEqual(Array.from({ length: subscribers }, () => together));
});
