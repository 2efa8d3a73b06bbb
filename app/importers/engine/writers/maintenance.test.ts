import { expect, it } from "vitest";
import { advanceMaintenances } from "~/maintenances/engine/advance-maintenance";
import { postMaintenanceUpdate } from "~/maintenances/updates";
import { readMaintenance } from "~/maintenances/verbs";
import { ctxAsActor } from "~/platform/ctx";
import { searchOnPage } from "~/search/find";
import { good } from "../../../../tests/support/desk";
import { entryOf, movedWorldOfFile, ourIdOf, runStatements, writeThings } from "../../../../tests/support/moved-world";
import { unmetered } from "../../../../tests/support/restored";
import { unitDue } from "../../../../tests/support/unit-due";
import type { MovedMaintenance } from "../../rules/move-document";
import { maintenanceImportWriter } from "./maintenance";

const hour = 3600_000;
const now = Date.UTC(2026, 10, 20, 12);

const { desk, world } = movedWorldOfFile();

const planned: MovedMaintenance = {
  id: "m1",
  title: "New switches",
  startsAt: now + hour,
  endsAt: now + 2 * hour,
  state: "scheduled",
  updates: [{ body: "We replace the *quagga* switches.", shownAt: now - 5 * hour }],
  componentIds: ["a", "c", "gone"],
  autoStart: true,
  autoEnd: true,
  path: null,
};

const asEvent = (thing: MovedMaintenance) => ({ noun: "maintenance", thing }) as const;
const read = (id: string) => good(readMaintenance(desk.as("viewer"), { pageId: desk.pageId, id }));
const rows = async (sql: string, ...params: unknown[]) =>
  (await unmetered(desk.deployment.bindings.DB, [{ sql, params }]))[0] ?? [];
const dueOf = async (id: string) => (await rows("SELECT due_at FROM maintenance WHERE id = ?1", id))[0]?.due_at;
const here = (id: string) => maintenanceImportWriter.readHere(desk.deployment.ctx(), desk.pageId, [id]);

it("schedules what lies ahead without a reminder; the clock raises no version that an undo compares", async () => {
  const id = ourIdOf(world, asEvent(planned));
  await writeThings(world, maintenanceImportWriter, [entryOf(world, asEvent(planned))]);
  const [a, , c] = desk.components;
  expect(await read(id)).toMatchObject({
    maintenance: { status: "scheduled", startsAt: planned.startsAt, autoStart: true },
    components: { [a]: "under_maintenance", [c]: "under_maintenance" },
  });
  expect(await dueOf(id)).toBe(planned.startsAt);
  expect(await rows("SELECT * FROM notice")).toEqual([]);
  const search = good(searchOnPage(desk.as("viewer"), { pageId: desk.pageId, search: "quagga" }));
  expect((await search).results.map((each) => each.id)).toEqual([id]);
  for (const at of [planned.startsAt, planned.endsAt]) {
    desk.deployment.clock.now = at;
    const clock = ctxAsActor(desk.owner(), { kind: "machine", id: "tick" });
    await advanceMaintenances(clock, [unitDue("maintenance", desk.pageId, id)]);
  }
  expect((await read(id)).maintenance).toMatchObject({ status: "completed", version: 2 });
  expect(await here(id)).toEqual([{ id, name: "New switches", version: 0 }]);
  const later = {
    ...planned,
    state: "completed" as const,
    updates: [...planned.updates, { body: "Done.", shownAt: now + 2 * hour }],
  };
  await writeThings(world, maintenanceImportWriter, [entryOf(world, asEvent(later), "change")]);
  expect(await here(id)).toEqual([{ id, name: "New switches", version: 1 }]);
  expect((await read(id)).updates).toHaveLength(4);
  await good(
    postMaintenanceUpdate(desk.as("responder"), { pageId: desk.pageId, id, body: "By a person", notify: false }),
  );
  expect(await here(id)).toEqual([{ id, name: "New switches", version: 2 }]);
  desk.deployment.clock.now = now;
});

const reminders = (id: string) =>
  rows(
    "SELECT kind, (due_at - ?2) / ?3 AS hours FROM notice WHERE subject_id = ?1 AND kind = 'maintenance_reminder' ORDER BY 2",
    id,
    now,
    hour,
  );

it("reminds subscribers as the origin would have; a new start moves the reminder, and an undo drops it", async () => {
  const notices = { atStart: false, atEnd: true, dayBefore: true, hourBefore: true };
  const reminded = { ...planned, id: "reminded", startsAt: now + 30 * hour, endsAt: now + 31 * hour, notices };
  const id = ourIdOf(world, asEvent(reminded));
  await writeThings(world, maintenanceImportWriter, [entryOf(world, asEvent(reminded))]);
  expect((await read(id)).maintenance).toMatchObject({ tellStart: false, tellEnd: true, remindDay: true });
  expect(await reminders(id)).toEqual([
    { kind: "maintenance_reminder", hours: 6 },
    { kind: "maintenance_reminder", hours: 29 },
  ]);
  const later = { ...reminded, startsAt: now + 20 * hour, endsAt: now + 21 * hour };
  await writeThings(world, maintenanceImportWriter, [entryOf(world, asEvent(later), "change")]);
  expect(await reminders(id)).toEqual([{ kind: "maintenance_reminder", hours: 19 }]);
  const ctx = desk.deployment.ctx();
  const things = await maintenanceImportWriter.readRemovable(ctx, desk.pageId, [id]);
  await runStatements(desk, await maintenanceImportWriter.remove(ctx, desk.pageId, things));
  expect(await rows("SELECT kind FROM notice WHERE subject_id = ?1", id)).toEqual([]);
});

it.each([
  [
    "begins late",
    { state: "scheduled", startsAt: now - hour, endsAt: now + hour },
    { status: "scheduled", autoStart: false },
    null,
  ],
  [
    "ends late",
    { state: "in_progress", startsAt: now - 3 * hour, endsAt: now - hour },
    { status: "in_progress", autoEnd: false, startedAt: now - 3 * hour },
    null,
  ],
  [
    "is under way",
    { state: "in_progress", startsAt: now - hour, endsAt: now + hour },
    { status: "in_progress" },
    now + hour,
  ],
  [
    "is over",
    { state: "completed", startsAt: now - 5 * hour, endsAt: now - 3 * hour },
    { status: "completed", completedAt: now - 3 * hour },
    null,
  ],
] as const)("brings maintenance that %s as it is there", async (name, given, wanted, dueAt) => {
  const event = asEvent({ ...planned, id: name, ...given });
  await writeThings(world, maintenanceImportWriter, [entryOf(world, event)]);
  expect((await read(ourIdOf(world, event))).maintenance).toMatchObject(wanted);
  expect(await dueOf(ourIdOf(world, event))).toBe(dueAt);
});

it("deletes maintenance of the version that was read, with everything of its own", async () => {
  const ctx = desk.deployment.ctx();
  const ids = ["m1", "is over"].map((id) => ourIdOf(world, asEvent({ ...planned, id })));
  const things = await maintenanceImportWriter.readRemovable(ctx, desk.pageId, ids);
  const old = things.map((each) => (each.id === ids[0] ? { ...each, version: 1 } : each));
  await runStatements(desk, await maintenanceImportWriter.remove(ctx, desk.pageId, old));
  expect((await maintenanceImportWriter.readHere(ctx, desk.pageId, ids)).map(({ id }) => id)).toEqual([ids[0]]);
  for (const table of ["maintenance_update", "maintenance_component"]) {
    const left = await rows(`SELECT DISTINCT maintenance_id FROM ${table} WHERE maintenance_id IN (?1, ?2)`, ...ids);
    expect(left).toEqual([{ maintenance_id: ids[0] }]);
  }
});
