import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { sourceTable } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { type Hook, startHook } from "../../../tests/support/hook";
import { nodeOutbound } from "../../../tests/support/outbound";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { alertsOf, bindCheckers, shardOf, tickMinutes } from "../../../tests/support/watched";
import { runMonitorShard } from "./run-shard";

let deployment: TestDeployment;
let page: TestPage;
let target: Hook;
let calls: ReturnType<typeof bindCheckers>;
/** Regions that do not answer. */
let silent: string[];
/** Regions that see it down, "" = ours. */
let failing: string[];
/** Regions whose own network is down. */
let away: string[];
const minute = 60_000;

/** Adds the calling region to the address. */
const outboundOf: NonNullable<TestDeployment["way"]["outbound"]> = (around) => {
  const way = nodeOutbound({ networks: ["127.0.0.0/8"] })(around);
  const from = () => calls.find(({ meter }) => meter === around.meter)?.region ?? "";
  const where = (url: string) => (away.includes(from()) ? "http://127.0.0.1:59999/" : `${url}?${from()}`);
  return { ...way, fetch: (given) => way.fetch({ ...given, url: where(given.url) }) };
};

/** Makes calls to these regions fail, like an object whose machine is gone. */
function silencePlaces(): void {
  const bound = deployment.bindings.CHECKER as NonNullable<typeof deployment.bindings.CHECKER>;
  const get = (id: DurableObjectId, options: DurableObjectNamespaceGetDurableObjectOptions = {}) => {
    if (silent.includes(options.locationHint ?? "")) throw new Error("no such machine");
    return bound.get(id, options);
  };
  deployment.bindings.CHECKER = { idFromName: bound.idFromName, get } as typeof bound;
}

afterEach(async () => {
  await Promise.all([target.close(), deployment.close()]);
});

beforeEach(async () => {
  [silent, failing, away] = [[], [], []];
  deployment = await openDeployment();
  target = await startHook();
  target.answer(({ path }) => ({ status: failing.includes(path.split("?")[1] ?? "") ? 500 : 200 }));
  deployment.way.outbound = outboundOf;
  page = await arrange(deployment, aPage({ components: 1 }));
  calls = bindCheckers(deployment);
  silencePlaces();
});
const web = (more: object = {}) => ({
  id: "web",
  settings: { url: `${target.url}/web` },
  components: [page.components[0] as string],
  regions: ["weur", "eeur"],
  agree: 2,
  ...more,
});
const stateOf = async (id = "web") => (await shardOf(deployment, `shard-${page.id}`)).states[id];
const asked = () => calls.filter(({ region }) => region !== null);

async function silentSince() {
  const ctx = deployment.ctx();
  const query = ctx.db.select({ at: sourceTable.silentSince }).from(sourceTable).where(eq(sourceTable.id, "web"));
  return (await readBatch(ctx, query))[0][0]?.at;
}

test("two of three places are enough, however the third sees it", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await tickMinutes(deployment, 2);
  failing = ["", "weur"];
  await tickMinutes(deployment, 2);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
  expect((await stateOf())?.ballot).toMatchObject({ outcome: "confirmed", need: 2, places: 3, agree: 2, against: 1 });
});

test("one of three is not: the others see it well, so it stays up and is heard of", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await tickMinutes(deployment, 2);
  failing = [""];
  await tickMinutes(deployment, 12);
  expect(await alertsOf(deployment, "web")).toEqual([]);
  expect(await stateOf()).toMatchObject({ confirmed: "up", silentSince: null, ballot: { outcome: "refuted" } });
});

test("places that do not answer have no vote: with too few it is no data, never green, until enough agree", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  await tickMinutes(deployment, 2);
  const lastKnown = deployment.clock.now + minute;
  [failing, silent] = [
    ["", "weur", "eeur"],
    ["weur", "eeur"],
  ];
  await tickMinutes(deployment, 8);
  expect(await alertsOf(deployment, "web")).toEqual([]);
  expect((await stateOf())?.ballot).toMatchObject({ outcome: "unsettled", need: 2, places: 3, agree: 1, against: 0 });
  expect((await stateOf())?.opinions.map(({ code }) => code)).toEqual(["no_answer", "no_answer"]);
  expect(await silentSince()).toBe(lastKnown + minute);
  silent = ["eeur"];
  await tickMinutes(deployment, 3);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
  expect(await silentSince()).toBeNull();
});

test("it recovers by as many, and is no data while too few answer", async () => {
  await arrange(deployment, someMonitors(page.id, [web()]));
  failing = ["", "weur", "eeur"];
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "down" });
  [failing, silent] = [[], ["weur", "eeur"]];
  await tickMinutes(deployment, 8);
  expect(await stateOf()).toMatchObject({ confirmed: "down", silentSince: expect.any(Number) });
  silent = [];
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "up", silentSince: null });
});

test("where all that answer must agree, silence hides no outage", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ agree: null })]));
  await tickMinutes(deployment, 2);
  [failing, silent] = [[""], ["weur", "eeur"]];
  await tickMinutes(deployment, 2);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
});

test("a place whose own network is away saw nothing", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ regions: ["weur"], inARow: 1 })]));
  const look = async () => {
    deployment.clock.now += minute;
    const now = deployment.clock.now;
    const shard = await shardOf(deployment, `shard-${page.id}`);
    const work = { shard, minute: Math.floor(now / minute), until: now + 20_000, selfCheck: `${target.url}/self` };
    await runMonitorShard(deployment.ctx(), work);
    return (await stateOf())?.opinions;
  };
  target.answer(({ path }) => ({ status: path.startsWith("/web") ? 500 : 200 }));
  away = ["weur"];
  expect(await look()).toMatchObject([{ region: "weur", verdict: "none", code: "no_network" }]);
  expect((await stateOf())?.ballot).toMatchObject({ outcome: "unsettled", agree: 1, against: 0 });
  away = [];
  expect(await look()).toMatchObject([{ region: "weur", verdict: "down" }]);
  expect((await stateOf())?.ballot).toMatchObject({ outcome: "confirmed" });
});

test("four monitors of a shard are one question to a region, and no invocation passes its limit", async () => {
  const many = Array.from({ length: 8 }, (_, index) => web({ id: `web${index}`, components: [] }));
  await arrange(deployment, someMonitors(page.id, many));
  await tickMinutes(deployment, 2);
  expect(asked()).toEqual([]);
  failing = ["", "weur", "eeur"];
  await tickMinutes(deployment, 2);
  expect(
    asked()
      .map(({ region }) => region)
      .toSorted(),
  ).toEqual(["eeur", "eeur", "weur", "weur"]);
  const states = (await shardOf(deployment, `shard-${page.id}`)).states;
  expect(Object.values(states).map(({ confirmed }) => confirmed)).toEqual(Array(8).fill("down"));
  expect(Math.max(...calls.map(({ meter }) => meter.statements + meter.subrequests))).toBeLessThan(40);
});

test("where ours alone is enough nobody is asked", async () => {
  await arrange(deployment, someMonitors(page.id, [web({ agree: 1 })]));
  await tickMinutes(deployment, 2);
  failing = [""];
  await tickMinutes(deployment, 2);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
  expect(asked()).toEqual([]);
});
