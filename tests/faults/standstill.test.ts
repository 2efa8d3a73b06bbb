import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { resetIsolate } from "~/platform/isolate";
import { readPublishedView } from "~/status-page/view-page";
import { good } from "../support/desk";
import { holding } from "../support/held-database";
import { group, post } from "../support/ingest";
import {
  hour,
  minute,
  openStopped,
  rebuild,
  type Stopped,
  statusOf,
  todayOf,
  type Watcher,
  writtenOf,
} from "../support/stopped";
import { timelineFaults } from "../support/timeline";

/** The last stamp is of 10:13; somebody was there until 10:20. */
const start = Date.UTC(2026, 10, 20, 10, 0);
const stamp = start + 13 * minute;
const last = start + 20 * minute;
const watchers: Watcher[] = ["source", "monitor", "heartbeat", "hand", "promise"];

let stopped: Stopped;
beforeEach(async () => {
  stopped = await openStopped({ start });
  await stopped.minutes(21);
});
afterEach(() => stopped.close());

const now = () => stopped.deployment.clock.now;
const each = async <T>(of: (watcher: Watcher) => Promise<T>) =>
  Object.fromEntries(await Promise.all(watchers.map(async (watcher) => [watcher, await of(watcher)])));
const shown = () => each((watcher) => statusOf(stopped, watcher));
const noData = () => each(async (watcher) => (await todayOf(stopped, watcher))[4]);
const well = Object.fromEntries(watchers.map((watcher) => [watcher, "operational"]));

/** `known`: seconds of the monitor’s results within the standstill; `before`: until its first one. */
const all = (seconds: number, known = 8 * 60, before = 10 * 3600 + 60) => ({
  source: seconds,
  monitor: seconds - known + before,
  heartbeat: seconds,
  hand: 0,
  promise: seconds,
});

test("six hours off are one row of the deployment, and no data of all that was observed", async () => {
  const before = await writtenOf(stopped);
  stopped.off(6 * hour);
  const end = now();
  expect(await shown()).toEqual({
    ...well,
    source: "no_data",
    monitor: "no_data",
    heartbeat: "no_data",
    promise: "no_data",
  });
  await stopped.tick();
  const written = await writtenOf(stopped);
  expect(written.standstills).toEqual([{ started_at: stamp, ended_at: end }]);
  expect(written.rows).toHaveLength(before.rows.length);
  expect(await noData()).toEqual(all((end - stamp) / 1000));
  expect(await shown()).toEqual(well);
  await stopped.minutes(4);
  const after = await writtenOf(stopped);
  expect([after.incidents, after.rows.length]).toEqual([[], before.rows.length]);
  expect(after.notices.map(({ kind }) => kind)).toEqual(["checks_stopped"]);
  expect(await noData()).toEqual(all((end - stamp) / 1000));
  expect(await shown()).toEqual(well);
});

test("a heartbeat that does not ping is down at the end of the grace time after it, and not before", async () => {
  stopped.off(6 * hour);
  const end = now();
  await stopped.minutes(2, false);
  expect((await writtenOf(stopped)).incidents).toEqual([]);
  await stopped.minutes(3, false);
  const { heartbeat, incidents, alerts } = await writtenOf(stopped);
  expect([heartbeat?.state, heartbeat?.stateSince]).toEqual(["down", end + 2 * minute]);
  expect(incidents.map(({ startedAt }) => startedAt)).toEqual([end + 2 * minute]);
  expect(alerts.map(({ startedAt }) => startedAt)).toEqual([end + 2 * minute]);
  await rebuild(stopped);
  expect((await todayOf(stopped, "heartbeat"))[0]).toBe((now() - end - 2 * minute) / 1000);
});

test("five minutes off change no history, open nothing and notify nobody", async () => {
  const before = await writtenOf(stopped);
  stopped.off(5 * minute);
  await stopped.minutes(1, false);
  await stopped.minutes(4);
  const after = await writtenOf(stopped);
  expect(after.rows.filter(({ componentId }) => componentId !== stopped.components.monitor)).toEqual(
    before.rows.filter(({ componentId }) => componentId !== stopped.components.monitor),
  );
  expect([after.standstills, after.incidents, after.notices, after.alerts]).toEqual([[], [], [], []]);
  expect(await shown()).toEqual(well);
});

test("a ping and a delivery in the first seconds before the tick hide nothing, and what is promised is not late", async () => {
  const before = (await writtenOf(stopped)).rows;
  stopped.off(20 * minute - 2000);
  await good(post(stopped.deployment.ctx(), stopped.page, group([{ key: "x", startsAt: now() }])));
  await stopped.deployment.settled();
  const { rows } = await writtenOf(stopped);
  expect(rows.slice(before.length).map(({ componentId }) => componentId)).toEqual([stopped.components.source]);
  stopped.off(2000);
  const end = now();
  await stopped.minutes(5, false);
  expect(await statusOf(stopped, "promise")).toBe("operational");
  expect((await writtenOf(stopped)).heartbeat?.stateSince).toBe(end - 2000 + 2 * minute);
  await stopped.minutes(2, false);
  const late = (await writtenOf(stopped)).rows.filter(({ componentId }) => componentId === stopped.components.promise);
  expect(late.at(-1)).toMatchObject({ layer: "observed", toStatus: "no_data" });
  expect(late.at(-1)?.at).toBeGreaterThan(end + 4 * minute);
});

test("who pings while no tick comes was heard: the deadline of who does not stays", async () => {
  await stopped.minutes(1, false);
  for (let passed = 0; passed < 12; passed++) {
    stopped.off(minute);
    await good(post(stopped.deployment.ctx(), stopped.page, group([{ key: `k${passed}`, startsAt: now() }])));
    await stopped.deployment.settled();
  }
  await stopped.tick();
  expect((await writtenOf(stopped)).heartbeat).toMatchObject({ state: "down", stateSince: last + 4 * minute });
});

test("an outage that nobody saw the middle of is no data; one that was told from within stands", async () => {
  await good(post(stopped.deployment.ctx(), stopped.page, group([{ key: "x", startsAt: now() }])));
  await stopped.minutes(2);
  const stampBefore = (await writtenOf(stopped)).standstills;
  expect(stampBefore).toEqual([]);
  stopped.off(6 * hour);
  const end = now();
  await stopped.minutes(2);
  const [major = 0, , , , unknown = 0] = await todayOf(stopped, "source");
  expect(unknown).toBeGreaterThanOrEqual(6 * 3600);
  expect(major).toBeLessThan(4 * 60);
  const over = end - 3 * hour;
  const body = group([{ key: "x", status: "resolved", startsAt: start + 21 * minute, endsAt: over }]);
  await good(post(stopped.deployment.ctx(), stopped.page, body));
  await stopped.minutes(1);
  await rebuild(stopped);
  const told = await todayOf(stopped, "source");
  expect(told[0]).toBe((over - start - 21 * minute) / 1000);
  expect(told[4]).toBe((end - over + start + 21 * minute - stamp) / 1000);
});

test("two standstills of a day, over midnight, are in both days, packed and open", async () => {
  stopped.off(6 * hour);
  const first = now() - stamp;
  await stopped.minutes(12);
  stopped.off(10 * hour);
  const end = now();
  await stopped.minutes(3);
  const { standstills } = await writtenOf(stopped);
  expect(standstills.map(({ ended_at: at }) => at)).toEqual([stamp + first, end]);
  const second = standstills[1]?.started_at ?? 0;
  const midnight = Date.UTC(2026, 10, 21);
  const days = await packed("source");
  expect(days["11-20"]).toEqual([0, 0, 0, 0, first + midnight - second]);
  expect((await todayOf(stopped, "source"))[4]).toBe((end - midnight) / 1000);
  expect(await timelineFaults(stopped.deployment, stopped.page.id)).toEqual([]);
});

async function packed(watcher: Watcher): Promise<Record<string, number[]>> {
  const { d1 } = stopped.deployment.ctx();
  const row = await d1
    .prepare("SELECT days FROM component_year WHERE component_id = ?1")
    .bind(stopped.components[watcher])
    .first<{ days: string }>();
  return JSON.parse(row?.days ?? "{}");
}

test("a clock that leapt ahead and back leaves no standstill, and holds no heartbeat up", async () => {
  stopped.off(6 * hour);
  await stopped.tick();
  expect((await writtenOf(stopped)).standstills).toHaveLength(1);
  stopped.off(-6 * hour);
  await stopped.minutes(2);
  expect((await writtenOf(stopped)).standstills).toEqual([]);
  expect((await noData()).source).toBe(0);
  const pinged = now() - minute;
  await stopped.minutes(6, false);
  expect((await writtenOf(stopped)).heartbeat).toMatchObject({ state: "down", stateSince: pinged + 4 * minute });
});

test.each([-1, 0, 1])(
  "two ticks at once find it, whose clocks differ by %i minutes: one row, and each deadline moves once",
  async (apart) => {
    const { deployment } = stopped;
    stopped.off(6 * hour);
    const end = now();
    const held = holding(deployment.bindings.DB, "INSERT INTO standstill");
    resetIsolate();
    const first = handleCronTick(deployment.ctx(undefined, { database: held.database }), end);
    await held.came;
    deployment.clock.now = end + apart * minute;
    await stopped.tick();
    deployment.clock.now = end + 2000;
    held.release();
    await first;
    await deployment.settled();
    const { standstills } = await writtenOf(stopped);
    expect(standstills).toEqual([{ started_at: stamp, ended_at: end + apart * minute }]);
    deployment.clock.now = end + minute;
    await stopped.minutes(3, false);
    const { heartbeat, incidents } = await writtenOf(stopped);
    expect(heartbeat?.state).toBe("down");
    expect(incidents).toHaveLength(1);
    expect(heartbeat?.stateSince).toBe(end + (2 + apart) * minute);
    expect(await timelineFaults(deployment, stopped.page.id)).toEqual([]);
  },
);

test("a clock that was ahead when a standstill ended keeps the standstill once it is right", async () => {
  stopped.off(6 * hour + 10 * minute);
  await stopped.tick();
  stopped.off(-9 * minute);
  const right = now();
  await stopped.minutes(2);
  expect((await writtenOf(stopped)).standstills).toEqual([{ started_at: stamp, ended_at: right }]);
  await rebuild(stopped);
  expect((await todayOf(stopped, "source"))[4]).toBe((right - stamp) / 1000);
});

test("nor does a heartbeat go down with it: it has its grace time from when the clock is right", async () => {
  stopped.off(6 * hour + 10 * minute);
  await stopped.tick();
  stopped.off(-9 * minute);
  const right = now();
  await stopped.minutes(2, false);
  expect((await writtenOf(stopped)).heartbeat?.state).toBe("up");
  await stopped.minutes(2, false);
  expect((await writtenOf(stopped)).heartbeat).toMatchObject({ state: "down", stateSince: right + 2 * minute });
});

test("a clock that is behind after a standstill takes back what it has not seen yet, and no more", async () => {
  stopped.off(6 * hour);
  await stopped.tick();
  stopped.off(-8 * minute);
  const behind = now();
  await stopped.minutes(1);
  stopped.off(8 * minute);
  await stopped.minutes(2);
  const [kept, ...others] = (await writtenOf(stopped)).standstills;
  expect([kept, others]).toEqual([{ started_at: stamp, ended_at: behind }, []]);
});

test("what people say stays: a manual status, and maintenance", async () => {
  await runBatch(stopped.deployment.ctx(), [
    {
      sql: "UPDATE component SET manual_status = 'degraded_performance' WHERE id = ?1",
      params: [stopped.components.source],
    },
  ]);
  stopped.off(6 * hour);
  await stopped.minutes(3);
  const [, , degraded = 0, , unknown] = await todayOf(stopped, "source");
  expect([degraded > 6 * 3600, unknown]).toEqual([true, 0]);
  const view = await good(readPublishedView(stopped.deployment.ctx(), { slug: stopped.page.slug }));
  expect(view.snapshot.components.find(({ id }) => id === stopped.components.hand)?.uptime).toBe(10_000);
});

test("a standstill goes after 400 days", async () => {
  await runBatch(stopped.deployment.ctx(), [
    {
      sql: "INSERT INTO standstill (started_at, ended_at) VALUES (?1, ?1 + 1), (?2, ?2 + 1)",
      params: [now() - 401 * 24 * hour, now() - 399 * 24 * hour],
    },
    { sql: "UPDATE deployment SET purge_cursor = '{}'", params: [] },
  ]);
  await stopped.minutes(70);
  expect((await writtenOf(stopped)).standstills.map(({ started_at: at }) => now() - at > 400 * 24 * hour)).toEqual([
    false,
  ]);
});
