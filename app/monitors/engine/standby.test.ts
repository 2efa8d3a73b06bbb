import { afterEach, beforeEach, expect, test } from "vitest";
import { minuteAt } from "~/text/ring";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { type Hook, startHook } from "../../../tests/support/hook";
import { awayDatabase } from "../../../tests/support/inboxes";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { alertsOf, bindCheckers, shardOf, tickMinutes } from "../../../tests/support/watched";

const minute = 60_000;

let deployment: TestDeployment;
let database: ReturnType<typeof awayDatabase>;
let page: TestPage;
let target: Hook;
let checkers: ReturnType<typeof bindCheckers>;
let isDown = false;

beforeEach(async () => {
  isDown = false;
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  database = awayDatabase(deployment);
  target = await startHook();
  target.answer(() => ({ status: isDown ? 500 : 200 }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  page = await arrange(deployment, aPage({ components: 1 }));
  checkers = bindCheckers(deployment);
});
afterEach(async () => {
  await Promise.all([target.close(), deployment.close()]);
});

const web = (more: object = {}) => ({
  id: "web",
  settings: { url: `${target.url}/web` },
  components: [page.components[0] as string],
  inARow: 2,
  ...more,
});

/** So many minutes, and in each checkers ring by themselves after the tick, which may find no database. */
async function minutes(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await tickMinutes(deployment).catch(() => undefined);
    deployment.clock.now += 50_000;
    await checkers.ring();
    deployment.clock.now -= 50_000;
  }
}

/** The last minutes of the monitor, the newest last. */
async function lastMinutes(count: number): Promise<string[]> {
  const shard = await shardOf(deployment, `shard-${page.id}`);
  const ring = shard.rings.web ?? "";
  return Array.from({ length: count }, (_, index) => {
    return minuteAt(ring, shard.minute, shard.minute - count + 1 + index)?.state ?? "gone";
  });
}

/** A monitor that is well, of which the database then knows nothing more. */
async function watchedThenAway(more: object = {}): Promise<void> {
  await arrange(deployment, someMonitors(page.id, [web(more)]));
  await tickMinutes(deployment, 3);
  database.away = true;
}

/** The same while it is down, for three minutes. */
async function downMeanwhile(more: object = {}): Promise<void> {
  await watchedThenAway(more);
  isDown = true;
  await minutes(3);
}

test("while the database is away checks go on, and what they saw is handed over as of when it was seen", async () => {
  await watchedThenAway();
  const asked = target.received.length;
  await minutes(2);
  isDown = true;
  await minutes(3);
  expect(target.received.length - asked).toBe(5);
  database.away = false;
  await tickMinutes(deployment);
  expect(await lastMinutes(6)).toEqual(["up", "up", "down", "down", "down", "down"]);
  const [alert] = await alertsOf(deployment, "web");
  expect(alert).toMatchObject({ state: "firing", startedAt: deployment.clock.now - 3 * minute });
});

test("what went down and came back meanwhile is told to nobody, and stands in the history", async () => {
  await downMeanwhile();
  isDown = false;
  await minutes(3);
  database.away = false;
  await tickMinutes(deployment);
  expect(await lastMinutes(7)).toEqual(["down", "down", "down", "up", "up", "up", "up"]);
  expect(await alertsOf(deployment, "web")).toEqual([]);
});

test("a checker that was not asked hands over by its own alarm", async () => {
  await watchedThenAway();
  await minutes(3);
  database.away = false;
  deployment.clock.now += minute + 50_000;
  expect(await checkers.ring()).toBe(1);
  expect(await lastMinutes(3)).toEqual(["up", "up", "up"]);
  expect([...checkers.stores.values()].flatMap(({ standby }) => standby?.results ?? [])).toEqual([]);
});

test("a monitor that was given something else to look at meanwhile hears nothing of what was seen", async () => {
  await downMeanwhile();
  database.away = false;
  isDown = false;
  const plan =
    "json_set(plan, '$[0].settingsSealed', json_extract(plan, '$[0].settingsSealed') || '', '$[0].watchedSince', ?1)";
  await deployment
    .ctx()
    .d1.prepare(`UPDATE monitor_shard SET version = version + 1, plan = ${plan}`)
    .bind(deployment.clock.now)
    .run();
  await tickMinutes(deployment);
  expect((await lastMinutes(3)).includes("down")).toBe(false);
  expect(await alertsOf(deployment, "web")).toEqual([]);
});

test("where other places have a say, one place alone finds nothing wrong meanwhile", async () => {
  await downMeanwhile({ inARow: 1, regions: ["weur", "eeur"], agree: 2 });
  isDown = false;
  database.away = false;
  await tickMinutes(deployment);
  expect((await lastMinutes(4)).includes("down")).toBe(false);
  expect(await alertsOf(deployment, "web")).toEqual([]);
});

test("for an hour, and then no more; and not at all while the tick comes", async () => {
  await watchedThenAway();
  const asked = target.received.length;
  await minutes(70);
  expect(target.received.length - asked).toBeGreaterThanOrEqual(60);
  expect(target.received.length - asked).toBeLessThanOrEqual(62);
  database.away = false;
  const before = target.received.length;
  await minutes(5);
  expect(target.received.length - before).toBe(5);
});
