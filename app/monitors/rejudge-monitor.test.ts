import { beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { monitorHourTable } from "~/db/schema";
import { packMinuteRing, ringMinutes } from "~/text/ring";
import { good } from "../../tests/support/desk";
import { planOf, watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { observedOf, settled } from "../../tests/support/own-alerts";
import { put } from "../../tests/support/scenario";
import { monitorShardByIdQuery, rebuildShardPlanStatement } from "./queries/shard";
import { readMonitor } from "./read";
import { updateMonitor } from "./update";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });
const minute = 60_000;

let id: string;
let shardId: string;
let begin: number;

const view = () => good(readMonitor(desk.as("admin"), { pageId: desk.pageId, id }));
const change = async (degradedAboveMs: number | null) => {
  await good(updateMonitor(desk.as("admin"), { pageId: desk.pageId, id, degradedAboveMs }));
  await settled(desk);
};

/** Changes the monitor as if it had been watched for so many minutes. */
async function watchedFor(minutes: number) {
  const since = begin - minutes * minute;
  const path = `$."${id}".watchedSince`;
  await runBatch(desk.deployment.ctx(), [
    { sql: "UPDATE monitor SET watched_since = ?2 WHERE id = ?1", params: [id, since] },
    { sql: "UPDATE monitor_shard SET states = json_set(states, ?2, ?3) WHERE id = ?1", params: [shardId, path, since] },
    rebuildShardPlanStatement(desk.pageId, [shardId]),
  ]);
}

beforeAll(async () => {
  id = await watch(desk, { mode: "none", hold: 0, resolveAfter: 0, interval: 1 });
  ({ shardId } = await view());
  const watchedSince = (await planOf(desk.as("admin"), desk.pageId, id))?.watchedSince ?? 0;
  desk.deployment.clock.now += 30 * minute;
  const end = Math.floor(desk.deployment.clock.now / minute);
  begin = (end - 3) * minute;
  const up = (milliseconds: number) => ({ state: "up" as const, milliseconds });
  const none = Array.from({ length: ringMinutes - 8 }, () => ({ state: "none" as const, milliseconds: null }));
  const ring = packMinuteRing([...none, ...[90, 90, 90, 90, 700, 700, 700, 700].map(up)]);
  const known = { confirmed: "up", since: end - 20, run: [], last: end, silentSince: null, heardAt: null, owed: false };
  const said = { code: "ok", detail: "", milliseconds: 700, opinions: [], day: 0, today: [0, 0, 0, 0, 0] };
  const states = JSON.stringify({ [id]: { ...known, ...said, watchedSince } });
  const sql = "UPDATE monitor_shard SET minute = ?2, rings = ?3, states = ?4 WHERE id = ?1";
  await runBatch(desk.deployment.ctx(), [{ sql, params: [shardId, end, JSON.stringify({ [id]: ring }), states] }]);
  const first = "UPDATE monitor SET state = 'up', state_since = ?2 WHERE id = ?1";
  await runBatch(desk.deployment.ctx(), [{ sql: first, params: [id, (end - 20) * minute] }]);
});

test("another limit turns the monitor, its alert and its component at once, dated by the results; a higher one takes it back", async () => {
  const [component] = desk.components;
  expect((await view()).state).toBe("up");
  await change(500);
  expect(await view()).toMatchObject({ state: "degraded", since: begin, code: "slow" });
  expect(await observedOf(desk, component)).toEqual([["degraded_performance", begin]]);
  await change(1000);
  expect(await view()).toMatchObject({ state: "up", since: begin });
  expect((await observedOf(desk, component)).at(-1)).toEqual(["operational", begin]);
  const ctx = desk.as("admin");
  const [[shard]] = await readBatch(ctx, monitorShardByIdQuery(ctx, shardId));
  expect(shard?.plan[0]).toMatchObject({ degradedAboveMs: 1000 });
});

test("slower than usual judges the recent results at once, by the stored hours of the week; without it they stand as before", async () => {
  const hours = Array.from({ length: 30 }, (_, index) => ({
    monitorId: id,
    hour: Math.floor(begin / 3_600_000) - 1 - index,
    minutes: packMinuteRing(Array.from({ length: ringMinutes }, () => ({ state: "up" as const, milliseconds: 90 }))),
  }));
  await put(desk.deployment, monitorHourTable, hours);
  await watchedFor(30 * 60);
  const compare = async (slowerThanUsual: number | null) => {
    await good(updateMonitor(desk.as("admin"), { pageId: desk.pageId, id, slowerThanUsual }));
    await settled(desk);
  };
  expect(await view()).toMatchObject({ state: "up", slowerThanUsual: null, usualMs: null });
  await compare(3);
  expect(await view()).toMatchObject({ state: "degraded", since: begin, code: "slower", usualMs: 90 });
  expect((await observedOf(desk, desk.components[0])).at(-1)?.[0]).toBe("degraded_performance");
  await compare(8);
  expect(await view()).toMatchObject({ state: "up", since: begin, code: "ok", usualMs: 90 });
  await compare(1.5);
  await compare(null);
  expect(await view()).toMatchObject({ state: "up", since: begin, slowerThanUsual: null, usualMs: null });
});

test("what is no threshold judges nothing again", async () => {
  const before = await view();
  await good(updateMonitor(desk.as("admin"), { pageId: desk.pageId, id, name: "Till" }));
  expect(await view()).toMatchObject({ state: before.state, since: before.since });
});
