import { expect, it } from "vitest";
import { runTick } from "~/clock/engine/run";
import { editIncident } from "~/incidents/edit";
import { readIncident } from "~/incidents/read";
import { searchOnPage } from "~/search/find";
import { good, operator } from "../../../../tests/support/desk";
import { entryOf, movedWorldOfFile, ourIdOf, runStatements, writeThings } from "../../../../tests/support/moved-world";
import { unmetered } from "../../../../tests/support/restored";
import type { MovedIncident, MovedIncidentUpdate } from "../../rules/move-document";
import { incidentImportWriter } from "./incident";

const hour = 3600_000;
const now = Date.UTC(2026, 10, 20, 12);

const { desk, world } = movedWorldOfFile();

const update = (
  status: MovedIncidentUpdate["status"],
  hoursAgo: number,
  changes: MovedIncidentUpdate["changes"] = [],
) => ({
  status,
  body: `Text of ${status}`,
  shownAt: now - hoursAgo * hour,
  changes,
});

const resolved: MovedIncident = {
  id: "i1",
  title: "Checkout is slow",
  impact: "critical",
  startedAt: now - 80 * hour,
  resolvedAt: now - 70 * hour,
  updates: [
    {
      ...update("investigating", 79, [{ componentId: "a", status: "major_outage" }]),
      body: "We **look** <img src=x onerror=alert(1)>",
    },
    update("identified", 75, [
      { componentId: "a", status: "partial_outage" },
      { componentId: "gone", status: "major_outage" },
    ]),
    update("resolved", 70, [{ componentId: "a", status: null }]),
  ],
  components: [{ componentId: "b", status: "degraded_performance" }],
  postmortem: { body: "A *quagga* was in the cable.", publishedAt: now - 60 * hour },
  path: "/incidents/i1",
  isBackfilled: false,
};

const asEvent = (thing: MovedIncident) => ({ noun: "incident", thing }) as const;
const rows = async (sql: string, ...params: unknown[]) =>
  (await unmetered(desk.deployment.bindings.DB, [{ sql, params }]))[0] ?? [];
const read = async (id: string) => good(readIncident(desk.as("viewer"), { pageId: desk.pageId, id }));
const found = async (search: string) =>
  (await good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search }))).results.map(({ id }) => id);

it("writes a past incident with the times, components and texts that it had, and tells nobody", async () => {
  const id = ourIdOf(world, asEvent(resolved));
  const parts = [
    { from: 0, to: 2 },
    { from: 2, to: 3 },
  ];
  for (const part of parts)
    await writeThings(world, incidentImportWriter, [entryOf(world, asEvent(resolved), "make", part)]);
  const [website, api] = desk.components;
  const [row] = await rows("SELECT * FROM incident WHERE id = ?1", id);
  expect(row).toMatchObject({
    title: "Checkout is slow",
    status: "resolved",
    closed: 1,
    backfilled: 1,
    visibility: "published",
    started_at: now - 80 * hour,
    published_at: now - 79 * hour,
    resolved_at: now - 70 * hour,
    impact: "critical",
    impact_override: null,
    postmortem: "published",
    postmortem_published_at: now - 60 * hour,
    postmortem_html: "<p>A <em>quagga</em> was in the cable.</p>",
    created_at: now - 80 * hour,
    version: 0,
    origin: "person",
  });
  expect(
    await rows("SELECT component_id, status FROM incident_component WHERE incident_id = ?1 ORDER BY status", id),
  ).toEqual([
    { component_id: api, status: "degraded_performance" },
    { component_id: website, status: "major_outage" },
  ]);
  const updates = await rows(
    "SELECT status, body_html, changes, notify FROM incident_update WHERE incident_id = ?1 ORDER BY shown_at",
    id,
  );
  const changes = updates.map((each) => JSON.parse(String(each.changes)));
  const [a, b] = [
    { componentId: website, name: "Website" },
    { componentId: api, name: "API" },
  ];
  expect(changes).toEqual([
    [
      { ...b, from: "operational", to: "degraded_performance", at: now - 80 * hour },
      { ...a, from: "operational", to: "major_outage", at: now - 80 * hour },
    ],
    [{ ...a, from: "major_outage", to: "partial_outage" }],
    [
      { ...a, from: "partial_outage", to: "operational" },
      { ...b, from: "degraded_performance", to: "operational" },
    ],
  ]);
  expect(updates.map(({ notify }) => notify)).toEqual([0, 0, 0]);
  expect(String(updates[0]?.body_html)).not.toContain("<img");
  expect(await found("quagga")).toEqual([id]);
  expect(await found("identified")).toEqual([id]);
  expect(await rows("SELECT * FROM notice")).toEqual([]);
});

it("brings an open incident as open, with its present statuses, and reminds nobody of what is older", async () => {
  const open = { ...resolved, id: "i2", resolvedAt: null, updates: resolved.updates.slice(0, 2) };
  const id = ourIdOf(world, asEvent(open));
  await writeThings(world, incidentImportWriter, [entryOf(world, asEvent(open))]);
  const { incident } = await read(id);
  expect(incident).toMatchObject({
    status: "identified",
    closed: false,
    impact: "critical",
    impactOverride: "critical",
  });
  expect(incident.postmortem).toMatchObject({ state: "draft" });
  await runTick(desk.deployment.ctx());
  await desk.deployment.settled();
  expect(await rows("SELECT outcome FROM notice WHERE kind = 'incident_stale'")).toEqual([{ outcome: "cancelled" }]);
  expect((await read(id)).incident).toMatchObject({ closed: false, version: 0 });
});

it("adds what a later run finds, corrects a text, and keeps the version that people raise apart", async () => {
  const first = { ...resolved, id: "i3", resolvedAt: null, updates: resolved.updates.slice(0, 2), postmortem: null };
  const id = ourIdOf(world, asEvent(first));
  await writeThings(world, incidentImportWriter, [entryOf(world, asEvent(first))]);
  const corrected = resolved.updates.map((each, index) => (index === 1 ? { ...each, body: "Corrected there" } : each));
  const later = { ...resolved, id: "i3", updates: corrected };
  for (const part of [
    { from: 0, to: 2 },
    { from: 2, to: 3 },
  ]) {
    await writeThings(world, incidentImportWriter, [entryOf(world, asEvent(later), "change", part)]);
  }
  const { incident, updates } = await read(id);
  expect(incident).toMatchObject({ status: "resolved", closed: true, version: 1, postmortem: { state: "published" } });
  expect(updates.map(({ body }) => body)).toEqual(["Text of resolved", "Corrected there", resolved.updates[0]?.body]);
  expect(await found("corrected")).toEqual([id]);
  await good(editIncident(desk.as("responder"), { pageId: desk.pageId, id, title: "Another title" }));
  expect(await incidentImportWriter.readHere(desk.deployment.ctx(), desk.pageId, [id])).toEqual([
    { id, name: "Another title", version: 2 },
  ]);
});

it("deletes an incident of the version that was read, with everything of its own", async () => {
  const ctx = desk.deployment.ctx(operator);
  const ids = ["i1", "i3"].map((each) => ourIdOf(world, asEvent({ ...resolved, id: each })));
  const things = await incidentImportWriter.readRemovable(ctx, desk.pageId, ids);
  expect(things.map(({ namedBy }) => namedBy)).toEqual([[], []]);
  await runStatements(
    desk,
    await incidentImportWriter.remove(ctx, desk.pageId, [
      ...things.filter(({ id }) => id === ids[0]),
      ...things.filter(({ id }) => id === ids[1]).map((each) => ({ ...each, version: 0 })),
    ]),
  );
  for (const table of ["incident_update", "incident_component"]) {
    expect(await rows(`SELECT DISTINCT incident_id FROM ${table} WHERE incident_id IN (?1, ?2)`, ...ids)).toEqual([
      { incident_id: ids[1] },
    ]);
  }
  expect(await incidentImportWriter.readHere(ctx, desk.pageId, ids)).toHaveLength(1);
});

it("names the subscribers and alerts of an incident, which an undo then leaves", async () => {
  const open = { ...resolved, id: "i4", resolvedAt: null, updates: resolved.updates.slice(0, 1) };
  const id = ourIdOf(world, asEvent(open));
  await writeThings(world, incidentImportWriter, [entryOf(world, asEvent(open))]);
  await unmetered(desk.deployment.bindings.DB, [
    {
      sql: `INSERT INTO subscriber (page_id, id, address, scope, component_ids, incident_id, state, language, time_zone, confirmations_at, created_at, updated_at)
        VALUES (?1, 's1', 'a@example.com', 'incident', '[]', ?2, 'active', 'en', 'Etc/UTC', '[]', 1, 1)`,
      params: [desk.pageId, id],
    },
    {
      sql: `INSERT INTO episode (alert_id, started_at, page_id, reported_start, received_at, incident_id) VALUES ('m1.x', 1, ?1, 1, 1, ?2)`,
      params: [desk.pageId, id],
    },
  ]);
  const [thing] = await incidentImportWriter.readRemovable(desk.deployment.ctx(), desk.pageId, [id]);
  expect(thing?.namedBy).toEqual([
    { noun: "monitor", ourId: "m1" },
    { noun: "subscriber", ourId: "s1" },
  ]);
});
