import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { editIncident } from "~/incidents/edit";
import { editIncidentUpdate } from "~/incidents/edit-update";
import { listIncidents } from "~/incidents/list";
import { listIncidentsWithUpdates } from "~/incidents/list-with-updates";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import { publishPostmortem, writePostmortem } from "~/incidents/postmortems/verbs";
import { readIncident } from "~/incidents/read";
import { withdrawIncident } from "~/incidents/verbs";
import { planMaintenance } from "~/maintenances/plan";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { createPage } from "~/pages/verbs";
import { rerenderStoredTexts } from "~/status-page/rendering/engine/render-again";
import { type Desk, failureOf, good, openDesk, operator } from "../../tests/support/desk";
import { unmetered } from "../../tests/support/restored";
import { runWordBackfillStep } from "./engine/read-past-words";
import { searchOnPage } from "./find";
import { requestWordBackfillStatement } from "./queries/past-words";

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
  (await good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search }))).results.map(({ id, snippet }) => [
    id,
    snippet,
  ]);
const listed = async (search: string, more = {}) =>
  (await good(listIncidents(desk.as("viewer"), { pageId: desk.pageId, search, ...more }))).incidents.map(
    ({ id, snippet }) => [id, snippet],
  );

const run = (sql: string, ...params: unknown[]) => unmetered(desk.deployment.bindings.DB, [{ sql, params }]);

/** Says, for the search, the list and the API, whether other texts may have the words. */
async function cuts(search: string) {
  const given = { pageId: desk.pageId, search };
  const viewer = desk.as("viewer");
  return [
    (await good(searchOnPage(viewer, given))).isCut,
    (await good(listIncidents(viewer, given))).isSearchCut,
    (await good(listIncidentsWithUpdates(viewer, given))).isSearchCut,
  ];
}

/** Makes an incident one that a rule opened with standard texts, of which the search keeps no words. */
async function openByAlert(title: string) {
  const id = await open(title, "A standard text.");
  await run("UPDATE incident SET origin = 'alerts', alert_title = 'Disk is full' WHERE id = ?1", id);
  await run("DELETE FROM search_words");
  return id;
}

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
  expect(
    (await good(listIncidentsWithUpdates(desk.as("viewer"), given))).incidents.map(({ incident }) => incident.id),
  ).toEqual([id]);
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

test("a postmortem that is saved again keeps the words that it adds, and none when nothing changed", async () => {
  const { pageId } = desk;
  const id = await open("Down", "Soon.");
  await good(postIncidentUpdate(desk.owner(), { pageId, id, status: "resolved", body: "Over." }));
  const save = (body: string) => good(writePostmortem(desk.owner(), { pageId, id, body }));
  await save("A squirrel bit the fibre. 決済が遅い。");
  const chars = async () => (await wordRows()).reduce((sum, { words }) => sum + String(words).length, 0);
  const [before, version] = [
    await chars(),
    (await good(readIncident(desk.as("viewer"), { pageId, id }))).incident.version,
  ];
  await save("A squirrel bit the fibre. 決済が遅い。");
  expect((await good(readIncident(desk.as("viewer"), { pageId, id }))).incident.version).toBe(version);
  expect(await chars()).toBe(before);
  await save("A squirrel bit the cable. 決済処理が遅い。");
  expect((await chars()) - before).toBeLessThan(
    `,"i${id}/p/${desk.deployment.clock.now} cable 決済 済処 処理 理が が遅 遅い い"`.length + 5,
  );
  for (const word of ["squirrel", "cable", "決済処理", "squirrel cable"]) {
    expect([word, (await listed(word)).map(([each]) => each)]).toEqual([word, [id]]);
  }
  expect(await listed("fibre")).toEqual([]);
  await good(publishPostmortem(desk.owner(), { pageId, id }));
  const published = await chars();
  await save("A squirrel bit the cable. 決済処理が遅い。");
  expect(await chars()).toBe(published);
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

test("who searches in a loop is told that texts were not searched, for the rest of the minute; others are not", async () => {
  await open("Down", "Common words.");
  for (let count = 0; count < 60; count++) await listed("common");
  expect([await listed("common"), await cuts("common")]).toEqual([[], [true, true, true]]);
  const other = await good(searchOnPage(desk.as("owner"), { pageId: desk.pageId, search: "common" }));
  expect([other.results.length, other.isCut]).toEqual([1, false]);
  desk.deployment.clock.now += 61_000;
  expect(await listed("common")).toHaveLength(1);
});

test("another page's words are not found", async () => {
  await open("Down", "Confidential platypus.");
  const { deployment } = desk;
  const { id: pageId } = await good(createPage(deployment.ctx(operator), { name: "Other", slug: "other" }));
  const stranger = { ...desk.as("owner"), member: { pageId, role: "owner" as const } };
  expect(await good(searchOnPage(stranger, { pageId, search: "platypus" }))).toEqual({ results: [], isCut: false });
  expect(await failureOf(searchOnPage(stranger, { pageId: desk.pageId, search: "platypus" }))).not.toBeNull();
});

test("after an upgrade the newest texts are found, however many rows of words there are", async () => {
  const ids: string[] = [];
  for (let number = 0; number < 12; number++) {
    ids.push(await open(`Incident ${number}`, `Common words. ${"x".repeat(9000)}`));
    desk.deployment.clock.now += 24 * hour;
  }
  await run("DELETE FROM search_words");
  let cursor: string | null = "~";
  while (cursor !== null) {
    const ctx = desk.deployment.ctx();
    const step: Awaited<ReturnType<typeof runWordBackfillStep>> = await runWordBackfillStep(
      ctx,
      "words_incident_update",
      cursor,
    );
    await runBatch(ctx, step.statements);
    await run("UPDATE search_words SET size = 300000");
    cursor = step.next;
  }
  expect((await wordRows()).length).toBeGreaterThanOrEqual(12);
  expect((await listed("common words")).map(([id]) => id)).toEqual(ids.toReversed().slice(0, 8));
  // A word that is added to an early row is not found before what is newer.
  await run("UPDATE search_words SET part = part + 100 WHERE part < 4");
  expect((await listed("common words")).map(([id]) => id)).toEqual(ids.toReversed().slice(0, 8));
});

test("whoever searches is told while stored words are still to be read", async () => {
  await open("Down", "Giraffes.");
  expect(await cuts("giraffes")).toEqual([false, false, false]);
  await run("DELETE FROM search_words");
  const asks = requestWordBackfillStatement(desk.deployment.clock.now - 1);
  await run(asks.sql, ...asks.params);
  expect(await cuts("giraffes")).toEqual([true, true, true]);
  expect(await found("giraffes")).toEqual([]);
  await rerenderStoredTexts(desk.deployment.ctx());
  expect(await cuts("giraffes")).toEqual([false, false, false]);
  expect(await found("giraffes")).toHaveLength(1);
});

test("whoever searches is told when there are more rows of words than are searched", async () => {
  await open("Down", "Giraffes.");
  const fill = (parts: number) =>
    run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
        INSERT OR REPLACE INTO search_words (page_id, part, first_at, last_at, size, words) SELECT ?1, i, 0, 0, 1, '' FROM n`,
      desk.pageId,
      parts,
    );
  await fill(49);
  expect(await cuts("giraffes")).toEqual([false, false, false]);
  expect(await found("giraffes")).toHaveLength(1);
  await fill(50);
  expect(await cuts("giraffes")).toEqual([true, true, true]);
  expect(await found("giraffes")).toEqual([]);
});

test("an incident that alerts opened is found by its title with a word of an edited update or a postmortem", async () => {
  const { pageId } = desk;
  const first = await openByAlert("Checkout fails");
  const { updates } = await good(readIncident(desk.as("viewer"), { pageId, id: first }));
  const edit = { pageId, id: first, updateId: updates[0]?.id ?? "", body: "Giraffes ate it." };
  await good(editIncidentUpdate(desk.owner(), edit));
  expect((await listed("checkout giraffes")).map(([id]) => id)).toEqual([first]);
  expect((await listed("disk giraffes")).map(([id]) => id)).toEqual([first]);
  await good(postIncidentUpdate(desk.owner(), { pageId, id: first, status: "resolved", body: "Over." }));
  await run("DELETE FROM search_words");
  await good(publishPostmortem(desk.owner(), { pageId, id: first, body: "A squirrel bit the fibre." }));
  expect((await listed("checkout squirrel")).map(([id]) => id)).toEqual([first]);
  expect(await wordRows()).toHaveLength(1);
});

test("a start that moved since its words were kept is found by the date that it has now", async () => {
  const id = await open("Down", "Giraffes.");
  const was = desk.deployment.clock.now;
  await run("UPDATE incident SET started_at = ?2 WHERE id = ?1", id, was - 3 * hour);
  expect((await listed("giraffes", { to: was - hour })).map(([each]) => each)).toEqual([id]);
  expect(await listed("giraffes", { from: was - hour })).toEqual([]);
});
