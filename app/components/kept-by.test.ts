import { and, eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { auditEntryTable, componentTable, componentYearTable, statusChangeTable } from "~/db/schema";
import type { UpdateMonitorInput } from "~/monitors/rules/input";
import { updateMonitor } from "~/monitors/update";
import { noOutbound } from "~/platform/outbound";
import { packDaysStatements } from "~/status-page/queries/component-year";
import { failureOf, good } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { tickMinutes } from "../../tests/support/watched";
import { createComponent } from "./create";
import { createComponents } from "./create-several";
import { setComponentStatus } from "./set-status";
import { updateComponent } from "./update";
import { readComponentUptime } from "./uptime";
import { archiveComponent, restoreComponent } from "./verbs";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });

const day = 24 * 3600_000;
const admin = () => desk.as("admin");
const target = (id: string) => ({ pageId: desk.pageId, id });
const dayAgo = (days: number) => new Date(desk.deployment.clock.now - days * day).toISOString().slice(0, 10);

let number = 0;
async function made(over: object = {}): Promise<string> {
  number += 1;
  desk.deployment.clock.now += 1000;
  return (await good(createComponent(admin(), { pageId: desk.pageId, name: `Part ${number}`, ...over }))).id;
}

async function stored(id: string) {
  const ctx = admin();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.id, id)));
  if (!row) throw new Error(`${id} is not there`);
  const { keptBy, keptAnswered, coverage } = row;
  return { keptBy, keptAnswered, coverage };
}

async function rowsOf(id: string) {
  const ctx = admin();
  const asked = and(eq(statusChangeTable.componentId, id), eq(statusChangeTable.layer, "coverage"));
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(asked).orderBy(statusChangeTable.sequence),
  );
  return rows.map(({ fromStatus, toStatus, at }) => ({ from: fromStatus, to: toStatus, at }));
}

async function packedOf(id: string) {
  const ctx = admin();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(componentYearTable).where(eq(componentYearTable.componentId, id)),
  );
  return rows;
}

const uptimeOf = async (id: string) =>
  (await good(readComponentUptime(admin(), { pageId: desk.pageId, componentId: id }))).uptime;

/** Creates a monitor that was checked once, and was up. */
async function watched(id: string): Promise<string> {
  const seen = { ok: true, status: 200, truncated: false } as const;
  const fetch = async () => ({ ...seen, headers: new Headers(), text: "", milliseconds: 9 });
  desk.deployment.way.outbound = () => ({ ...noOutbound, fetch });
  const monitor = await watch(desk, { interval: 1, components: { [id]: "major_outage" } });
  await desk.deployment.settled();
  await tickMinutes(desk.deployment, 2);
  return monitor;
}

test("without an answer nobody keeps it; by hand people vouch from its start, watched nobody does yet", async () => {
  expect(await stored(await made())).toEqual({ keptBy: null, keptAnswered: false, coverage: "no_data" });
  const byHand = { keptBy: "manual", keptAnswered: true, coverage: "operational" };
  expect(await stored(await made({ keptBy: "manual" }))).toEqual(byHand);
  expect(await stored(await made({ status: "operational" }))).toEqual(byHand);
  const told = { keptBy: "watched", keptAnswered: true, coverage: "no_data" };
  expect(await stored(await made({ keptBy: "watched" }))).toEqual(told);
  expect(await stored(await made({ keptBy: "watched", status: "operational" }))).toEqual(told);
});

test("several at once are asked once", async () => {
  const first = (await good(createComponents(admin(), { pageId: desk.pageId, lines: "Uno\nDue", keptBy: "manual" })))
    .id;
  const ctx = admin();
  const [all] = await readBatch(
    ctx,
    ctx.db.select().from(componentTable).where(eq(componentTable.pageId, desk.pageId)).orderBy(componentTable.position),
  );
  const kept = all.filter(({ name }) => name === "Uno" || name === "Due").map(({ id, keptBy }) => [id, keptBy]);
  expect(kept).toEqual([
    [first, "manual"],
    [expect.any(String), "manual"],
  ]);
});

test("what is chosen opens and closes coverage at that instant, once", async () => {
  const id = await made();
  desk.deployment.clock.now += 60_000;
  const opened = desk.deployment.clock.now;
  const once = { ...target(id), keptBy: "manual", commitId: `kept-${id}` };
  expect(await good(updateComponent(admin(), once))).toEqual({ id, keptBy: "manual" });
  expect(await good(updateComponent(admin(), once))).toEqual({ id, keptBy: "manual" });
  await good(updateComponent(admin(), { ...target(id), keptBy: "manual" }));
  desk.deployment.clock.now += 60_000;
  const closed = desk.deployment.clock.now;
  await good(updateComponent(admin(), { ...target(id), keptBy: "watched" }));
  expect(await rowsOf(id)).toEqual([
    { from: "no_data", to: "operational", at: opened },
    { from: "operational", to: "no_data", at: closed },
  ]);
  expect(await stored(id)).toEqual({ keptBy: "watched", keptAnswered: true, coverage: "no_data" });
  await good(updateComponent(admin(), { ...target(id), keptBy: null }));
  expect(await stored(id)).toMatchObject({ keptBy: null, keptAnswered: false });
});

test("what something observes is not kept by hand: the answer names it, and nothing changes", async () => {
  const id = await made();
  const monitor = await watched(id);
  const failure = await failureOf(updateComponent(admin(), { ...target(id), keptBy: "manual", name: "Other" }));
  expect(failure).toMatchObject({ name: "invalid", fields: { keptBy: expect.stringContaining("Shop") } });
  expect(await stored(id)).toMatchObject({ keptBy: "watched", coverage: null });
  const apart: UpdateMonitorInput = { ...target(monitor), components: {} };
  await good(updateMonitor(admin(), apart));
  await tickMinutes(desk.deployment);
  await good(updateComponent(admin(), { ...target(id), keptBy: "manual" }));
  expect(await stored(id)).toMatchObject({ keptBy: "manual", coverage: "operational" });
});

test("a status that is set where nothing observes is a word, and the answer says so; the log names who keeps it", async () => {
  const id = await made();
  desk.deployment.clock.now += 1000;
  const set = setComponentStatus(desk.as("responder"), { ...target(id), status: "operational" });
  expect(await good(set)).toEqual({ id, keptBy: "manual" });
  desk.deployment.clock.now += 1000;
  const again = setComponentStatus(desk.as("responder"), { ...target(id), status: "major_outage" });
  expect(await good(again)).toEqual({ id });
  const ctx = admin();
  const [entries] = await readBatch(
    ctx,
    ctx.db
      .select()
      .from(auditEntryTable)
      .where(eq(auditEntryTable.subjectId, id))
      .orderBy(auditEntryTable.at, auditEntryTable.id),
  );
  expect(entries.map(({ after }) => after?.keptBy)).toEqual([undefined, "manual", undefined]);
});

test("of two persons the second is told that it was changed meanwhile", async () => {
  const id = await made();
  await good(updateComponent(admin(), { ...target(id), version: 0, keptBy: "manual" }));
  expect(
    await failureOf(updateComponent(desk.owner(), { ...target(id), version: 0, keptBy: "watched" })),
  ).toMatchObject({
    name: "conflict",
  });
  expect(await stored(id)).toMatchObject({ keptBy: "manual", coverage: "operational" });
});

test("the days before anybody watched are no data, however long it is watched since; by hand they count", async () => {
  const [seen, byHand] = [
    await made({ startDate: dayAgo(80) }),
    await made({ startDate: dayAgo(80), keptBy: "manual" }),
  ];
  await watched(seen);
  const packed = await packedOf(seen);
  expect(packed.reduce((sum, { days }) => sum + Object.keys(days).length, 0)).toBe(80);
  expect(packed.length).toBe(new Set([dayAgo(80).slice(0, 4), dayAgo(1).slice(0, 4)]).size);
  const { major, to, from } = await good(readComponentUptime(admin(), { pageId: desk.pageId, componentId: seen }));
  expect([major, to - from >= 80 * day]).toEqual([0, true]);
  expect(packed.every(({ days }) => Object.values(days).every((parts) => parts[4] === day))).toBe(true);
  expect([await packedOf(byHand), await uptimeOf(byHand)]).toEqual([[], 10_000]);
});

test("a start date that moves back adds days without data, and leaves what is packed", async () => {
  const id = await made({ startDate: dayAgo(3) });
  await watched(id);
  const ctx = admin();
  const outage = { [dayAgo(5).slice(5)]: [day, 0, 0, 0, 0] };
  const row = { componentId: id, year: Number(dayAgo(5).slice(0, 4)), days: outage };
  await runBatch(ctx, packDaysStatements(desk.pageId, [row]));
  const before = await packedOf(id);
  await good(updateComponent(admin(), { ...target(id), startDate: dayAgo(6) }));
  const all = Object.assign({}, ...(await packedOf(id)).map(({ days }) => days));
  const known = Object.assign({}, ...before.map(({ days }) => days));
  expect(all).toMatchObject(known);
  expect(Object.keys(all).length).toBe(6);
  await good(updateComponent(admin(), { ...target(id), startDate: dayAgo(2) }));
  await good(updateComponent(admin(), { ...target(id), startDate: dayAgo(6) }));
  expect(Object.assign({}, ...(await packedOf(id)).map(({ days }) => days))).toEqual(all);
});

test("a start date of long ago is refused where nobody kept the component", async () => {
  const startDate = "0001-01-01";
  const failure = await failureOf(createComponent(admin(), { pageId: desk.pageId, name: "Old", startDate }));
  expect(failure).toMatchObject({ name: "invalid", fields: { startDate: expect.stringContaining("10") } });
  await made({ startDate, keptBy: "manual" });
});

test("an archived component comes back unwatched, and the days that it was away are no data", async () => {
  const [id, byHand] = [await made(), await made({ keptBy: "manual" })];
  await watched(id);
  for (const each of [id, byHand]) await good(archiveComponent(admin(), target(each)));
  expect((await rowsOf(id)).at(-1)).toMatchObject({ from: null, to: "no_data" });
  await tickMinutes(desk.deployment);
  desk.deployment.clock.now += 3 * day;
  await tickMinutes(desk.deployment, 2);
  expect(await good(restoreComponent(admin(), target(id)))).toEqual({ id, leftUnwatched: [id] });
  expect(await good(restoreComponent(admin(), target(byHand)))).toEqual({ id: byHand });
  expect(await stored(id)).toEqual({ keptBy: "watched", keptAnswered: false, coverage: "no_data" });
  const away = (await packedOf(id)).flatMap(({ days }) => Object.keys(days));
  expect(away.length).toBe(3);
  expect(await packedOf(byHand)).toEqual([]);
});

test("days that passed while the start date lay ahead tell what is known of them where it is moved back", async () => {
  const launch = dayAgo(-3);
  const id = await made({ startDate: launch });
  const first = dayAgo(0);
  desk.deployment.clock.now += day;
  await tickMinutes(desk.deployment, 2);
  await watched(id);
  desk.deployment.clock.now += 3 * day;
  await tickMinutes(desk.deployment, 3);
  await good(updateComponent(admin(), { ...target(id), startDate: first }));
  const [year] = await packedOf(id);
  expect(year?.days[first.slice(5)]).toEqual([0, 0, 0, 0, expect.any(Number)]);
});
