import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { monitorHourTable, monitorShardTable, monitorYearTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { englishText } from "~/failures/refusal";
import { emptyMinuteRing, type MonitorMinute, packMinuteRing, pushMinutesToRing } from "~/text/ring";
import { noon } from "../../tests/support/database";
import { failureOf, good, openDesk } from "../../tests/support/desk";
import { watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { monitorListQuery } from "./queries/monitor-list";
import { monitorShardsOfPageQuery } from "./queries/shard";
import { readMonitor } from "./read";
import { readMonitorResults } from "./results";
import { listSortByName, listSortWorstFirst } from "./rules/list-order";
import type { MonitorStateRecord } from "./rules/monitor";
import { listMonitors, pauseMonitor } from "./verbs";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });

const viewer = () => desk.as("viewer");
const admin = () => desk.as("admin");
const hour = noon / 3_600_000;
const today = Math.floor(noon / 86_400_000);
const up = (milliseconds = 100): MonitorMinute => ({ state: "up", milliseconds });
const down: MonitorMinute = { state: "down", milliseconds: null };
const noData: MonitorMinute = { state: "no_data", milliseconds: null };

/** Stores what the tick would leave: the ring up to `minute`, and the state. */
async function leave(
  id: string,
  minute: number,
  ring: MonitorMinute[],
  state: Partial<MonitorStateRecord> = {},
): Promise<void> {
  const ctx = admin();
  const { shardId, createdAt } = await good(readMonitor(ctx, { pageId: desk.pageId, id }));
  const [shards] = await readBatch(ctx, monitorShardsOfPageQuery(ctx, desk.pageId));
  const shard = shards.find((each) => each.id === shardId);
  const known: MonitorStateRecord = {
    confirmed: "up",
    since: 0,
    run: [],
    last: minute,
    silentSince: null,
    heardAt: null,
    watchedSince: createdAt,
    owed: false,
    code: "ok",
    detail: englishText("It answered 200."),
    milliseconds: 100,
    opinions: [],
    day: today,
    today: [0, 0, 0, 0, 0],
    ...state,
  };
  const rings = { ...shard?.rings, [id]: pushMinutesToRing(emptyMinuteRing, ring) };
  const states = { ...shard?.states, [id]: known };
  await runBatch(ctx, updateRowsStatements(monitorShardTable, desk.pageId, [{ id: shardId, minute, rings, states }]));
}

test("uptime is the share of known checks, of the ring, of closed hours and of closed days", async () => {
  const id = await watch(desk, { interval: 1 });
  const minute = Math.floor(desk.deployment.clock.now / 60_000);
  const closed = packMinuteRing([...Array<MonitorMinute>(30).fill(up()), ...Array<MonitorMinute>(30).fill(noData)]);
  const long = packMinuteRing(Array<MonitorMinute>(60).fill(down));
  const rows = [
    { monitorId: id, hour: hour - 3, minutes: closed },
    { monitorId: id, hour: hour - 30, minutes: long },
  ];
  const days = { "11-15": [100, 0, 1, 50, 0], "10-25": [0, 0, 10, 0, 0], "09-01": [889, 0, 0, 0, 0] };
  await runBatch(admin(), [
    ...insertRowsStatements(monitorHourTable, rows),
    ...insertRowsStatements(monitorYearTable, [{ monitorId: id, year: 2026, days }]),
  ]);
  await leave(id, minute, [up(), up(), down, noData], { today: [99, 0, 0, 3, 0] });
  const { uptime, ring, ...shown } = await good(readMonitor(viewer(), { pageId: desk.pageId, id }));
  expect(uptime).toEqual({ day: 0.9696, week: 0.995, month: 0.9476, quarter: 0.9899 });
  expect(ring.slice(-4).map((each) => each.state)).toEqual(["up", "up", "down", "no_data"]);
  expect(shown).toMatchObject({ lastCheckAt: minute * 60_000, milliseconds: 100, code: "ok" });
});

test("whoever was not looked at is not green: the tick stopped, or the monitor is paused", async () => {
  const id = await watch(desk, { interval: 1 });
  const minute = Math.floor(desk.deployment.clock.now / 60_000);
  const ctx = admin();
  await runBatch(ctx, [{ sql: "UPDATE monitor SET state = 'up' WHERE id = ?1", params: [id] }]);
  await leave(id, minute, [up()]);
  const state = async () => (await good(readMonitor(viewer(), { pageId: desk.pageId, id }))).state;
  expect(await state()).toBe("up");
  const before = desk.deployment.clock.now;
  desk.deployment.clock.now += 5 * 60_000;
  expect(await state()).toBe("up");
  desk.deployment.clock.now += 60_000;
  expect(await state()).toBe("no_data");
  desk.deployment.clock.now = before;
  await good(pauseMonitor(admin(), { pageId: desk.pageId, id }));
  expect(await state()).toBe("paused");
});

test("what was known before a pause is not shown as the present", async () => {
  const id = await watch(desk, { interval: 1 });
  await leave(id, Math.floor(desk.deployment.clock.now / 60_000), [down], { watchedSince: 1 });
  const seen = await good(readMonitor(viewer(), { pageId: desk.pageId, id }));
  expect(seen).toMatchObject({ lastCheckAt: null, milliseconds: null, code: "", detail: "", opinions: [] });
});

test("the list is by name, 50 at a time, each once, by tag, state and part of the name", async () => {
  const place = await openDesk(desk.deployment, "many");
  const names = Array.from({ length: 53 }, (_, index) => `Till ${String(index).padStart(2, "0")}.x`);
  for (const [index, name] of names.toReversed().entries()) {
    await watch(place, { name, interval: 60, tags: index % 10 === 0 ? ["ten"] : [], components: {} });
  }
  const list = async (over: object = {}) => good(listMonitors(place.as("viewer"), { pageId: place.pageId, ...over }));
  const first = await list();
  expect(first.monitors).toHaveLength(50);
  const second = await list({ after: first.more ?? "" });
  expect([...first.monitors, ...second.monitors].map((each) => each.name)).toEqual(names);
  expect(second.more).toBeNull();
  expect(first.tags).toEqual(["ten"]);
  expect((await list({ tag: "ten" })).monitors).toHaveLength(6);
  expect((await list({ text: "tILL 1" })).monitors).toHaveLength(10);
  expect((await list({ text: "%" })).monitors).toEqual([]);
  expect((await list({ state: "new" })).monitors).toHaveLength(50);
  expect((await list({ state: "down", tag: "", text: "" })).monitors).toEqual([]);
  expect(first.carry).toMatchObject({ plan: "own", ceiling: 1000 });
  expect(await failureOf(listMonitors(place.as("viewer"), { pageId: place.pageId, state: "well" }))).toMatchObject({
    fields: { state: expect.any(String) },
  });
});

test("what needs somebody stands first for people, page by page and within a filter", async () => {
  const place = await openDesk(desk.deployment, "worst");
  const states = ["up", "down", "degraded"];
  const minute = Math.floor(desk.deployment.clock.now / 60_000);
  for (let index = 0; index < 54; index++) {
    const id = await watch(place, { name: `Till ${String(index).padStart(2, "0")}`, interval: 60, components: {} });
    await runBatch(admin(), [
      { sql: "UPDATE monitor SET state = ?1 WHERE id = ?2", params: [states[index % 3] ?? "", id] },
      { sql: "UPDATE monitor_shard SET minute = ?1 WHERE page_id = ?2", params: [minute, place.pageId] },
    ]);
  }
  const list = (over: object = {}) =>
    good(listMonitors(place.as("viewer"), { pageId: place.pageId, sort: listSortWorstFirst, ...over }));
  const first = await list();
  const second = await list({ after: first.more ?? "" });
  const all = [...first.monitors, ...second.monitors];
  const expected = ["down", "degraded", "up"].flatMap((state) => Array<string>(18).fill(state));
  expect(all.map((each) => each.state)).toEqual(expected);
  expect(all.slice(0, 3).map((each) => each.name)).toEqual(["Till 01", "Till 04", "Till 07"]);
  expect(new Set(all.map((each) => each.id)).size).toBe(54);
  expect((await list({ text: "till 0" })).monitors.map((each) => each.state).slice(0, 4)).toEqual([
    "down",
    "down",
    "down",
    "degraded",
  ]);
});

test.each([
  ["day", 288, 5],
  ["week", 336, 30],
  ["month", 240, 180],
  ["quarter", 90, 1440],
] as const)("the points of a %s: %d of %d minutes, ending now", async (range, count, step) => {
  const id = await watch(desk, { interval: 1 });
  const now = desk.deployment.clock.now;
  await leave(id, Math.floor(now / 60_000), [up(40), up(60)], { today: [2, 0, 0, 0, 100] });
  const { points, stepMs } = await good(readMonitorResults(viewer(), { pageId: desk.pageId, id, range }));
  expect([points.length, stepMs]).toEqual([count, step * 60_000]);
  expect(points.at(-1)).toMatchObject({ state: "up" });
  expect(points.at(-1)?.at).toBe(Math.floor(now / stepMs) * stepMs);
  const answered = points.flatMap(({ milliseconds }) => milliseconds ?? []);
  expect(Math.round(answered.reduce((sum, each) => sum + each, 0) / answered.length)).toBe(50);
});

test("somebody else's monitor is not there", async () => {
  const other = await openDesk(desk.deployment, "other");
  const id = await watch(desk);
  const theirs = { pageId: other.pageId, id };
  expect(await failureOf(readMonitor(other.as("viewer"), theirs))).toMatchObject({ name: "missing" });
  const results = readMonitorResults(other.as("viewer"), { ...theirs, range: "day" });
  expect(await failureOf(results)).toMatchObject({ name: "missing" });
  expect((await good(listMonitors(other.as("viewer"), { pageId: other.pageId }))).monitors).toEqual([]);
  expect(await failureOf(listMonitors(other.as("viewer"), { pageId: desk.pageId }))).toMatchObject({ name: "missing" });
});

test("fifty monitors with a full day behind them are three statements", async () => {
  const place = await openDesk(desk.deployment, "full");
  const full = packMinuteRing(Array<MonitorMinute>(60).fill(up()));
  const rows: { monitorId: string; hour: number; minutes: string }[] = [];
  for (let count = 0; count < 50; count++) {
    const monitorId = await watch(place, { interval: 60, components: {} });
    for (let back = 1; back <= 24; back++) rows.push({ monitorId, hour: hour - back, minutes: full });
  }
  await runBatch(admin(), insertRowsStatements(monitorHourTable, rows));
  const ctx = place.as("viewer");
  const { monitors } = await good(listMonitors(ctx, { pageId: place.pageId }));
  expect(monitors.every(({ uptime }) => uptime.day === 1)).toBe(true);
  console.log(`a list of 50 monitors: ${ctx.meter.statements} statements, ${ctx.meter.read} rows read`);
  expect(ctx.meter.statements).toBe(3);
  expect(ctx.meter.read).toBeLessThan(3000);
});

test("a page of a thousand is chosen first, and read of fifty alone", async () => {
  const place = await openDesk(desk.deployment, "thousand");
  const ctx = place.as("viewer");
  const id = await watch(place, { interval: 60, components: {} });
  const [[found]] = await readBatch(
    ctx,
    monitorListQuery(ctx, place.pageId, ctx.now(), { sort: listSortByName, after: null }, 1),
  );
  const copies = Array.from({ length: 999 }, (_, index) => `${id}-${index}`);
  const copy = (table: string, columns: string, values: string) => ({
    sql: `INSERT INTO ${table} (${columns}) SELECT ${values} FROM ${table} t, json_each(?1) j WHERE t.id = ?2`,
    params: [JSON.stringify(copies), id],
  });
  const own = "page_id, settings_sealed, token_sealed, created_at, updated_at, family, kind";
  const checks = "page_id, shard_id, regions, tags, interval, watched_since, state_since, created_at, updated_at";
  await runBatch(ctx, [
    copy("source", `id, name, token_hash, ${own}`, `j.value, j.value, j.value, ${own}`),
    copy("monitor", `id, ${checks}`, `j.value, ${checks}`),
    ...insertRowsStatements(
      monitorHourTable,
      copies.flatMap((monitorId) => [1, 2, 3].map((back) => ({ monitorId, hour: hour - back, minutes: "" }))),
    ),
  ]);
  expect(found?.id).toBe(id);
  const asking = place.as("viewer");
  const { monitors, more } = await good(listMonitors(asking, { pageId: place.pageId }));
  expect([monitors.length, more]).toEqual([50, expect.any(String)]);
  console.log(`a list of 50 out of 1,000 monitors: ${asking.meter.read} rows read`);
  expect(asking.meter.read).toBeLessThan(8000);
});
