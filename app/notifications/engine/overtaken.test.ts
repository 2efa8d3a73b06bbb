import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { retryDelivery } from "~/channels/retry-delivery";
import { sendChannelTest } from "~/channels/send-test";
import { updateChannel } from "~/channels/update";
import { pauseChannel, readChannel, resumeChannel } from "~/channels/verbs";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { cancelMaintenance, completeMaintenance, startMaintenance } from "~/maintenances/verbs";
import { failureOf, good } from "../../../tests/support/desk";
import {
  deliveriesOf,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
  timePasses,
} from "../../../tests/support/team-channels";

const minute = 60_000;
const day = 24 * 60 * minute;
const events = ["incident_published", "incident_updated", "incident_resolved", "postmortem_published"];

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

const passes = (milliseconds: number) => timePasses(team, milliseconds);

async function open(title = "Orders are late"): Promise<string> {
  const { as, pageId, components } = team;
  const given = { pageId, title, body: "We look into it.", components: { [components[0]]: "partial_outage" } };
  const { id } = await good(openIncident(as("responder"), given as never));
  await passes(0);
  return id;
}

async function update(id: string, body: string, status: string): Promise<void> {
  await good(postIncidentUpdate(team.as("responder"), { pageId: team.pageId, id, body, status } as never));
  await passes(0);
}

/** Returns the received messages, in order. */
const heard = () => team.hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: { text: string } });
const types = () => heard().map(({ type }) => type);
const fails = () => team.hook.answer(() => ({ status: 500 }));
const works = () => team.hook.answer(() => ({ status: 200 }));
const states = async (id: string) => (await deliveriesOf(team, id)).map(({ kind, state }) => `${kind} ${state}`).sort();

describe("what waits for its next try", () => {
  test("is overtaken by what came later of its incident, which goes at once; nothing old follows", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    fails();
    const incident = await open();
    works();
    await passes(1000);
    await update(incident, "It works again.", "resolved");
    expect(types()).toEqual(["incident_published", "incident_resolved"]);
    expect(await states(id)).toEqual(["incident_published overtaken", "incident_resolved sent"]);
    for (let days = 0; days < 4; days++) await passes(day);
    expect(types()).toHaveLength(2);
  });

  test("keeps its order however it fails: every second call is answered 500", async () => {
    await makeWebhook(team, "team", { events });
    let calls = 0;
    team.hook.answer(() => ({ status: calls++ % 2 === 0 ? 500 : 200 }));
    const incident = await open();
    for (const text of ["1", "2", "3", "4", "5", "6"]) {
      await passes(minute);
      await update(incident, text, "identified");
    }
    for (let hour = 0; hour < 100; hour++) await passes(60 * minute);
    const places = heard().map(({ data }) => Number(data.text) || 0);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places.at(-1)).toBe(6);
  });

  test("of another incident is tried all the same, and a fact of its own is not lost to an update", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    works();
    const [first, second] = [await open("One"), await open("Two")];
    await update(first, "Over.", "resolved");
    fails();
    await good(
      publishPostmortem(team.as("responder"), { pageId: team.pageId, id: first, body: "Disk.", notify: true }),
    );
    await passes(0);
    await update(second, "Still.", "identified");
    await update(first, "Again.", "investigating");
    works();
    await passes(day);
    expect((await states(id)).filter((each) => !each.endsWith("sent"))).toEqual([]);
    expect(types().slice(-3).sort()).toEqual(["incident_updated", "incident_updated", "postmortem_published"]);
  });

  test("gives way to a newest that was refused for good, and does not come back", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    fails();
    const incident = await open();
    team.hook.answer(() => ({ status: 400 }));
    await update(incident, "Over.", "resolved");
    works();
    await passes(day);
    expect(await states(id)).toEqual(["incident_published overtaken", "incident_resolved dead"]);
    expect(types()).toHaveLength(2);
  });

  test("which an older version left behind what it had sent since is not sent", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    works();
    const incident = await open();
    await update(incident, "Over.", "resolved");
    const sql = `UPDATE channel_delivery SET state = 'due', attempt = 1, due_at = ?1, done_at = NULL
      WHERE notice_id IN (SELECT id FROM notice WHERE kind = 'incident_published')`;
    await runBatch(team.deployment.ctx(), [{ sql, params: [team.deployment.clock.now + 5000] }]);
    await passes(minute);
    expect(types()).toHaveLength(2);
    expect(await states(id)).toEqual(["incident_published overtaken", "incident_resolved sent"]);
  });

  test("is older by its version also where the clock went back in between", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    works();
    const incident = await open();
    fails();
    await passes(30 * minute);
    await update(incident, "Still.", "identified");
    works();
    await passes(-20 * minute);
    await update(incident, "Over.", "resolved");
    for (let hour = 0; hour < 8; hour++) await passes(60 * minute);
    expect(types()).toEqual(["incident_published", "incident_updated", "incident_resolved"]);
    expect(await states(id)).toContain("incident_updated overtaken");
  });
});

describe("a maintenance of which a message was lost", () => {
  const published = [
    "maintenance_planned",
    "maintenance_started",
    "maintenance_finished",
    "maintenance_called_off",
  ] as const;
  const steps = { started: startMaintenance, finished: completeMaintenance, called_off: cancelMaintenance } as const;

  async function planned() {
    const { as, pageId, deployment, components } = team;
    const [startsAt, endsAt] = [deployment.clock.now + 120 * minute, deployment.clock.now + 180 * minute];
    const given = { title: "New disks", body: "We replace disks.", startsAt, endsAt, autoStart: false };
    const chosen = { [components[0]]: "under_maintenance" };
    const { id } = await good(planMaintenance(as("responder"), { pageId, ...given, components: chosen } as never));
    await passes(0);
    return async (step: keyof typeof steps) => {
      deployment.clock.now += 1000;
      await good(steps[step](as("responder"), { pageId, id, body: step, notify: false } as never));
      await passes(0);
    };
  }

  test.each([
    ["started", "finished"],
    ["planned", "called_off"],
  ] as const)("has no “%s” after “%s”", async (lost, last) => {
    const { id } = await makeWebhook(team, "team", { events: published });
    if (lost === "planned") fails();
    const move = await planned();
    fails();
    if (lost === "started") await move("started");
    works();
    await move(last);
    for (let days = 0; days < 4; days++) await passes(day);
    const told = lost === "started" ? ["maintenance_planned"] : [];
    expect(types()).toEqual([...told, `maintenance_${lost}`, `maintenance_${last}`]);
    expect(await states(id)).toContain(`maintenance_${lost} overtaken`);
  });
});

test("one sent again by a person says how things stand, as far as something newer went out since", async () => {
  const { id } = await makeWebhook(team, "team", { events });
  fails();
  const incident = await open();
  works();
  await update(incident, "Over.", "resolved");
  const old = (await deliveriesOf(team, id)).find(({ state }) => state === "overtaken");
  await good(retryDelivery(team.as("admin"), { pageId: team.pageId, channelId: id, id: old?.id ?? "" }));
  await passes(0);
  expect(types()).toEqual(["incident_published", "incident_resolved", "incident_resolved"]);
  expect(await states(id)).toEqual(["incident_published overtaken", "incident_resolved sent"]);
});

describe("a receiver that asks to be left alone", () => {
  const target = (id: string) => ({ pageId: team.pageId, id });

  test("is called by nothing before, neither by another incident nor by a test; the newest goes then", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    team.hook.answer(() => ({ status: 429, headers: { "retry-after": "45" } }));
    const incident = await open();
    works();
    await passes(9000);
    await open("Another");
    await update(incident, "Over.", "resolved");
    expect(await failureOf(sendChannelTest(team.as("admin"), target(id)))).toMatchObject({
      code: "asked_to_wait",
      detail: "channel.asked_to_wait",
    });
    expect(types()).toHaveLength(1);
    await passes(35_000);
    expect(types()).toHaveLength(1);
    await passes(2000);
    expect(types().slice(1).sort()).toEqual(["incident_published", "incident_resolved"]);
    expect((await states(id)).filter((each) => each.endsWith("overtaken"))).toEqual(["incident_published overtaken"]);
  });

  test("by a date is left alone as long; at most a day, and not for a wrong clock’s sake", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toUTCString();
    team.hook.answer(() => ({ status: 503, headers: { date: at(0), "retry-after": at(7200) } }));
    await open();
    await passes(2 * 60 * minute - 1000);
    expect(types()).toHaveLength(1);
    works();
    await passes(1000);
    expect(types()).toHaveLength(2);
    const sql = "UPDATE channel SET retry_at = ?1 WHERE id = ?2";
    await runBatch(team.deployment.ctx(), [{ sql, params: [team.deployment.clock.now + 2 * day, id] }]);
    await open("Another");
    expect(types()).toHaveLength(3);
  });

  test("is named with the time until when, and is called at once after a pause", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    team.hook.answer(() => ({ status: 429, headers: { "retry-after": "86400" } }));
    const { clock } = team.deployment;
    const asked = async () => (await good(readChannel(team.as("viewer"), target(id)))).leftAloneUntil;
    expect(await asked()).toBeNull();
    expect((await good(sendChannelTest(team.as("admin"), target(id)))).delivery.state).toBe("dead");
    expect(await asked()).toBe(clock.now + day);
    works();
    await open();
    expect(types()).toEqual(["test"]);
    await good(pauseChannel(team.as("admin"), { ...target(id), version: 0 }));
    await good(resumeChannel(team.as("admin"), { ...target(id), version: 1 }));
    expect(await asked()).toBeNull();
    await passes(0);
    expect(types()).toEqual(["test", "incident_published"]);
  });

  test("who gets another address is called at once", async () => {
    const { id } = await makeWebhook(team, "team", { events });
    team.hook.answer(() => ({ status: 429, headers: { "retry-after": "7200" } }));
    await open();
    works();
    const settings = { url: `${team.hook.url}/elsewhere` };
    await good(updateChannel(team.as("admin"), { ...target(id), version: 0, settings } as never));
    await open("Another");
    expect(team.hook.received.map(({ path }) => path)).toEqual(["/team", "/elsewhere"]);
  });
});
