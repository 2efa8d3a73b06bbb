import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { read } from "~/db/read";
import { notice, statusChange } from "~/db/schema";
import { as } from "~/platform/ctx";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { listComponents } from "../components/list";
import { advanceMaintenance } from "./advance";
import { cancelMaintenance } from "./cancel";
import { listMaintenances } from "./list";
import { planMaintenance } from "./plan";
import { readMaintenance } from "./read";

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
  await advanceMaintenance(as(desk.owner(), { kind: "machine", id: "tick" }), { id, pageId: desk.pageId });
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
  const [rows, notices] = await read(
    ctx,
    ctx.db.select().from(statusChange).where(eq(statusChange.reference, id)),
    ctx.db.select().from(notice).where(eq(notice.subjectId, id)),
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

test("another page's maintenance does not exist here; the list is of this page", async () => {
  const other = await openDesk(desk.deployment, "globex");
  const { id } = await good(plan());
  const there = { pageId: other.pageId, id };
  expect(await failureOf(cancelMaintenance(other.owner(), there))).toEqual({ name: "missing" });
  expect(await failureOf(readMaintenance(other.owner(), there))).toEqual({ name: "missing" });
  expect((await good(listMaintenances(other.owner(), { pageId: other.pageId }))).maintenances).toEqual([]);
  expect((await good(listMaintenances(desk.owner(), { pageId: desk.pageId }))).maintenances).toHaveLength(2);
});
