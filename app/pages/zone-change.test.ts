import { afterEach, beforeEach, expect, test } from "vitest";
import { setComponentStatus } from "~/components/set-status";
import { readComponentUptime } from "~/components/uptime";
import { runBatch } from "~/db/run-batch";
import { visiblePageAtTime } from "~/status-page/rules/seen-page";
import { closePageDays } from "~/status-page/timeline/engine/close-days";
import { exportUptimeReportDaysCsv } from "~/status-page/uptime/csv";
import { reportRangeOf } from "~/status-page/uptime/uptime-subject";
import { readPublishedView } from "~/status-page/view-page";
import { type Desk, good, openDesk } from "../../tests/support/desk";
import { unitDue } from "../../tests/support/unit-due";
import { updatePage } from "./update";

const hour = 3600_000;
const at = (text: string) => Date.parse(`${text}Z`);

let desk: Desk;
beforeEach(async () => {
  desk = await openDesk();
});
afterEach(() => desk.close());

/** Advances the clock, and packs each day within six hours of its end. */
async function until(instant: number): Promise<void> {
  const { clock } = desk.deployment;
  const close = () => closePageDays(desk.deployment.ctx(), [unitDue("day", desk.pageId)]);
  for (; clock.now < instant; clock.now = Math.min(instant, clock.now + 6 * hour)) await close();
  await close();
}

const website = () => ({ pageId: desk.pageId, id: desk.components[0] });
const set = (status: "operational" | "major_outage") =>
  good(setComponentStatus(desk.as("responder"), { ...website(), status, reason: "" }));
const move = (timeZone: string) => good(updatePage(desk.as("admin"), { pageId: desk.pageId, timeZone }));

/** Returns the hours of major outage: by the API, by the sum of the days in the file, and by day. */
async function told() {
  const ctx = desk.as("viewer");
  const [id] = desk.components;
  const v1 = await good(readComponentUptime(ctx, { pageId: desk.pageId, componentId: id }));
  desk.deployment.clock.now += 2000;
  const page = visiblePageAtTime(await good(readPublishedView(ctx, { slug: desk.slug })), ctx.now());
  const asked = reportRangeOf(page, { from: "2026-11-01", to: null }, ctx.now());
  if (!asked?.ok) throw new Error("no range");
  const csv = await good(exportUptimeReportDaysCsv(ctx, page, asked.range, "203.0.113.1"));
  const days = csv.split("\r\n").filter((line) => line.includes(id));
  const hours = days.map((line) => [line.split(",")[3], Number(line.split(",")[7]) / 3600] as const);
  const troubled = hours.filter(([, length]) => length > 0);
  return { v1: v1.major / hour, sum: hours.reduce((sum, [, length]) => sum + length, 0), days: troubled };
}

/** Simulates a major outage of 33 hours, until the days after it are over. */
async function outage(): Promise<void> {
  await set("operational");
  await until(at("2026-11-22T03:00"));
  await set("major_outage");
  await until(at("2026-11-23T12:00"));
  await set("operational");
  await until(at("2026-11-26T09:30"));
}

test.each([
  ["Pacific/Kiritimati", [7, 24, 2]],
  ["America/Los_Angeles", [5, 24, 4]],
  ["Asia/Kathmandu", [15.25, 17.75]],
])("33 hours are 33 hours in %s, and back in UTC", async (zone, days) => {
  await outage();
  expect(await told()).toMatchObject({ v1: 33, sum: 33 });
  await move(zone);
  const moved = await told();
  expect(moved).toMatchObject({ v1: 33, sum: 33 });
  expect(moved.days.map(([, length]) => length)).toEqual(days);
  await until(desk.deployment.clock.now + 30 * hour);
  expect(await told()).toEqual(moved);
  await move("Etc/UTC");
  expect((await told()).days).toEqual([
    ["2026-11-22", 21],
    ["2026-11-23", 12],
  ]);
});

test("two changes on one day, in the middle of an outage and over a change of clocks, count it once", async () => {
  desk.deployment.clock.now = at("2027-03-12T12:00");
  await set("operational");
  await until(at("2027-03-13T20:00"));
  await set("major_outage");
  await move("America/Los_Angeles");
  await until(at("2027-03-14T13:00"));
  await move("Pacific/Kiritimati");
  await until(at("2027-03-14T15:00"));
  await move("America/New_York");
  await set("operational");
  await until(at("2027-03-16T15:00"));
  expect(await told()).toMatchObject({
    v1: 19,
    sum: 19,
    days: [
      ["2027-03-13", 9],
      ["2027-03-14", 10],
    ],
  });
});

test("what rows do not tell keeps its hours, and costs a row a component and year that changes", async () => {
  await outage();
  const restated = {
    sql: "UPDATE component_year SET days = ?1",
    params: ['{"11-22":[0,0,0,0,86400000],"11-23":[7200000,0,0,0,0]}'],
  };
  await runBatch(desk.deployment.ctx(), [restated]);
  const ctx = desk.as("admin");
  await good(updatePage(ctx, { pageId: desk.pageId, timeZone: "Pacific/Kiritimati" }));
  expect(ctx.meter.written).toBeLessThanOrEqual(20);
  expect(ctx.meter.read).toBeLessThanOrEqual(150);
  expect(await told()).toMatchObject({ v1: 2, sum: 2, days: [["2026-11-24", 2]] });
});
