import { afterEach, beforeEach, expect, test } from "vitest";
import { editIncident } from "~/incidents/edit";
import { editIncidentUpdate } from "~/incidents/edit-update";
import { listIncidents } from "~/incidents/list";
import { listIncidentsWithUpdates } from "~/incidents/list-with-updates";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem } from "~/incidents/postmortems/verbs";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { createPage } from "~/pages/verbs";
import { type Desk, failureOf, good, openDesk, operator } from "../../tests/support/desk";
import { unmetered } from "../../tests/support/restored";
import { searchOnPage } from "./find";

const hour = 3_600_000;

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
});
afterEach(() => desk.close());

const open = async (title: string, body: string) =>
  (await good(openIncident(desk.owner(), { pageId: desk.pageId, title, body, impactOverride: "minor" }))).id;

const post = (id: string, body: string) =>
  good(postIncidentUpdate(desk.owner(), { pageId: desk.pageId, id, body, notify: false }));

const found = async (search: string) =>
  (await good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search }))).map(({ id, snippet }) => [
    id,
    snippet,
  ]);
const listed = async (search: string, more = {}) =>
  (await good(listIncidents(desk.as("viewer"), { pageId: desk.pageId, search, ...more }))).incidents.map(
    ({ id, snippet }) => [id, snippet],
  );

const wordRows = () =>
  unmetered<{ part: number; size: number; words: string }>(desk.deployment.bindings.DB, [
    { sql: "SELECT part, size, words FROM search_words ORDER BY part", params: [] },
  ]).then(([rows = []]) => rows);

test("an incident is found by the words of its updates, in the list, the palette and the API", async () => {
  const id = await open("Payments fail", "We are looking into it.");
  await open("Search is slow", "Nothing to see.");
  await post(id, "The *certificate* of our acquirer has expired.");
  const snippet = "The certificate of our acquirer has expired.";
  for (const search of ["certificate", "ACQUIRER certif", "payments acquirer", "looking expired"]) {
    expect(await found(search), search).toEqual([[id, expect.any(String)]]);
    expect(await listed(search), search).toEqual([[id, expect.any(String)]]);
  }
  expect(await found("certif")).toEqual([[id, snippet]]);
  expect(await listed("certificate nothing")).toEqual([]);
  const given = { pageId: desk.pageId, search: "certificate" };
  expect((await good(listIncidentsWithUpdates(desk.as("viewer"), given))).map(({ incident }) => incident.id)).toEqual([
    id,
  ]);
  expect(await failureOf(searchOnPage(desk.as(null), given))).not.toBeNull();
});

test("maintenance and a postmortem are found by their words", async () => {
  const { pageId, components, deployment } = desk;
  const startsAt = deployment.clock.now + 24 * hour;
  const planned = await good(
    planMaintenance(desk.owner(), {
      pageId,
      title: "Move",
      body: "We replace switches.",
      components: { [components[0]]: "under_maintenance" },
      startsAt,
      endsAt: startsAt + hour,
    }),
  );
  await good(postMaintenanceUpdate(desk.owner(), { pageId, id: planned.id, body: "Bring umbrellas.", notify: false }));
  expect(await found("switches")).toEqual([[planned.id, "We replace switches."]]);
  expect(await found("move umbrella")).toEqual([[planned.id, "Bring umbrellas."]]);
  const id = await open("Down", "Soon.");
  await good(postIncidentUpdate(desk.owner(), { pageId, id, status: "resolved", body: "Over." }));
  await good(publishPostmortem(desk.owner(), { pageId, id, body: "A squirrel bit the fibre." }));
  expect(await listed("squirrel")).toEqual([[id, "A squirrel bit the fibre."]]);
});

test("an edited text is found by its new words alone, a withdrawn incident by none", async () => {
  const { pageId } = desk;
  const id = await open("Down", "A typographical mistake.");
  const { updates } = await good(readIncident(desk.as("viewer"), { pageId, id }));
  await good(editIncidentUpdate(desk.owner(), { pageId, id, updateId: updates[0]?.id ?? "", body: "Put right." }));
  expect(await found("typographical")).toEqual([]);
  expect(await listed("right")).toEqual([[id, "Put right."]]);
  await good(editIncident(desk.owner(), { pageId, id, title: "Unreachable" }));
  expect(await found("unreachable right")).toEqual([[id, "Put right."]]);
  expect(await found("down right")).toEqual([]);
  await good(withdrawIncident(desk.owner(), { pageId, id }));
  expect(await found("right")).toEqual([]);
  expect(await listed("right")).toEqual([]);
});

test("an update writes one row of words, and two at once both leave theirs", async () => {
  const ids = [await open("One", "First."), await open("Two", "Second.")];
  const before = await wordRows();
  await Promise.all([post(ids[0] ?? "", "Giraffes."), post(ids[1] ?? "", "Elephants.")]);
  const rows = await wordRows();
  expect([before.length, rows.length]).toEqual([1, 1]);
  expect(rows.map(({ size, words }) => size - words.length)).toEqual([0]);
  expect([await found("giraffe"), await found("elephant")].map(([hit]) => hit?.[0])).toEqual(ids);
});

test("a full row is followed by another, and both are searched", async () => {
  const id = await open("One", "First word.");
  await unmetered(desk.deployment.bindings.DB, [{ sql: "UPDATE search_words SET size = 300000", params: [] }]);
  await post(id, "Later words.");
  expect((await wordRows()).map(({ part }) => part)).toEqual([0, 1]);
  expect(await found("first later")).toEqual([[id, expect.any(String)]]);
});

test("a range of dates is part of the search", async () => {
  const { clock } = desk.deployment;
  const old = await open("Old", "The same words.");
  clock.now += 400 * 24 * hour;
  const recent = await open("Recent", "The same words.");
  expect((await listed("same words")).map(([id]) => id)).toEqual([recent, old]);
  expect((await listed("same words", { to: clock.now - hour })).map(([id]) => id)).toEqual([old]);
  expect((await listed("same words", { from: clock.now - hour })).map(([id]) => id)).toEqual([recent]);
});

test("another page's words are not found", async () => {
  await open("Down", "Confidential platypus.");
  const { deployment } = desk;
  const { id: pageId } = await good(createPage(deployment.ctx(operator), { name: "Other", slug: "other" }));
  const stranger = { ...desk.as("owner"), member: { pageId, role: "owner" as const } };
  expect(await good(searchOnPage(stranger, { pageId, search: "platypus" }))).toEqual([]);
  expect(await failureOf(searchOnPage(stranger, { pageId: desk.pageId, search: "platypus" }))).not.toBeNull();
});
