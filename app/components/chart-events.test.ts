import { afterAll, beforeAll, expect, test } from "vitest";
import { maintenanceComponentTable, maintenanceTable, ruleComponentTable, ruleTable } from "~/db/schema/index";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import type { ChartSubject } from "~/status-page/queries/chart-events";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { put } from "../../tests/support/scenario";
import { readChartEvents } from "./chart-events";

const hour = 3_600_000;
let desk: Desk;
let now: number;

async function past(title: string, component: string, startedAgo: number, endedAgo: number): Promise<void> {
  const times = { startedAt: now - startedAgo * hour, endsAt: now - endedAgo * hour };
  const said = { pageId: desk.pageId, title, resolution: "", components: { [component]: "major_outage" } as const };
  await good(backfillIncident(desk.as("responder"), { ...said, ...times }));
}

async function work(id: string, status: "scheduled" | "in_progress" | "completed" | "cancelled", startedAgo: number) {
  const startsAt = now - startedAgo * hour;
  const times = { startsAt, endsAt: startsAt + 2 * hour, createdAt: now, updatedAt: now };
  const { pageId, components } = desk;
  await put(desk.deployment, maintenanceTable, [{ id, pageId, title: id, status, ...times }]);
  const named = { maintenanceId: id, pageId, componentId: components[0], status: "under_maintenance" as const };
  await put(desk.deployment, maintenanceComponentTable, [named]);
}

beforeAll(async () => {
  desk = await openDesk();
  now = desk.deployment.clock.now;
  const [website, api] = desk.components;
  await past("Long over", website, 80, 70);
  await past("Lasted into it", website, 100, 20);
  await past("Within it", website, 5, 4);
  await past("Of another", api, 5, 4);
  const said = { pageId: desk.pageId, title: "Open", body: "We look.", status: "investigating" as const };
  await good(openIncident(desk.as("responder"), { ...said, components: { [website]: "partial_outage" } }));
  await work("done", "completed", 10);
  await work("running", "in_progress", 1);
  await work("ahead", "scheduled", -10);
  await work("called-off", "cancelled", 8);
  const times = { createdAt: now, updatedAt: now };
  const plain = { pageId: desk.pageId, sourceId: "monitor", match: {}, groupBy: [], position: 0 };
  await put(desk.deployment, ruleTable, [{ id: "rule", ...plain, catchAll: true, ...times }]);
  const moved = { pageId: desk.pageId, ruleId: "rule", status: "major_outage" as const };
  await put(desk.deployment, ruleComponentTable, [{ ...moved, componentId: api }]);
});
afterAll(() => desk.close());

async function read(of: ChartSubject) {
  const ctx = desk.as("viewer");
  const events = await good(readChartEvents(ctx, { pageId: desk.pageId, of, since: now - 24 * hour }));
  const ago = (at: number | null) => (at === null ? null : (now - at) / hour);
  const told = events.map(({ kind, title, from, to }) => [kind, title, ago(from), ago(to)]);
  return { told, statements: ctx.meter.statements };
}

test("what lasts into the chart: of the component, begun, and not called off; two statements", async () => {
  expect(await read({ componentId: desk.components[0] })).toEqual({
    told: [
      ["incident", "Open", 0, null],
      ["incident", "Within it", 5, 4],
      ["incident", "Lasted into it", 100, 20],
      ["maintenance", "running", 1, null],
      ["maintenance", "done", 10, 8],
    ],
    statements: 2,
  });
});

test("a monitor's chart has the events of the components that its rules move", async () => {
  expect((await read({ sourceId: "monitor" })).told).toEqual([["incident", "Of another", 5, 4]]);
  expect((await read({ sourceId: "nothing" })).told).toEqual([]);
});

test("who is no member is told nothing of it", async () => {
  const target = { pageId: desk.pageId, of: { componentId: desk.components[0] }, since: 0 };
  expect(await failureOf(readChartEvents(desk.as(null), target))).toMatchObject({ name: "missing" });
});
