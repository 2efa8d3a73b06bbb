import { afterEach, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import type { OutboundRequest } from "~/platform/outbound";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { aPage, arrange, someMonitors, type TestPage } from "../../../tests/support/scenario";
import { alertsOf, shardOf, tickMinutes } from "../../../tests/support/watched";

let deployment: TestDeployment;
let page: TestPage;
/** HTTP statuses that we and the probe in Seoul receive. */
let [here, there] = [200, 200];
/** Globalping's refusal of a request; null = it answers with a measurement. */
let refusal: [status: number, type: string] | null;
let calls: OutboundRequest[];

const probe = { continent: "AS", country: "KR", city: "Seoul", network: "Psychz Networks" };
const answerOf = (status: number, text: unknown) =>
  ({
    ok: true,
    status,
    headers: new Headers(),
    text: JSON.stringify(text),
    truncated: false,
    milliseconds: 7,
  }) as const;

/** Answers as Globalping's specification defines them; see app/monitors/contract/globalping/api.test.ts. */
function globalping(request: OutboundRequest) {
  calls.push(request);
  if (request.method !== "POST") {
    const result = { status: "finished", rawHeaders: "", rawOutput: "", statusCode: there, statusCodeName: "?" };
    return answerOf(200, { status: "finished", results: [{ probe, result: { ...result, timings: { total: 30 } } }] });
  }
  if (refusal) return answerOf(refusal[0], { error: { type: refusal[1], message: "No." } });
  return answerOf(202, { id: `measurement${calls.length}`, probesCount: 1 });
}

beforeEach(async () => {
  [here, there, refusal, calls] = [200, 200, null, []];
  deployment = await openDeployment();
  deployment.way.outbound = () =>
    ({
      async fetch(request: OutboundRequest) {
        return request.url.startsWith("https://api.globalping.io/") ? globalping(request) : answerOf(here, "");
      },
    }) as never;
  page = await arrange(deployment, aPage({ components: 1 }));
  await setToken("our-token");
});
afterEach(() => deployment.close());

async function setToken(token: string | null) {
  const ctx = deployment.ctx();
  const sealed = token === null ? null : await ctx.secrets.seal(token);
  await runBatch(ctx, [{ sql: "UPDATE deployment SET globalping_sealed = ?1", params: [sealed] }]);
}

const watch = (more: object = {}) =>
  arrange(
    deployment,
    someMonitors(page.id, [
      {
        id: "web",
        settings: { url: "https://shop.example.com/health" },
        components: [page.components[0] as string],
        continents: ["AS"],
        agree: 2,
        ...more,
      },
    ]),
  );
const stateOf = async () => (await shardOf(deployment, `shard-${page.id}`)).states.web;
const methods = () => calls.map(({ method = "GET" }) => method);

test("probes are asked in one minute and read in the next, two calls in all; their vote confirms", async () => {
  await watch();
  await tickMinutes(deployment, 3);
  expect(calls).toEqual([]);
  [here, there] = [500, 500];
  await tickMinutes(deployment, 2);
  expect(methods()).toEqual(["POST"]);
  expect(await stateOf()).toMatchObject({
    confirmed: "up",
    ballot: { outcome: "waiting" },
    asked: { id: "measurement1" },
  });
  expect(await alertsOf(deployment, "web")).toEqual([]);
  await tickMinutes(deployment);
  expect(methods()).toEqual(["POST", "GET"]);
  const state = await stateOf();
  expect(state).toMatchObject({ confirmed: "down", ballot: { outcome: "confirmed", agree: 2, places: 2 } });
  expect(state?.asked).toBeUndefined();
  expect(state?.opinions).toMatchObject([
    {
      region: "globalping-AS",
      verdict: "down",
      milliseconds: 30,
      link: "https://globalping.io?measurement=measurement1",
    },
  ]);
  expect(await alertsOf(deployment, "web")).toMatchObject([{ key: "down", state: "firing" }]);
  expect(JSON.stringify(state)).not.toContain("our-token");
});

test("a monitor that is checked seldom is looked at in the next minute, as its answer is awaited", async () => {
  await watch({ interval: 30, inARow: 1 });
  await tickMinutes(deployment, 1);
  [here, there] = [500, 500];
  await tickMinutes(deployment, 31);
  expect(await stateOf()).toMatchObject({ confirmed: "down" });
  expect(methods()).toEqual(["POST", "GET"]);
});

test("what they see well stays as it is, and they are asked again after five minutes", async () => {
  await watch();
  await tickMinutes(deployment, 2);
  here = 500;
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "up", ballot: { outcome: "refuted" }, silentSince: null });
  expect(methods()).toEqual(["POST", "GET"]);
  await tickMinutes(deployment, 3);
  expect(methods()).toEqual(["POST", "GET"]);
  await tickMinutes(deployment, 3);
  expect(methods()).toEqual(["POST", "GET", "POST", "GET"]);
});

test("one that recovers meanwhile is not read: its answer is to a question that nobody asks any more", async () => {
  await watch();
  await tickMinutes(deployment, 2);
  here = 500;
  await tickMinutes(deployment, 2);
  here = 200;
  await tickMinutes(deployment, 2);
  expect(methods()).toEqual(["POST"]);
  expect((await stateOf())?.asked).toBeUndefined();
});

test("its recovery is asked about again: what was seen of the outage says nothing of it", async () => {
  await watch();
  await tickMinutes(deployment, 2);
  [here, there] = [500, 500];
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "down" });
  [here, there] = [200, 200];
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "up" });
  expect(methods()).toEqual(["POST", "GET", "POST", "GET"]);
});

test("used-up credits are no opinion: said in words, no data after a while, and nobody is asked each minute", async () => {
  await watch();
  await tickMinutes(deployment, 2);
  [here, refusal] = [500, [429, "insufficient_credits"]];
  await tickMinutes(deployment, 8);
  const state = await stateOf();
  expect(state).toMatchObject({ confirmed: "up", ballot: { outcome: "unsettled" }, silentSince: expect.any(Number) });
  expect(state?.opinions).toMatchObject([{ verdict: "none", code: "insufficient_credits" }]);
  expect(methods()).toEqual(["POST", "POST"]);
});

test("without a token there are no such places: ours is enough", async () => {
  await setToken(null);
  await watch();
  await tickMinutes(deployment, 2);
  here = 500;
  await tickMinutes(deployment, 2);
  expect(await stateOf()).toMatchObject({ confirmed: "down" });
  expect(calls).toEqual([]);
});

test("what they cannot see they are not asked", async () => {
  await watch({ settings: { url: "https://shop.example.com/health", contains: "all well" } });
  await tickMinutes(deployment, 3);
  expect(await stateOf()).toMatchObject({ confirmed: "down", code: "text_missing" });
  expect(calls).toEqual([]);
});
