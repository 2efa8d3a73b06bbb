import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { monitorHourTable } from "~/db/schema";
import { packMinuteRing, ringMinutes } from "~/text/ring";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { quickNetwork } from "../../../tests/support/outbound";
import { aPage, arrange, put, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { alertsOf, bindCheckers, shardOf, tickMinutes } from "../../../tests/support/watched";
import { rebuildShardPlanStatement } from "../queries/shard";
import { runMonitorShard } from "./run-shard";

let deployment: TestDeployment;
let page: TestPage;
let milliseconds: number;
const minute = 60_000;

/** A network in which every answer takes `milliseconds`. */
const network: ReturnType<typeof quickNetwork> = (around) => {
  const quick = quickNetwork(() => 200)(around);
  return { ...quick, fetch: async (asked) => ({ ...(await quick.fetch(asked)), milliseconds }) };
};

beforeEach(async () => {
  deployment = await openDeployment();
  deployment.way.outbound = network;
  page = await arrange(deployment, aPage({ components: 1 }));
  milliseconds = 100;
});
afterEach(() => deployment.close());

const shard = () => shardOf(deployment, `shard-${page.id}`);
const stateOf = async (id: string) => (await shard()).states[id];

/** Stores past hours in which each minute's answer took so long. */
async function hoursBefore(id: string, count: number, took: number) {
  const now = Math.floor(deployment.clock.now / 3_600_000);
  const minutes = packMinuteRing(
    Array.from({ length: ringMinutes }, () => ({ state: "up" as const, milliseconds: took })),
  );
  const rows = Array.from({ length: count }, (_, index) => ({ monitorId: id, hour: now - 1 - index, minutes }));
  await put(deployment, monitorHourTable, rows);
}

/** Adds monitors that were watched for a week, all of it at 100 ms. */
async function putWatched(ids: readonly string[], more: object = {}) {
  const watchedSince = deployment.clock.now - 8 * 1440 * minute;
  const draft = { settings: { url: "https://example.com/" }, components: page.components, watchedSince };
  await arrange(
    deployment,
    someMonitors(
      page.id,
      ids.map((id) => ({ id, slowerThanUsual: 2, ...draft, ...more })),
    ),
  );
  for (const id of ids) await hoursBefore(id, 7 * 24, 100);
}

describe("a monitor that is compared with its usual", () => {
  test("is degraded by answers slower than that, well again by others, and says why", async () => {
    await putWatched(["web"]);
    await tickMinutes(deployment, 2);
    expect(await stateOf("web")).toMatchObject({ confirmed: "up", usual: { milliseconds: 100 } });
    milliseconds = 201;
    await tickMinutes(deployment, 2);
    expect(await stateOf("web")).toMatchObject({ confirmed: "degraded", code: "slower" });
    expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "degraded", state: "firing" }]);
    milliseconds = 200;
    await tickMinutes(deployment, 2);
    expect(await stateOf("web")).toMatchObject({ confirmed: "up", code: "ok" });
    expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "degraded", state: "resolved" }]);
  });

  test("turns though other places are chosen: none of them knows what is usual here", async () => {
    const calls = bindCheckers(deployment);
    await putWatched(["web"], { regions: ["weur", "me"], agree: 3 });
    await tickMinutes(deployment, 2);
    milliseconds = 300;
    await tickMinutes(deployment, 2);
    expect(await stateOf("web")).toMatchObject({ confirmed: "degraded", silentSince: null });
    expect(calls.filter(({ region }) => region !== null)).toEqual([]);
    milliseconds = 100;
    await tickMinutes(deployment, 2);
    expect(await stateOf("web")).toMatchObject({ confirmed: "up" });
    expect(calls.filter(({ region }) => region !== null)).toHaveLength(2);
  });

  test("is not judged while there is less than a day of answers", async () => {
    const watchedSince = deployment.clock.now - 20 * 60 * minute;
    await arrange(
      deployment,
      someMonitors(page.id, [
        { id: "web", settings: { url: "https://example.com/" }, slowerThanUsual: 2, watchedSince },
      ]),
    );
    await hoursBefore("web", 20, 100);
    await tickMinutes(deployment, 2);
    milliseconds = 5000;
    await tickMinutes(deployment, 3);
    expect(await stateOf("web")).toMatchObject({ confirmed: "up", code: "ok" });
    expect((await stateOf("web"))?.usual).toBeUndefined();
  });

  test("begins anew when it is resumed", async () => {
    await putWatched(["web"]);
    await tickMinutes(deployment, 2);
    const since = "UPDATE monitor SET watched_since = ?1 WHERE id = 'web'";
    const { id } = await shard();
    await runBatch(deployment.ctx(), [
      { sql: since, params: [deployment.clock.now] },
      rebuildShardPlanStatement(page.id, [id]),
    ]);
    milliseconds = 900;
    await tickMinutes(deployment, 3);
    expect(await stateOf("web")).toMatchObject({ confirmed: "up" });
    expect((await stateOf("web"))?.usual).toBeUndefined();
  });
});

/** Runs one minute of the shard alone, and returns the rows that it reads and writes. */
async function look() {
  deployment.clock.now += minute;
  const ctx = deployment.ctx();
  const { now } = deployment.clock;
  await runMonitorShard(ctx, {
    shard: await shard(),
    minute: Math.floor(now / minute),
    until: now + 20_000,
    selfCheck: null,
  });
  return { read: ctx.meter.read, written: ctx.meter.written };
}

test("it is found out once a day, one monitor a minute, and writes no row more", async () => {
  const ids = ["a", "b", "c"];
  await putWatched(ids, { slowerThanUsual: null });
  // The minute that settles their first state has no room for their checks.
  await tickMinutes(deployment, 3);
  const without = await look();
  const { id } = await shard();
  const set = { sql: "UPDATE monitor SET slower_than_usual = 2", params: [] };
  await runBatch(deployment.ctx(), [set, rebuildShardPlanStatement(page.id, [id])]);
  const found = [await look(), await look(), await look()];
  for (const { read, written } of found) {
    expect(read - without.read).toBeGreaterThanOrEqual(7 * 24 - 1);
    expect(read - without.read).toBeLessThanOrEqual(7 * 24 + 4);
    expect(written).toBe(without.written);
  }
  expect([await look(), await look()]).toEqual([without, without]);
  for (const each of ids) expect((await stateOf(each))?.usual?.milliseconds).toBe(100);
});
