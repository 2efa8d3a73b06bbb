import { afterEach, beforeEach, expect, test } from "vitest";
import { createChannel } from "~/channels/create";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import type { Ctx } from "~/platform/ctx";
import { openDeployment, type TestDeployment } from "../support/database";
import { good } from "../support/desk";
import { type Hook, startHook } from "../support/hook";
import { group, post } from "../support/ingest";
import { nodeOutbound } from "../support/outbound";
import { aPage, arrange, type TestPage } from "../support/scenario";

/** From an alert to who hears of it, where nobody could be told at first. */
let deployment: TestDeployment;
let page: TestPage;
let hook: Hook;

beforeEach(async () => {
  deployment = await openDeployment({ UPFRONT_NETWORK_ALLOW: "127.0.0.0/8" });
  page = await arrange(deployment, aPage());
  hook = await startHook();
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
});
afterEach(async () => {
  await deployment.settled();
  await hook.close();
  await deployment.close();
});

async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

async function listen(): Promise<void> {
  const admin: Ctx = {
    ...deployment.ctx({ kind: "person", id: "admin", operator: false, sessionId: "s" }),
    member: { pageId: page.id, role: "admin" },
  };
  const settings = { url: `${hook.url}/team` };
  const given = { pageId: page.id, kind: "webhook", name: "Team", settings, events: ["draft_opened"] };
  await good(createChannel(admin, given));
}

async function deliver(alerts: Parameters<typeof group>[0]): Promise<void> {
  expect((await post(deployment.ctx(), page, group(alerts))).ok).toBe(true);
  await deployment.settled();
}

const titles = () => hook.received.map(({ body }) => (JSON.parse(body) as { data: { title: string } }).data.title);
const execute = (sql: string) => runBatch(deployment.ctx(), [{ sql, params: [] }]);

test("a draft that an alert opens is told to the first channel, once", async () => {
  await deliver([{ key: "api" }]);
  await pass(4);
  await listen();
  await pass(2);
  expect(titles()).toEqual(["Missed: Draft: api is down"]);
  await deliver([{ key: "api" }]);
  await pass(10);
  expect(titles()).toHaveLength(1);
});

test("an alert that no rule takes is told to the first channel, and one that recovered meanwhile is not", async () => {
  await execute("DELETE FROM rule");
  await execute("DELETE FROM rule_component");
  await deliver([{ key: "disk" }, { key: "cpu" }]);
  await pass(2);
  await deliver([{ key: "cpu", status: "resolved" }]);
  await pass(1);
  await listen();
  await pass(3);
  expect(titles()).toEqual(["Missed: Firing: disk is down"]);
});

test("a draft that its alerts have dismissed is told to nobody", async () => {
  await deliver([{ key: "api" }]);
  await pass(4);
  await deliver([{ key: "api", status: "resolved" }]);
  await pass(10);
  await listen();
  await pass(3);
  expect(titles()).toEqual([]);
});
