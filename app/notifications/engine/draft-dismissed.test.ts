import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { incidentOutcomesAfterDeletion } from "~/alert-rules/unwatched-after-delete";
import { settlePage } from "~/alerts/settling/engine/settle";
import { runBatch } from "~/db/run-batch";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { dismissIncident, publishIncident, withdrawIncident } from "~/incidents/verbs";
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

let team: Team;
beforeAll(async () => {
  team = await openTeam();
});
afterAll(() => team.close());
beforeEach(() => forgetTold(team));

interface Heard {
  type: string;
  data: { title: string; text: string; thread: { id: string; open: boolean } };
}

const heard = (path = "team"): Heard[] =>
  team.hook.received.filter((each) => each.path === `/${path}`).map(({ body }) => JSON.parse(body) as Heard);
const passes = (milliseconds = 0) => timePasses(team, milliseconds);
const states = async (id: string) => (await deliveriesOf(team, id)).map(({ kind, state }) => `${kind} ${state}`).sort();
const execute = (sql: string, ...params: (string | number)[]) => runBatch(team.deployment.ctx(), [{ sql, params }]);

async function dismiss(id: string): Promise<void> {
  await good(dismissIncident(team.as("responder"), { pageId: team.pageId, id } as never));
  await passes();
}

async function told(): Promise<string> {
  const { incidentId } = await draftOpened(team);
  await passes();
  return incidentId;
}

describe("a draft that is dismissed", () => {
  test("closes what it opened, where it was told, whatever else the channel wants", async () => {
    await makeWebhook(team, "team");
    await makeWebhook(team, "others", { events: ["incident_resolved"] });
    const id = await told();
    await dismiss(id);
    expect(heard().map(({ type, data }) => [type, data.thread])).toEqual([
      ["draft_opened", { id, open: true }],
      ["draft_dismissed", { id, open: false }],
    ]);
    expect(heard()[1]?.data).toMatchObject({ title: "Draft dismissed: Orders are late" });
    expect(heard("others")).toEqual([]);
  });

  test("is closed where only what is severe is told, though nothing fires in it any more", async () => {
    await makeWebhook(team, "team", { events: ["draft_opened"], minimumSeverity: "warning" });
    const id = await told();
    await execute("DELETE FROM incident_component WHERE incident_id = ?1", id);
    await execute("UPDATE incident SET impact = 'none' WHERE id = ?1", id);
    await dismiss(id);
    expect(heard().map(({ type }) => type)).toEqual(["draft_opened", "draft_dismissed"]);
  });

  test("is told to nobody who never heard of it", async () => {
    const { id: channelId } = await makeWebhook(team, "team", { quietFrom: "00:00", quietUntil: "23:59" });
    const { incidentId } = await draftOpened(team);
    await passes();
    await dismiss(incidentId);
    await passes(25 * 60 * minute);
    expect(heard()).toEqual([]);
    expect(await states(channelId)).not.toContain("draft_dismissed sent");
  });

  test("ends what of it waits for its next try, and may have arrived", async () => {
    const { id: channelId } = await makeWebhook(team, "team");
    team.hook.answer(() => ({ status: 500 }));
    const id = await told();
    team.hook.answer(() => ({ status: 200 }));
    await dismiss(id);
    await passes(24 * 60 * minute);
    expect(heard().map(({ type }) => type)).toEqual(["draft_opened", "draft_dismissed"]);
    expect(await states(channelId)).toEqual(["draft_dismissed sent", "draft_opened overtaken"]);
  });

  test("by itself, when its alerts are over, says so", async () => {
    await makeWebhook(team, "team");
    const id = await told();
    await execute(
      "UPDATE incident SET visibility = 'dismissed', closed = 1, resolved_by = 'machine' WHERE id = ?1",
      id,
    );
    const at = team.deployment.clock.now;
    const notice = {
      kind: "draft_dismissed",
      subjectId: id,
      sequence: at,
      scope: { incident_id: id, recovered: true },
    } as const;
    await arrange(team.deployment, aNotice(team.pageId, { id: team.deployment.ctx().id(), ...notice }));
    await passes();
    expect(heard()[1]?.data.text).toContain("Its alerts have recovered");
  });

  test("of which it is decided again that it is published says nothing of its end", async () => {
    await makeWebhook(team, "team");
    const id = await told();
    await good(publishIncident(team.as("responder"), { pageId: team.pageId, id, notify: false } as never));
    const at = team.deployment.clock.now;
    const notice = { kind: "draft_dismissed", subjectId: id, sequence: at, scope: { incident_id: id } } as const;
    await arrange(team.deployment, aNotice(team.pageId, { id: team.deployment.ctx().id(), ...notice }));
    await passes();
    expect(heard().map(({ type }) => type)).toEqual(["draft_opened"]);
  });
});

test("an incident that is withdrawn is closed wherever it was told of", async () => {
  await makeWebhook(team, "team", { events: ["incident_published"] });
  await makeWebhook(team, "others", { events: ["incident_resolved"] });
  const { as, pageId, components } = team;
  const given = { pageId, title: "Orders are late", body: "We look.", components: { [components[0]]: "major_outage" } };
  const { id } = await good(openIncident(as("responder"), given as never));
  await passes();
  await good(withdrawIncident(as("admin"), { pageId, id } as never));
  await passes();
  expect(heard().map(({ type, data }) => [type, data.thread.open])).toEqual([
    ["incident_published", true],
    ["incident_withdrawn", false],
  ]);
  expect(heard("others")).toEqual([]);
});

test("a draft is told to be dismissed once, however often it is decided, and by the deletion of what it came from", async () => {
  await makeWebhook(team, "team");
  const id = await told();
  const { as, pageId, deployment } = team;
  const parted = incidentOutcomesAfterDeletion(as("admin"), pageId, [
    { id, title: "Orders are late", visibility: "draft", isSpoken: 0 },
  ]);
  expect(parted.notices).toMatchObject([{ kind: "draft_dismissed", subjectId: id }]);
  await execute("UPDATE incident SET edited = 0, edited_parts = '[]' WHERE id = ?1", id);
  await runBatch(deployment.ctx(), parted.changes);
  for (let time = 0; time < 2; time++) {
    deployment.clock.now += minute;
    const at = deployment.clock.now;
    const notice = { kind: "draft_dismissed", subjectId: id, sequence: at, scope: { incident_id: id } } as const;
    await arrange(deployment, aNotice(pageId, { id: deployment.ctx().id(), ...notice }));
    await passes();
  }
  expect(heard().map(({ type }) => type)).toEqual(["draft_opened", "draft_dismissed"]);
  expect(heard()[1]?.data.text).not.toContain("recovered");
});

test("an incident’s end reaches whoever heard of it, however mild it is by then", async () => {
  const events = ["incident_published", "incident_resolved"];
  await makeWebhook(team, "team", { events, minimumSeverity: "critical" });
  await makeWebhook(team, "others", { events, minimumSeverity: "critical" });
  const { as, pageId, components } = team;
  const given = { pageId, title: "Orders are late", body: "We look.", components: { [components[0]]: "major_outage" } };
  const { id } = await good(openIncident(as("responder"), { ...given, impactOverride: "critical" } as never));
  await passes();
  await execute("UPDATE incident SET impact = 'minor', impact_override = 'minor' WHERE id = ?1", id);
  await execute("DELETE FROM channel_delivery WHERE channel_id IN (SELECT id FROM channel WHERE name = 'others')");
  await good(postIncidentUpdate(as("responder"), { pageId, id, body: "Over.", status: "resolved" } as never));
  await passes();
  expect(heard().map(({ type }) => type)).toEqual(events);
  expect(heard("others").map(({ type }) => type)).toEqual(["incident_published"]);
});

test("a settling without a draft tells of no end", async () => {
  await makeWebhook(team, "team");
  await settlePage(team.deployment.ctx({ kind: "machine", id: "test" }), team.pageId);
  await passes();
  expect(heard()).toEqual([]);
});
