import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listComponents } from "~/components/list";
import { readBatch } from "~/db/read";
import { noticeTable, statusChangeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { ctxAsActor } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { unitDue } from "../../tests/support/unit-due";
import { editMaintenance } from "./edit";
import { advanceMaintenances } from "./engine/advance-maintenance";
import { planMaintenance } from "./plan";
import { editMaintenanceUpdate, postMaintenanceUpdate } from "./updates";
import {
  cancelMaintenance,
  completeMaintenance,
  extendMaintenance,
  listMaintenances,
  readMaintenance,
  startMaintenance,
  verifyMaintenance,
} from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const hour = 3_600_000;

function plan(more: object = {}) {
  const now = desk.deployment.clock.now;
  const [website] = desk.components;
  const given = {
    pageId: desk.pageId,
    title: "Move",
    body: "We **move**.",
    startsAt: now + hour,
    endsAt: now + 2 * hour,
  };
  return planMaintenance(desk.as("responder"), { ...given, components: { [website]: "under_maintenance" }, ...more });
}

test("planned, started by the clock, called off: the layer is given back and each step is told once", async () => {
  const { id } = await good(plan());
  desk.deployment.clock.now += hour;
  await advanceMaintenances(ctxAsActor(desk.owner(), { kind: "machine", id: "tick" }), [
    unitDue("maintenance", desk.pageId, id),
  ]);
  const first = async () => (await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }))).components[0];
  expect((await first())?.effective).toBe("under_maintenance");
  desk.deployment.clock.now += 60_000;
  const target = { pageId: desk.pageId, id };
  const { version } = (await good(readMaintenance(desk.as("viewer"), target))).maintenance;
  const stale = cancelMaintenance(desk.as("responder"), { ...target, version: version - 1 });
  expect(await failureOf(stale)).toMatchObject({ name: "conflict", current: { id } });
  await good(cancelMaintenance(desk.as("responder"), { ...target, version }));
  expect((await first())?.effective).toBe("operational");
  expect(await failureOf(cancelMaintenance(desk.as("responder"), target))).toMatchObject({ code: "not_possible_now" });
  const ctx = desk.owner();
  const [rows, notices] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.reference, id)),
    ctx.db.select().from(noticeTable).where(eq(noticeTable.subjectId, id)),
  );
  expect(rows.map((each) => [each.layer, each.toStatus])).toEqual([
    ["maintenance", "under_maintenance"],
    ["maintenance", null],
  ]);
  expect(notices.map((each) => each.kind).sort()).toEqual([
    "maintenance_cancelled",
    "maintenance_in_progress",
    "maintenance_scheduled",
  ]);
});

test("an end before the start, in the past, or a strange component is refused", async () => {
  const now = desk.deployment.clock.now;
  expect(await failureOf(plan({ endsAt: now + hour }))).toMatchObject({ code: "end_before_start" });
  expect(await failureOf(plan({ startsAt: now - 2 * hour, endsAt: now - hour }))).toMatchObject({
    fields: { endsAt: /past/ },
  });
  expect(await failureOf(plan({ components: { nowhere: "major_outage" } }))).toMatchObject({ name: "invalid" });
  expect(await failureOf(plan({ title: "a\0b" }))).toMatchObject({ code: "control_chars" });
});

const noticesOf = async (id: string) => {
  const ctx = desk.owner();
  const [all] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.subjectId, id)));
  // Subscribers in other ways than email have a reminder of their own, at the same time.
  const rows = all.filter(({ audience }) => audience !== "endpoints");
  const elsewhere = all.filter(({ audience }) => audience === "endpoints").map(({ kind, dueAt }) => `${kind} ${dueAt}`);
  const mailed = rows.map(({ kind, dueAt }) => `${kind} ${dueAt}`);
  expect(elsewhere.filter((each) => !mailed.includes(each))).toEqual([]);
  return rows.map(({ kind, dueAt }) => `${kind} ${dueAt}`).sort();
};

test("reminders move with the window, in the same commit, and go away when it starts by hand or is called off", async () => {
  const day = 24 * hour;
  const startsAt = desk.deployment.clock.now + 3 * day;
  const window = { startsAt, endsAt: startsAt + hour };
  const quiet = { tellPlanned: false, tellStart: false, tellEnd: false, remindDay: true, remindHour: true };
  const { id } = await good(plan({ ...window, ...quiet }));
  const target = { pageId: desk.pageId, id };
  const reminderAt = (at: number) => [`maintenance_reminder ${at}`, `maintenance_soon ${at}`];
  const remindersAt = (at: number) => [...reminderAt(at - day), ...reminderAt(at - hour)].sort();
  expect(await noticesOf(id)).toEqual(remindersAt(startsAt));
  const later = startsAt + 2 * day;
  await good(editMaintenance(desk.as("responder"), { ...target, startsAt: later, endsAt: later + hour }));
  expect(await noticesOf(id)).toEqual(remindersAt(later));
  await good(editMaintenance(desk.as("responder"), { ...target, remindDay: false }));
  expect(await noticesOf(id)).toEqual(reminderAt(later - hour));
  await good(startMaintenance(desk.as("responder"), target));
  expect(await noticesOf(id)).toEqual([]);
  await good(completeMaintenance(desk.as("responder"), target));
  expect(await noticesOf(id)).toEqual([]);
  const soon = await good(plan({ tellPlanned: false, remindDay: true, remindHour: true }));
  expect(await noticesOf(soon.id)).toEqual([]);
});

test("a person's day: started early, said, corrected, extended, verified, finished; the worse state is never hidden", async () => {
  const { id } = await good(plan());
  const [website, api] = desk.components;
  const target = { pageId: desk.pageId, id };
  const by = () => desk.as("responder");
  const later = () => {
    desk.deployment.clock.now += 60_000;
  };
  const statuses = async () => {
    const { components } = await good(listComponents(desk.as("viewer"), { pageId: desk.pageId }));
    return components.slice(0, 2).map(({ effective }) => effective);
  };
  const { endsAt } = (await good(readMaintenance(by(), target))).maintenance;
  later();
  await good(startMaintenance(by(), target));
  later();
  expect(await statuses()).toEqual(["under_maintenance", "operational"]);
  const outage = { name: "Down", components: { [website]: "major_outage" } };
  await good(openIncident(by(), { pageId: desk.pageId, title: outage.name, components: outage.components }));
  expect(await statuses()).toEqual(["major_outage", "operational"]);
  later();
  await good(editMaintenance(by(), { ...target, components: { [api]: "partial_outage" } }));
  expect(await statuses()).toEqual(["major_outage", "partial_outage"]);
  later();
  await good(postMaintenanceUpdate(by(), { ...target, body: "Half of it is **done**." }));
  later();
  const said = (await good(readMaintenance(by(), target))).updates[0];
  await good(editMaintenanceUpdate(by(), { ...target, updateId: said?.id ?? "", body: "All but a third." }));
  expect(await failureOf(extendMaintenance(by(), { ...target, endsAt }))).toMatchObject({ code: "not_later" });
  expect(await failureOf(editMaintenance(by(), { ...target, startsAt: endsAt - 1 }))).toMatchObject({
    code: "has_begun",
  });
  await good(extendMaintenance(by(), { ...target, endsAt: endsAt + hour }));
  later();
  await good(verifyMaintenance(by(), target));
  later();
  await good(completeMaintenance(by(), target));
  expect(await statuses()).toEqual(["major_outage", "operational"]);
  const { updates, maintenance } = await good(readMaintenance(by(), target));
  expect(updates.map(({ status }) => status)).toEqual([
    "completed",
    "verifying",
    "in_progress",
    "in_progress",
    "in_progress",
    "scheduled",
  ]);
  expect(updates[3]).toMatchObject({ body: "All but a third.", edits: [{ body: "Half of it is **done**." }] });
  expect(maintenance).toMatchObject({ status: "completed", edited: true, completedAt: desk.deployment.clock.now });
  const kinds = (await noticesOf(id)).map((text) => text.split(" ")[0]);
  expect(kinds).toEqual(
    ["scheduled", "in_progress", "update", "update", "completed"].map((each) => `maintenance_${each}`).sort(),
  );
  expect(await failureOf(extendMaintenance(by(), { ...target, endsAt: endsAt + 9 * hour }))).toMatchObject({
    code: "not_possible_now",
  });
});

test("another page's maintenance does not exist here; the list is of this page", async () => {
  const other = await openDesk(desk.deployment, "globex");
  const { id } = await good(plan());
  const there = { pageId: other.pageId, id };
  expect(await failureOf(cancelMaintenance(other.owner(), there))).toEqual({ name: "missing" });
  expect(await failureOf(readMaintenance(other.owner(), there))).toEqual({ name: "missing" });
  expect((await good(listMaintenances(other.owner(), { pageId: other.pageId }))).maintenances).toEqual([]);
  expect((await good(listMaintenances(desk.owner(), { pageId: desk.pageId }))).maintenances).toHaveLength(5);
});
