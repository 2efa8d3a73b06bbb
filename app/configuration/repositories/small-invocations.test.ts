import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { chargeMeter, remainingMeterBudget } from "~/platform/meter";
import { failureOf, good } from "../../../tests/support/desk";
import { oneComponent, repositoryDeskOfFile, twoComponents } from "../../../tests/support/repository-desk";
import { runDueFileWork } from "./run-due";
import { acceptPushEvent } from "./take-push";

/** The plan Free without objects: all work is done after answers, and with what a tick leaves. */
const { commit, connect, desk, names, newest, pushOf, server } = repositoryDeskOfFile("free");
const { deployment } = desk;

/** Lets a minute pass, in which its tick stays within its invocation. */
async function minute(): Promise<void> {
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx();
  await handleCronTick(ctx, deployment.clock.now);
  await deployment.settled();
  expect(remainingMeterBudget(ctx.meter)).toBeGreaterThanOrEqual(0);
}

test("a push is read after its answer, and applied by ticks", async () => {
  const hook = await connect();
  const sha = commit("first", oneComponent);
  await good(acceptPushEvent(deployment.ctx(), pushOf(hook, sha)));
  await deployment.settled();
  expect(await newest(hook)).toMatchObject({ state: "applied" });
  for (let count = 0; count < 3; count++) await minute();
  expect(await names()).toEqual(["API"]);
});

test("a reading that failed is made again by a tick", async () => {
  const hook = await connect();
  const sha = commit("first", oneComponent);
  server.answer = { status: 502 };
  await good(acceptPushEvent(deployment.ctx(), pushOf(hook, sha)));
  await deployment.settled();
  expect(await newest(hook)).toMatchObject({ state: "waiting" });
  server.answer = null;
  for (let count = 0; count < 5; count++) await minute();
  expect(await newest(hook)).toMatchObject({ state: "applied" });
  expect(await names()).toEqual(["API"]);
});

test("a plan that waits for a person has room as well", async () => {
  const hook = await connect({ applies: false });
  const sha = commit("first", twoComponents);
  await good(acceptPushEvent(deployment.ctx(), pushOf(hook, sha)));
  await deployment.settled();
  expect(await newest(hook)).toMatchObject({ state: "pending" });
});

test("the least room with which the tick begins is enough for a reading and for what is said after it", async () => {
  const hook = await connect();
  const sha = commit("first", oneComponent);
  server.answer = { status: 502 };
  await good(acceptPushEvent(deployment.ctx(), pushOf(hook, sha)));
  await deployment.settled();
  server.answer = null;
  deployment.clock.now += 60_000;
  const ctx = deployment.ctx({ kind: "machine", id: "configuration" });
  chargeMeter(ctx.meter, "statements", remainingMeterBudget(ctx.meter) - 31);
  expect(await failureOf(runDueFileWork(ctx).then(() => ({ ok: true as const, value: null })))).toBe(null);
  await deployment.settled();
  expect(await newest(hook)).toMatchObject({ state: "applied" });
});
