import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { planMaintenance } from "~/maintenances/plan";
import { good } from "../../../tests/support/desk";
import { everyEvent, heardBySubscribers } from "../../../tests/support/every-event";
import { arrange, someSubscribers } from "../../../tests/support/scenario";
import { noticesOf, open, openTold, quiet, subscribersOf, type Told, update } from "../../../tests/support/told";
import { type InWays, inWays, targets } from "../../../tests/support/told-in-ways";
import { type ContactWay, contactWays } from "../rules/contact-ways";
import { runSender } from "./wake";

let told: Told;
let world: InWays;
beforeEach(async () => {
  told = await openTold();
  world = inWays(told);
});
afterEach(() => told.close());

const minute = 60_000;
const hour = 60 * minute;

/** Returns a context with the room of a self-hosted machine, enough for all due work. */
function roomy() {
  const ctx = told.deployment.ctx();
  ctx.meter.limit = { statements: 100_000, subrequests: 100_000, together: 200_000, mails: 100_000 };
  return ctx;
}

async function send(): Promise<void> {
  await told.deployment.settled();
  for (let round = 0; round < 20 && (await runSender(roomy())); round++);
  // The page is not published here; this lets its wait run out.
  told.deployment.clock.now += 11_000;
  for (let round = 0; round < 20 && (await runSender(roomy())); round++);
}

const responder = () => quiet(told.as("responder"));

/** Lets the next times of the plan pass, each with its ticks. */
async function passTo(to: number): Promise<void> {
  for (let passed = 1; passed <= 3; passed++) {
    told.deployment.clock.now = to + passed * minute;
    await handleCronTick(told.deployment.ctx(), told.deployment.clock.now);
    await send();
  }
}

describe("everything that a visitor can see", () => {
  test("reaches each way once, taken by receivers that refuse what their documents say, and mail beside them", async () => {
    await arrange(told.deployment, someSubscribers(told.pageId, 1));
    for (const way of contactWays) await world.subscribe(way);
    await everyEvent(told, send);
    expect(world.receivers.received.filter(({ refused }) => refused !== null)).toEqual([]);
    expect(world.at("webhook").map(({ body }) => body.type)).toEqual(heardBySubscribers);
    for (const way of contactWays) expect([way, world.at(way).length]).toEqual([way, heardBySubscribers.length]);
    expect([...told.received().values()]).toEqual([heardBySubscribers.length]);
    for (const way of ["webhook", "web-push"] as const)
      expect([way, new Set(world.idsAt(way)).size]).toEqual([way, heardBySubscribers.length]);
  });

  test("reaches them where no mailer is set", async () => {
    await told.close();
    told = await openTold({ mailer: false });
    world = inWays(told);
    for (const way of contactWays) await world.subscribe(way);
    await everyEvent(told, send);
    for (const way of contactWays) expect([way, world.at(way).length]).toEqual([way, heardBySubscribers.length]);
  });
});

test("long and hostile texts are taken as well", async () => {
  for (const way of contactWays) await world.subscribe(way);
  await open(told, {
    title: "👩‍👩‍👧‍👦 <!channel> @everyone ".repeat(8),
    body: "<@U1> **x** | \\ 👩‍👩‍👧‍👦 & ".repeat(700),
  });
  await send();
  expect(world.receivers.received.map(({ refused }) => refused)).toEqual(contactWays.map(() => null));
});

test("a page without such subscribers has one notice of each news; a reminder is written for who has come since", async () => {
  await arrange(told.deployment, someSubscribers(told.pageId, 2));
  await open(told);
  await send();
  expect(
    (await noticesOf(told)).filter(({ audience }) => audience === "subscribers" || audience === "endpoints"),
  ).toHaveLength(1);
  const startsAt = told.deployment.clock.now + 2 * hour;
  const given = { title: "New disks", body: "Soon.", startsAt, endsAt: startsAt + hour, remindHour: true };
  const components = { [told.components[0]]: "under_maintenance" };
  await good(planMaintenance(responder(), { pageId: told.pageId, ...given, components } as never));
  expect((await noticesOf(told)).filter(({ audience }) => audience === "endpoints")).toEqual([]);
  await world.subscribe("slack");
  await passTo(startsAt - hour);
  expect((await noticesOf(told)).filter(({ audience }) => audience === "endpoints")).toMatchObject([
    { kind: "maintenance_reminder", way: "slack", outcome: "sent", sent: 1 },
  ]);
  expect(world.at("slack")).toHaveLength(1);
});

test("who chose a group hears of a component that joined it since, in every way and by mail, and of no other", async () => {
  const [website, api] = told.components;
  const chosen = { scope: "components" as const, componentIds: ["g1"] };
  await arrange(told.deployment, someSubscribers(told.pageId, 1, chosen));
  for (const way of contactWays) await world.subscribe(way, 0, chosen);
  await open(told, { components: { [api as string]: "major_outage" } });
  await send();
  expect(counts()).toEqual({ email: 0, ...Object.fromEntries(contactWays.map((way) => [way, 0])) });
  await told.deployment.ctx().d1.prepare("UPDATE component SET group_id = 'g1' WHERE id = ?").bind(website).run();
  await open(told, { title: "Website is down" });
  await send();
  expect(counts()).toEqual({ ...everybody, email: 1 });
  expect(JSON.stringify(world.at("webhook")[0]?.body)).toContain("Website is down");
});

/** Makes one receiver wait with its answer until it is released. */
function heldUp(slow: ContactWay | "email") {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  if (slow === "email") told.smtp.pace({ opened: () => undefined, mail: () => held, closed: () => undefined });
  else
    world.receivers.instead.set(new URL(targets[slow]).hostname, async () => {
      await held;
      return null;
    });
  return release;
}

const counts = () => ({
  email: told.smtp.mails.length,
  ...Object.fromEntries(contactWays.map((way) => [way, world.at(way).length])),
});
const everybody: Record<ContactWay | "email", number> = {
  email: 3,
  ...(Object.fromEntries(contactWays.map((way) => [way, 1])) as Record<ContactWay, number>),
};
const times = (each: Record<string, number>, count: number) =>
  Object.fromEntries(Object.entries(each).map(([kind, told]) => [kind, count * told]));

/** Longest delay that one way may cause another, in ms. */
const longestDelay = 1000;

/** Returns the messages about the next incident, and the time until all others are notified, in ms. */
async function toldBeside(slow: ContactWay | "email" | null, before: number, patience: number) {
  const expected = { ...times(everybody, before + 1), ...(slow ? { [slow]: before * everybody[slow] } : {}) };
  await open(told, { title: `Incident ${before}` });
  told.deployment.clock.now += 11_000;
  const started = performance.now();
  const sending = runSender(roomy());
  await expect.poll(counts, { timeout: patience, interval: 10 }).toEqual(expected);
  return { took: performance.now() - started, sending };
}

test.each([...contactWays, "email"] as const)(
  "%s that does not answer delays no other kind by more than 1 s",
  async (slow) => {
    await arrange(told.deployment, someSubscribers(told.pageId, 3));
    for (const way of contactWays) await world.subscribe(way);
    const { took, sending } = await toldBeside(null, 0, 20_000);
    await sending;
    await told.deployment.settled();
    const release = heldUp(slow);
    const beside = await toldBeside(slow, 1, took + longestDelay);
    expect(beside.took).toBeLessThanOrEqual(took + longestDelay);
    release();
    await beside.sending;
    await told.deployment.settled();
    expect(counts()).toEqual(times(everybody, 2));
  },
);

test("one that is gone is left alone; one that is busy is asked again under the same id, and not before it said", async () => {
  for (const way of ["slack", "webhook", "web-push"] as const) await world.subscribe(way);
  const { instead } = world.receivers;
  instead.set("hooks.slack.com", async () => ({ status: 404, text: "no_service" }));
  const later = async () => ({ status: 429, text: "later", headers: { "retry-after": "1200" } });
  for (const host of ["hooks.visitor.example", "fcm.googleapis.com"]) instead.set(host, later);
  await open(told);
  await send();
  for (const host of ["hooks.visitor.example", "fcm.googleapis.com"]) instead.delete(host);
  const asked = () => [world.at("webhook").length, world.at("web-push").length];
  expect([...asked(), world.at("slack").length]).toEqual([1, 1, 1]);
  for (let passed = 0; passed < 19; passed++) {
    told.deployment.clock.now += minute - 11_000;
    await send();
  }
  expect(asked()).toEqual([1, 1]);
  told.deployment.clock.now += 5 * minute;
  await send();
  expect(asked()).toEqual([2, 2]);
  expect(world.at("slack")).toHaveLength(1);
  for (const way of ["webhook", "web-push"] as const) expect(new Set(world.idsAt(way)).size).toBe(1);
  const states = Object.fromEntries((await subscribersOf(told)).map(({ kind, state }) => [kind, state]));
  expect(states).toMatchObject({ webhook: "active", "web-push": "active" });
  expect(states.slack).not.toBe("active");
});

test("who asked to be called later is not called by the next news before", async () => {
  await world.subscribe("webhook");
  const later = async () => ({ status: 503, text: "later", headers: { "retry-after": "7200" } });
  world.receivers.instead.set("hooks.visitor.example", later);
  const id = await open(told);
  await send();
  told.deployment.clock.now += 10 * minute;
  await update(told, id, "Found it.");
  await send();
  expect(world.at("webhook")).toHaveLength(1);
  world.receivers.instead.clear();
  for (let passed = 0; passed < 12; passed++) {
    told.deployment.clock.now += 20 * minute;
    await send();
  }
  expect(world.at("webhook")).toHaveLength(2);
  expect(JSON.stringify(world.at("webhook")[1]?.body)).toContain("Found it.");
});
