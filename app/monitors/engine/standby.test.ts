import { afterEach, beforeEach, expect, test } from "vitest";
import { minuteInRing } from "~/text/ring";
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

/** Runs several minutes; in each, the checkers' alarms go off after the tick, which may find no database. */
async function minutes(count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    await tickMinutes(deployment).catch(() => undefined);
    deployment.clock.now += 50_000;
    await checkers.ring();
    deployment.clock.now -= 50_000;
  }
}

/** Returns the last minutes of the monitor, newest last. */
async function lastMinutes(count: number): Promise<string[]> {
  const shard = await shardOf(deployment, `shard-${page.id}`);
  const ring = shard.rings.web ?? "";
  return Array.from({ length: count }, (_, index) => {
    return minuteInRing(ring, shard.minute, shard.minute - count + 1 + index)?.state ?? "gone";
  });
}

/** Adds a monitor that is up, then takes the database away. */
async function watchedThenAway(more: object = {}): Promise<void> {
  await arrange(deployment, someMonitors(page.id, [web(more)]));
  await tickMinutes(deployment, 3);
  database.away = true;
}

/** Does the same, and the monitor is down for three minutes. */
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

/** Returns the last minutes of a monitor of another shard. */
async function minutesOf(shardId: string, id: string, count: number): Promise<string[]> {
  const shard = await shardOf(deployment, shardId);
  return Array.from({ length: count }, (_, index) => {
    return minuteInRing(shard.rings[id] ?? "", shard.minute, shard.minute - count + 1 + index)?.state ?? "gone";
  });
}

test("of several shards that one object had, each is given what was seen of it", async () => {
  await arrange(deployment, someMonitors(page.id, [web()], { shardId: "a" }));
  const other = web({ id: "api", settings: { url: `${target.url}/api` } });
  await arrange(deployment, someMonitors(page.id, [other], { shardId: "b" }));
  await minutes(5);
  database.away = true;
  isDown = true;
  await minutes(4);
  database.away = false;
  await minutes(2);
  expect(await minutesOf("b", "api", 7)).toEqual(await minutesOf("a", "web", 7));
  expect(await minutesOf("a", "web", 7)).toEqual(["up", ...Array(6).fill("down")]);
});

test("what is down where other places have a say is not up because one place sees it up meanwhile", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ inARow: 1, regions: ["weur", "eeur"], agree: 3 })]));
  await tickMinutes(deployment, 3);
  isDown = true;
  await tickMinutes(deployment, 2);
  database.away = true;
  isDown = false;
  await minutes(3);
  database.away = false;
  deployment.clock.now += minute + 50_000;
  await checkers.ring();
  const shard = await shardOf(deployment, `shard-${page.id}`);
  expect(shard.states.web?.confirmed).toBe("down");
});

test("what is slower than usual is so meanwhile as well: its alert stays", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ slowerThanUsual: 2 })]));
  await tickMinutes(deployment, 3);
  const usual = JSON.stringify({ minute: Math.floor(deployment.clock.now / minute), milliseconds: 20 });
  const sql = "UPDATE monitor_shard SET version = version + 1, states = json_set(states, '$.web.usual', json(?1))";
  await deployment.ctx().d1.prepare(sql).bind(usual).run();
  target.answer(() => {
    deployment.clock.now += 150;
    return { status: 200 };
  });
  await tickMinutes(deployment, 3);
  const before = await alertsOf(deployment, "web");
  expect(before).toMatchObject([{ key: "degraded", state: "firing" }]);
  database.away = true;
  await minutes(3);
  database.away = false;
  await tickMinutes(deployment, 2);
  expect(await alertsOf(deployment, "web")).toEqual(before);
});

test("a full shard with a look at our own network fits into one invocation of Free", async () => {
  const all = Array.from({ length: 20 }, (_, at) => web({ id: `m${at}`, settings: { url: `${target.url}/p${at}x` } }));
  await arrange(deployment, someMonitors(page.id, all));
  const { secrets, d1 } = deployment.ctx();
  const sealed = await secrets.seal(`${target.url}/self`);
  await d1.prepare("UPDATE deployment SET self_check_sealed = ?1").bind(sealed).run();
  await tickMinutes(deployment, 3);
  target.answer(({ path }) => ({ status: path.includes("/p3x") ? 500 : 200 }));
  database.away = true;
  await minutes(1);
  const kept = [...checkers.stores.values()].flatMap(({ standby }) => standby?.results ?? []);
  expect([kept.length, kept.filter(({ sight }) => sight.verdict === "down").length]).toEqual([20, 1]);
});

test("a call that comes while the alarm is at work keeps what it was given", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await tickMinutes(deployment, 3);
  const [name = "", store] = [...checkers.stores].find(([, { standby }]) => standby !== null) ?? [];
  expect(name).toMatch(/^shard-/);
  if (!store) return;
  const read = store.read;
  deployment.clock.now += 50_000;
  store.read = async () => {
    store.read = read;
    const found = await read();
    // A late tick comes between the alarm's reading and its query of the database.
    deployment.clock.now -= 50_000;
    await tickMinutes(deployment);
    deployment.clock.now += 50_000;
    return found;
  };
  deployment.clock.now += minute;
  await checkers.ring();
  deployment.clock.now -= 50_000;
  const asked = target.received.length;
  database.away = true;
  await minutes(5);
  expect(target.received.length - asked).toBe(5);
});

test("after an hour what was seen in the last one is still handed over", async () => {
  await downMeanwhile();
  await minutes(60);
  database.away = false;
  deployment.clock.now += 6 * minute;
  await checkers.ring();
  expect((await lastMinutes(50)).filter((each) => each === "down").length).toBeGreaterThan(40);
});

test("meanwhile each is checked in its own minutes alone, also where it was owed a check", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ interval: 5 })]));
  await tickMinutes(deployment, 12);
  const owed = "UPDATE monitor_shard SET states = json_set(states, '$.web.owed', json('true'))";
  await deployment.ctx().d1.prepare(owed).run();
  await tickMinutes(deployment);
  const asked = target.received.length;
  database.away = true;
  await minutes(10);
  expect(target.received.length - asked).toBeLessThanOrEqual(2);
});

test("while all is well what is kept is not written each minute", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await minutes(30);
  expect([...checkers.stores.values()].reduce((sum, { writes }) => sum + writes, 0)).toBeLessThanOrEqual(4);
});
