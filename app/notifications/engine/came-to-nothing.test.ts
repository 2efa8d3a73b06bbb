import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { updateChannel } from "~/channels/update";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { good } from "../../../tests/support/desk";
import { aNotice, arrange } from "../../../tests/support/scenario";
import {
  deliveriesOf,
  draftOpened,
  forgetTold,
  makeWebhook,
  openTeam,
  type Team,
  timePasses,
} from "../../../tests/support/team-channels";

const minute = 60_000;
const hour = 60 * minute;
const events = ["draft_opened", "incident_worsened", "incident_published", "incident_resolved"];

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
const passes = (milliseconds: number) => timePasses(team, milliseconds);

const heard = () =>
  team.hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: { thread: { open: boolean } } });
const types = () => heard().map(({ type }) => type);
const fails = () => team.hook.answer(() => ({ status: 500 }));
const works = () => team.hook.answer(() => ({ status: 200 }));
const states = async (id: string) => (await deliveriesOf(team, id)).map(({ kind, state }) => `${kind} ${state}`).sort();
const execute = (sql: string, ...params: (string | number)[]) => runBatch(team.deployment.ctx(), [{ sql, params }]);
beforeEach(() => forgetTold(team));

/** Makes the incident affect its second component, which notifies the team that it got worse. */
async function worsens(subjectId: string): Promise<void> {
  const { pageId, deployment, components } = team;
  const row = "INSERT INTO incident_component (incident_id, component_id, page_id, status) VALUES (?1, ?2, ?3, ?4)";
  await execute(row, subjectId, components[1], pageId, "major_outage");
  const scope = { incident_id: subjectId, after: 0, names: 0, components: [components[1]], severity: null };
  const id = deployment.ctx().id();
  const given = { id, kind: "incident_worsened", subjectId, sequence: deployment.clock.now, scope } as const;
  await arrange(deployment, aNotice(pageId, given));
}

/** Ends what was new of the incident; the incident itself continues. */
const isBetter = (incidentId: string) =>
  execute(
    "DELETE FROM incident_component WHERE incident_id = ?1 AND component_id = ?2",
    incidentId,
    team.components[1],
  );

test("a draft whose place was taken by news that were over before they arrived is told all the same", async () => {
  const { id } = await makeWebhook(team, "team", { events });
  fails();
  const { incidentId } = await draftOpened(team);
  await passes(0);
  await passes(1000);
  await worsens(incidentId);
  await passes(0);
  expect(await states(id)).toEqual(["draft_opened overtaken", "incident_worsened due"]);
  await isBetter(incidentId);
  works();
  for (let step = 0; step < 3; step++) await passes(hour);
  expect(await states(id)).toEqual(["draft_opened sent", "incident_worsened dead"]);
  expect(types()).toEqual(["draft_opened", "incident_worsened", "draft_opened"]);
});

test("what got worse after the clock went back is no older than the draft, and is tried again", async () => {
  const { id } = await makeWebhook(team, "team", { events });
  works();
  const { incidentId } = await draftOpened(team);
  await passes(0);
  fails();
  await passes(-20 * minute);
  await worsens(incidentId);
  await passes(0);
  works();
  for (let step = 0; step < 3; step++) await passes(hour);
  expect(await states(id)).toEqual(["draft_opened sent", "incident_worsened sent"]);
});

test("what is tried again after its incident is over opens nothing elsewhere, also where a pause hid the end", async () => {
  const { id } = await makeWebhook(team, "team", { events });
  fails();
  const { as, pageId, components } = team;
  const given = { pageId, title: "Orders", body: "Late.", components: { [components[0]]: "partial_outage" } };
  const incident = await good(openIncident(as("responder"), given as never));
  await passes(0);
  await good(updateChannel(as("admin"), { pageId, id, version: 0, paused: true } as never));
  await good(
    postIncidentUpdate(as("responder"), { pageId, id: incident.id, body: "Over.", status: "resolved" } as never),
  );
  await passes(1000);
  await good(updateChannel(as("admin"), { pageId, id, version: 1, paused: false } as never));
  works();
  for (let step = 0; step < 3; step++) await passes(hour);
  expect(heard().map(({ type, data }) => [type, data.thread.open])).toEqual([
    ["incident_published", true],
    ["incident_published", false],
  ]);
});

/** Changes the first component's status and stores the notice about it, unsent; returns the notice's id. */
async function moves(from: string, to: string): Promise<string> {
  const { pageId, deployment, components } = team;
  const [now, id] = [deployment.clock.now, deployment.ctx().id()];
  const row = `INSERT INTO status_change (id, page_id, component_id, layer, from_status, to_status, at, recorded_at, cause)
    VALUES (?1, ?2, ?3, 'observed', ?4, ?5, ?6, ?6, 'alert')`;
  await execute(row, id, pageId, components[0], from, to, now);
  await execute("UPDATE component SET observed_status = ?2 WHERE id = ?1", components[0], to);
  const scope = { after: now - 1, until: now };
  await arrange(
    deployment,
    aNotice(pageId, { id, kind: "component_changed", subjectId: pageId, sequence: now, scope } as never),
  );
  return id;
}

test("a component’s trouble that an older version left for its next try opens nothing once it is over", async () => {
  const { id } = await makeWebhook(team, "team", { events: ["component_changed"] });
  works();
  const trouble = await moves("operational", "major_outage");
  await passes(0);
  await passes(minute);
  await moves("major_outage", "operational");
  await passes(0);
  const again =
    "UPDATE channel_delivery SET state = 'due', attempt = 1, calls_done = 0, due_at = ?3 WHERE channel_id = ?1 AND notice_id = ?2";
  await execute(again, id, trouble, team.deployment.clock.now + 1000);
  await passes(minute);
  expect(heard().map(({ data }) => data.thread.open)).toEqual([true, false, false]);
});
