import { afterAll, beforeAll, expect, test } from "vitest";
import { handleRestApi } from "~/rest-api";
import { type Desk, openDesk } from "../../../tests/support/desk";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

async function call(method: string, path: string, body?: unknown) {
  const role = "responder" as const;
  const actor = { kind: "token" as const, id: "t", personId: "founder", role, readOnly: false, operator: false };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const init = { method, headers: { "content-type": "application/json" }, ...sent };
  const ctx = desk.deployment.ctx(actor);
  const response = await handleRestApi(new Request(`http://localhost:8787/api/v1/pages/acme${path}`, init), ctx);
  await desk.deployment.settled();
  desk.deployment.clock.now += 1000;
  const ignored = response.headers.get("x-upfront-ignored");
  return { status: response.status, ignored, statements: ctx.meter.statements, body: await response.json() } as {
    status: number;
    ignored: string | null;
    statements: number;
    body: never;
  };
}

const window = { scheduled_for: "2026-12-01T02:00:00Z", scheduled_until: "2026-12-01T04:00:00Z" };

test("Statuspage's incident with a schedule is planned, read, changed, moved on and ended as a maintenance", async () => {
  const [website, api] = desk.components;
  const incident = {
    name: "Larger machines",
    body: "We **move**.",
    ...window,
    component_ids: [website],
    scheduled_remind_prior: true,
    scheduled_auto_in_progress: true,
    scheduled_auto_completed: true,
    auto_transition_deliver_notifications_at_start: false,
    auto_transition_to_maintenance_state: true,
    auto_transition_to_operational_state: false,
    auto_tweet_at_beginning: true,
  };
  const made = await call("POST", "/incidents", { incident });
  expect(made).toMatchObject({
    status: 201,
    ignored: "auto_transition_to_operational_state, auto_tweet_at_beginning",
    body: {
      name: "Larger machines",
      status: "scheduled",
      impact: "maintenance",
      scheduled_remind_prior: true,
      scheduled_for: "2026-12-01T02:00:00.000Z",
      scheduled_auto_in_progress: true,
      auto_transition_deliver_notifications_at_start: false,
      components: [{ id: website }],
      incident_updates: [{ status: "scheduled", body: "We **move**." }],
    },
  });
  const { id, incident_updates: updates } = made.body as { id: string; incident_updates: { id: string }[] };
  const path = `/incidents/${id}`;
  for (const list of ["scheduled", "upcoming"]) {
    expect((await call("GET", `/incidents/${list}`)).body).toMatchObject([{ id }]);
  }
  const later = { scheduled_until: "2026-12-01T05:00:00Z", component_ids: [api], scheduled_remind_prior: false };
  expect(await call("PATCH", path, { incident: later })).toMatchObject({
    status: 200,
    body: { scheduled_until: "2026-12-01T05:00:00.000Z", scheduled_remind_prior: false, components: [{ id: api }] },
  });
  const backwards = await call("PATCH", path, { incident: { scheduled_until: "2026-11-30T05:00:00Z" } });
  expect(backwards).toMatchObject({ status: 422, body: { code: "end_before_start" } });
  const begun = await call("PUT", path, { incident: { status: "in_progress", body: "We begin." } });
  expect(begun.body).toMatchObject({ status: "in_progress", incident_updates: [{ body: "We begin." }, {}] });
  expect(begun.statements).toBeLessThanOrEqual(36);
  expect((await call("GET", "/incidents/active_maintenance")).body).toMatchObject([{ id }]);
  expect((await call("GET", "/incidents/upcoming")).body).toEqual([]);
  const told = await call("PATCH", path, { incident: { body: "Half of it.", deliver_notifications: false } });
  expect(told.body).toMatchObject({ incident_updates: [{ body: "Half of it.", status: "in_progress" }, {}, {}] });
  const corrected = await call("PATCH", `${path}/incident_updates/${updates[0]?.id}`, {
    incident_update: { body: "We move." },
  });
  expect(corrected).toMatchObject({ status: 200, body: { body: "We move.", incident_id: id } });
  expect((await call("PATCH", path, { incident: { status: "resolved" } })).status).toBe(422);
  expect((await call("PATCH", path, { incident: { status: "completed" } })).body).toMatchObject({
    status: "completed",
    resolved_at: expect.any(String),
  });
  expect((await call("DELETE", path)).status).toBe(409);
  expect((await call("GET", `/maintenances/${id}`)).body).toMatchObject({ status: "completed", tell_start: false });
});

test("ours: a series by plain fields, its rule and its dates; unknown fields are refused", async () => {
  const [website] = desk.components;
  const maintenance = {
    title: "Backup",
    starts_at: "2026-12-01T02:00:00Z",
    ends_at: "2026-12-01T03:00:00Z",
    component_ids: [website],
    remind_24h: true,
    repeat: { frequency: "weekly", weekdays: ["tu", "th"], count: 4 },
  };
  const made = await call("POST", "/maintenances", { maintenance });
  expect(made).toMatchObject({ status: 201, body: { remind_24h: true, updates: [{}], reach: 0 } });
  const { series_id: series } = made.body as { series_id: string };
  const read = await call("GET", `/maintenance_series/${series}`);
  expect(read.body).toMatchObject({
    rule: "FREQ=WEEKLY;BYDAY=TU,TH;COUNT=4",
    minutes: 60,
    first_start: "2026-12-01T02:00",
    repeat: { frequency: "weekly", interval: 1, weekdays: ["tu", "th"], count: 4 },
    occurrences: { length: 4 },
  });
  const asked = { starts_at: "2026-12-03T02:30:00Z", ends_at: "2026-12-03T02:40:00Z", component_ids: [website] };
  expect((await call("POST", "/maintenances/preview", { maintenance: asked })).body).toMatchObject({
    starts: ["2026-12-03T02:30:00.000Z"],
    conflicts: [{ title: "Backup", starts_at: "2026-12-03T02:00:00.000Z", components: [website] }],
  });
  const wrong = await call("POST", "/maintenances", { maintenance: { ...maintenance, rrule: "FREQ=SECONDLY" } });
  expect(wrong).toMatchObject({ status: 422, body: { fields: { rrule: "No such field." } } });
  const never = { ...maintenance, repeat: { frequency: "daily", interval: 100 } };
  expect((await call("POST", "/maintenances", { maintenance: never })).status).toBe(422);
  const ended = await call("DELETE", `/maintenance_series/${series}?deliver_notifications=true`);
  expect(ended.body).toMatchObject({ next_start: null, occurrences: [] });
});
