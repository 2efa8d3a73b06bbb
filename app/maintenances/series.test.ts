import { eq, ne } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { componentTable, maintenanceSeriesTable, maintenanceTable, noticeTable } from "~/db/schema";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { readRecentDocumentView } from "~/status-page/view-page";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { put } from "../../tests/support/scenario";
import { editMaintenance } from "./edit";
import { editMaintenanceSeries } from "./edit-series";
import { endMaintenanceSeries } from "./end-series";
import { makeSeriesOccurrences } from "./engine/make-occurrences";
import { planMaintenance } from "./plan";
import { previewMaintenance } from "./preview";
import type { PlanMaintenanceInput } from "./rules/input";
import { listMaintenanceSeries, readMaintenanceSeries } from "./series";
import { listMaintenances, readMaintenance } from "./verbs";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

const hour = 3_600_000;
const day = 24 * hour;
const weekly = { frequency: "weekly" as const, interval: 1, end: { kind: "never" as const } };

function plan(more: Partial<PlanMaintenanceInput> = {}) {
  const startsAt = desk.deployment.clock.now + day;
  const components = { [desk.components[0]]: "under_maintenance" };
  const window = { startsAt, endsAt: startsAt + hour };
  return planMaintenance(desk.as("responder"), {
    pageId: desk.pageId,
    title: "Backup",
    ...window,
    components,
    ...more,
  });
}

async function rowsOf(seriesId: string) {
  const ctx = desk.owner();
  const [rows, notices] = await readBatch(
    ctx,
    ctx.db
      .select()
      .from(maintenanceTable)
      .where(eq(maintenanceTable.seriesId, seriesId))
      .orderBy(maintenanceTable.startsAt),
    ctx.db
      .select({
        kind: noticeTable.kind,
        about: noticeTable.subjectId,
        dueAt: noticeTable.dueAt,
        bornAt: noticeTable.createdAt,
      })
      .from(noticeTable)
      .where(ne(noticeTable.audience, "endpoints")),
  );
  return { rows, notices: notices.filter(({ about }) => rows.some(({ id }) => id === about)) };
}

const seriesOf = async (id: string) =>
  (await good(readMaintenance(desk.as("viewer"), { pageId: desk.pageId, id }))).series?.id ?? "";

test("a series makes its next thirty days at once, is announced once, and goes on by the tick, each once", async () => {
  const { id } = await good(plan({ repeat: weekly, remindHour: true }));
  const seriesId = await seriesOf(id);
  const first = await rowsOf(seriesId);
  expect(first.rows).toHaveLength(5);
  expect(first.rows[0]?.id).toBe(id);
  expect(first.notices.filter(({ kind }) => kind === "maintenance_scheduled")).toHaveLength(1);
  const reminders = first.notices.filter(({ kind }) => kind === "maintenance_reminder");
  expect(reminders.map(({ dueAt }) => dueAt).sort()).toEqual(first.rows.map(({ startsAt }) => startsAt - hour));
  expect(reminders.every(({ dueAt, bornAt }) => dueAt === bornAt)).toBe(true);
  desk.deployment.clock.now += 6 * day + 1;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  const target = { id: seriesId, pageId: desk.pageId };
  await Promise.all([makeSeriesOccurrences(desk.owner(), target), makeSeriesOccurrences(desk.owner(), target)]);
  const { rows } = await rowsOf(seriesId);
  expect(rows.map(({ startsAt }) => startsAt)).toEqual(
    rows.map((_, index) => (rows[0]?.startsAt ?? 0) + index * 7 * day),
  );
  expect(rows).toHaveLength(6);
  expect((await good(listMaintenanceSeries(desk.as("viewer"), { pageId: desk.pageId }))).series).toHaveLength(1);
});

const daily = { frequency: "daily" as const, interval: 1, end: { kind: "never" as const } };

/** Returns a series with these components whose start was moved by an hour after all of its thirty days were made. */
async function movedByAnHour(
  components: Record<string, string>,
  repeat: PlanMaintenanceInput["repeat"],
  startsAt: number,
) {
  const window = { startsAt, endsAt: startsAt + hour };
  const { id } = await good(plan({ ...window, repeat, components }));
  const target = { pageId: desk.pageId, id: await seriesOf(id) };
  for (let steps = 0; steps < 4; steps++) await makeSeriesOccurrences(desk.owner(), target);
  const before = (await rowsOf(target.id)).rows;
  desk.deployment.clock.now += 1000;
  const later = { startsAt: startsAt + hour, endsAt: startsAt + 2 * hour };
  await good(editMaintenanceSeries(desk.as("responder"), { ...target, ...later }));
  for (let steps = 0; steps < 4; steps++) await makeSeriesOccurrences(desk.owner(), target);
  return { before, after: (await rowsOf(target.id)).rows };
}

test("a large daily series that begins later keeps each of its days: none is cancelled and made again", async () => {
  const many = Array.from({ length: 100 }, (_, index) => `many-${index}`);
  const times = { createdAt: 1, updatedAt: 1, observedSince: 1, startDate: "2026-11-20" };
  const rows = many.map((id, position) => ({ id, pageId: desk.pageId, name: id, position: position + 9, ...times }));
  await put(desk.deployment, componentTable, rows);
  const given = Object.fromEntries(many.map((id) => [id, "under_maintenance"]));
  const { before, after } = await movedByAnHour(given, daily, desk.deployment.clock.now + day);
  expect(before).toHaveLength(30);
  expect(after.map(({ id, status, startsAt }) => [id, status, startsAt])).toEqual(
    before.map(({ id, startsAt }) => [id, "scheduled", startsAt + hour]),
  );
});

test("the last day, and a first one that is far away, stay when the series begins later", async () => {
  const given = { [desk.components[0]]: "under_maintenance" };
  for (const [repeat, startsAt] of [
    [daily, desk.deployment.clock.now + day - 600_000],
    [{ ...weekly, frequency: "monthly_day" as const }, desk.deployment.clock.now + 90 * day],
  ] as const) {
    const { before, after } = await movedByAnHour(given, repeat, startsAt);
    expect(after.map(({ id, status }) => [id, status])).toEqual(before.map(({ id }) => [id, "scheduled"]));
  }
});

test("a change of the series moves what is planned, leaves what was changed by itself, and can be ended", async () => {
  const { id } = await good(plan({ repeat: weekly, remindHour: true, title: "Second" }));
  const seriesId = await seriesOf(id);
  const before = (await rowsOf(seriesId)).rows;
  const own = before[1];
  await good(editMaintenance(desk.as("responder"), { pageId: desk.pageId, id: own?.id ?? "", title: "By itself" }));
  const target = { pageId: desk.pageId, id: seriesId };
  const { series } = await good(readMaintenanceSeries(desk.as("viewer"), target));
  const startsAt = (series.next ?? 0) + 2 * hour;
  const change = { ...target, version: series.version, startsAt, endsAt: startsAt + hour, body: "Later." };
  desk.deployment.clock.now += 1000;
  await good(editMaintenanceSeries(desk.as("responder"), { ...change, notify: true }));
  expect(await failureOf(editMaintenanceSeries(desk.as("responder"), change))).toMatchObject({ name: "conflict" });
  const after = await rowsOf(seriesId);
  expect(after.rows.map(({ startsAt: at }, index) => at - (before[index]?.startsAt ?? 0))).toEqual([
    2 * hour,
    0,
    2 * hour,
    2 * hour,
    2 * hour,
  ]);
  expect(after.rows.map(({ title, body }) => `${title} ${body}`)).toEqual(
    after.rows.map((_, index) => (index === 1 ? "By itself " : "Second Later.")),
  );
  const reminders = after.notices.filter(({ kind }) => kind === "maintenance_reminder");
  expect(reminders.map(({ dueAt }) => dueAt).sort()).toEqual(after.rows.map(({ startsAt: at }) => at - hour).sort());
  expect(after.notices.filter(({ kind }) => kind === "maintenance_update")).toHaveLength(1);
  desk.deployment.clock.now += 1000;
  const twice = { frequency: "weekly" as const, interval: 2, end: { kind: "count" as const, count: 2 } };
  await good(editMaintenanceSeries(desk.as("responder"), { ...target, repeat: twice }));
  expect((await rowsOf(seriesId)).rows.filter(({ status }) => status === "scheduled")).toHaveLength(3);
  await good(endMaintenanceSeries(desk.as("responder"), { ...target, notify: true }));
  const ended = await rowsOf(seriesId);
  expect(ended.rows.every(({ status }) => status === "cancelled")).toBe(true);
  expect(ended.notices.filter(({ kind }) => kind === "maintenance_reminder")).toEqual([]);
  expect(ended.notices.filter(({ kind }) => kind === "maintenance_cancelled")).toHaveLength(1);
  expect(await failureOf(endMaintenanceSeries(desk.as("responder"), target))).toMatchObject({ code: "over" });
  expect((await good(readMaintenanceSeries(desk.as("viewer"), target))).series.next).toBeNull();
});

test("a repetition without a date, or that overlaps itself, is refused; others on its components are shown", async () => {
  const startsAt = desk.deployment.clock.now + 40 * day;
  const daily = { frequency: "daily" as const, interval: 1, end: { kind: "never" as const } };
  const long = { startsAt, endsAt: startsAt + 25 * hour };
  expect(await failureOf(plan({ ...long, repeat: daily }))).toMatchObject({ code: "overlaps_itself" });
  const over = { ...weekly, end: { kind: "until" as const, date: "2020-01-01" } };
  expect(await failureOf(plan({ repeat: over }))).toMatchObject({ code: "no_dates" });
  const { id } = await good(plan({ startsAt: startsAt + day, endsAt: startsAt + day + hour, title: "Other" }));
  const components = { [desk.components[0]]: "major_outage", [desk.components[1]]: "major_outage" };
  const asked = { pageId: desk.pageId, startsAt, endsAt: startsAt + hour, components, repeat: daily };
  const { starts, conflicts } = await good(previewMaintenance(desk.as("responder"), asked));
  expect(starts).toHaveLength(5);
  expect(conflicts).toMatchObject([{ id, title: "Other", components: [desk.components[0]] }]);
  const aside = { ...asked, components: { [desk.components[1]]: "major_outage" } };
  expect((await good(previewMaintenance(desk.as("responder"), aside))).conflicts).toEqual([]);
  expect((await good(previewMaintenance(desk.as("responder"), { ...asked, exceptId: id }))).conflicts).toEqual([]);
});

test("lists: what is to come soonest first, what is past; another page sees none of it", async () => {
  const { pageId } = desk;
  const first = await good(listMaintenances(desk.as("viewer"), { pageId, filter: "upcoming", limit: 2 }));
  const rest = await good(
    listMaintenances(desk.as("viewer"), { pageId, filter: "upcoming", before: first.before ?? "" }),
  );
  const all = [...first.maintenances, ...rest.maintenances].map(({ startsAt }) => startsAt);
  expect(all).toEqual([...all].sort((one, other) => one - other));
  const past = await good(listMaintenances(desk.as("viewer"), { pageId, filter: "past" }));
  expect(past.maintenances.every(({ status }) => status === "cancelled" || status === "completed")).toBe(true);
  const ctx = desk.owner();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(maintenanceSeriesTable));
  const other = await openDesk(desk.deployment, "globex");
  const there = { pageId: other.pageId, id: row?.id ?? "" };
  for (const act of [readMaintenanceSeries, editMaintenanceSeries, endMaintenanceSeries]) {
    expect(await failureOf<unknown>(act(other.owner(), there))).toEqual({ name: "missing" });
  }
});

test("feeds and lists show the next one of a nightly series, and one word when all of it is called off", async () => {
  const { id } = await good(plan({ title: "Nightly", repeat: { ...weekly, frequency: "daily" } }));
  const seriesId = await seriesOf(id);
  const { rows } = await rowsOf(seriesId);
  expect(rows.length).toBeGreaterThan(28);
  const shown = async () => {
    await publishPage(desk.owner(), desk.pageId);
    const view = await good(readRecentDocumentView(desk.owner(), { slug: desk.slug }));
    const of = (list: readonly { id: string }[]) =>
      list.flatMap((each) => (rows.some((row) => row.id === each.id) ? [each.id] : []));
    const { maintenances, tombstones } = view.recent;
    const off = maintenances.filter(({ status }) => status === "cancelled");
    const told = off.filter(({ behind }) => !behind);
    const coming = maintenances.filter((each) => !off.includes(each));
    return { coming: of(coming), gone: of(told), all: of(off).length, wordless: tombstones.length };
  };
  expect(await shown()).toEqual({ coming: [id], gone: [], all: 0, wordless: 0 });
  const { series } = await good(readMaintenanceSeries(desk.as("viewer"), { pageId: desk.pageId, id: seriesId }));
  desk.deployment.clock.now += 5000;
  await good(
    endMaintenanceSeries(desk.as("responder"), { pageId: desk.pageId, id: seriesId, version: series.version }),
  );
  expect(await shown()).toEqual({ coming: [], gone: [id], all: rows.length, wordless: 0 });
});
