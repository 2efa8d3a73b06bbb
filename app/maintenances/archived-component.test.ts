import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createComponent } from "~/components/create";
import { archiveComponent } from "~/components/verbs";
import { readBatch } from "~/db/read";
import { noticeTable } from "~/db/schema";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { editMaintenance } from "./edit";
import { endMaintenanceSeries } from "./end-series";
import { planMaintenance } from "./plan";
import { completeMaintenance, readMaintenance, startMaintenance } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const hour = 3_600_000;
const by = () => desk.as("responder");

async function planned(components: Record<string, string>, more: object = {}) {
  const startsAt = desk.deployment.clock.now + hour;
  const given = { pageId: desk.pageId, title: "Upgrade", body: "Soon.", startsAt, endsAt: startsAt + hour, ...more };
  return { pageId: desk.pageId, id: (await good(planMaintenance(by(), { ...given, components }))).id };
}

test("a form that does not list an archived component leaves it, also where the words of what is over are changed", async () => {
  const [website, other] = desk.components;
  const { id: gone } = await good(createComponent(desk.as("admin"), { pageId: desk.pageId, name: "Old API" }));
  const both = { [website]: "under_maintenance", [gone]: "under_maintenance" };
  const target = await planned(both);
  await good(archiveComponent(desk.as("admin"), { pageId: desk.pageId, id: gone }));
  await good(editMaintenance(by(), { ...target, components: { [website]: "degraded_performance" } }));
  expect((await good(readMaintenance(by(), target))).components).toEqual({
    ...both,
    [website]: "degraded_performance",
  });
  await good(
    editMaintenance(by(), { ...target, components: { [website]: "under_maintenance", [other]: "under_maintenance" } }),
  );
  await good(editMaintenance(by(), { ...target, components: { [website]: "under_maintenance" } }));
  expect((await good(readMaintenance(by(), target))).components).toEqual(both);
  await good(startMaintenance(by(), target));
  await good(completeMaintenance(by(), target));
  await good(editMaintenance(by(), { ...target, title: "Upgraded", components: { [website]: "under_maintenance" } }));
  const { maintenance, components } = await good(readMaintenance(by(), target));
  expect([maintenance.title, components]).toEqual(["Upgraded", both]);
});

test("the end of a series is told to those who follow what its soonest occurrence touches", async () => {
  const [website, api] = desk.components;
  const repeat = { frequency: "weekly" as const, interval: 1, end: { kind: "never" as const } };
  const target = await planned({ [website]: "under_maintenance" }, { repeat });
  await good(editMaintenance(by(), { ...target, components: { [api]: "under_maintenance" } }));
  const { series } = await good(readMaintenance(by(), target));
  await good(endMaintenanceSeries(by(), { pageId: desk.pageId, id: series?.id ?? "", notify: true }));
  const ctx = desk.owner();
  const isIt = and(eq(noticeTable.subjectId, target.id), eq(noticeTable.kind, "maintenance_cancelled"));
  const [notices] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(isIt));
  expect(notices.map(({ scope }) => scope.component_ids)).toEqual([[api]]);
});
