import { expect, test } from "vitest";
import { sourceAdapterOf } from "~/sources/kinds/known-kinds";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange, type TestSource } from "../../tests/support/scenario";

const deployment = deploymentOfFile();

const names = (count: number) => Array.from({ length: count }, (_, at) => `k${at}`);
const minute = 60_000;

type Answer = Awaited<ReturnType<typeof post>>;
const idsOf = (answers: Answer[]) => answers.flatMap((each) => (each.ok ? [each.value.id] : []));

test("100 parallel deliveries of 100 alerts on one page: 100 in", async () => {
  const from = await arrange(deployment, aLoneSource());
  const answers = await Promise.all(names(100).map((key) => post(deployment.ctx(), from, group([{ key }]))));
  expect(idsOf(answers)).toHaveLength(100);
  const { alerts, deliveries, episodes, wanted } = await rowsOf(deployment.ctx(), from);
  expect([alerts.length, deliveries.length, episodes.length, wanted]).toEqual([100, 100, 100, 100]);
  expect(new Set(deliveries.map((each) => each.settleMark)).size).toBe(100);
});

test("100 parallel deliveries of one alert: 100 in, one alert, one episode", async () => {
  const from = await arrange(deployment, aLoneSource());
  const startsAt = deployment.clock.now - minute;
  const send = () => post(deployment.ctx(), from, group([{ key: "a", startsAt }]));
  const answers = await Promise.all(Array.from({ length: 100 }, send));
  expect(idsOf(answers)).toHaveLength(100);
  const { alerts, deliveries, episodes, wanted } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ count: 100, state: "firing" }]);
  expect([deliveries.length, episodes.length, wanted]).toEqual([100, 1, 1]);
});

async function cost(from: TestSource, body: unknown) {
  const ctx = deployment.ctx();
  const answer = await post(ctx, from, body);
  expect(answer.ok).toBe(true);
  return { read: ctx.meter.read, written: ctx.meter.written };
}

test("rows: a first firing, a repeat, a recovery, a late one", async () => {
  const from = await arrange(deployment, aLoneSource());
  const startsAt = deployment.clock.now - minute;
  const firing = group([{ key: "a", startsAt }]);
  const ended = group([{ key: "a", status: "resolved", startsAt, endsAt: deployment.clock.now }]);
  // One statement records, twice a day, when a source whose quiet means that all is well was last heard.
  expect(await cost(from, firing)).toMatchObject({ written: 6 });
  expect(await cost(from, firing)).toMatchObject({ written: 2 });
  const recovery = await cost(from, ended);
  expect(recovery.written).toBeLessThanOrEqual(6);
  const late = await cost(from, firing);
  expect(late.written).toBe(1);
  await Promise.all(names(200).map((key) => post(deployment.ctx(), from, group([{ key }]))));
  expect(await cost(from, firing)).toEqual(late);
});

test("a body of 100 alerts costs as many statements as one of one", async () => {
  const from = await arrange(deployment, aLoneSource());
  const statements = async (body: unknown) => {
    // Waits first, because the next call may or may not wait for a settling that is still in progress.
    await deployment.settled();
    const ctx = deployment.ctx();
    const answer = await post(ctx, from, body);
    return [answer.ok && answer.value.alerts.length, ctx.meter.statements];
  };
  await statements(group([{ key: "first" }]));
  const [, one] = await statements(group([{ key: "single" }]));
  expect(await statements(group(names(100).map((key) => ({ key }))))).toEqual([100, one]);
});

test("row 10: 1,000 differing deliveries: what does not get in is told when to come again, every 202 is found", async () => {
  const from = await arrange(deployment, aLoneSource());
  const answers: Answer[] = [];
  for (let round = 0; round < 10; round++) {
    const keys = names(100).map((key) => `${key}-${round}`);
    answers.push(...(await Promise.all(keys.map((key) => post(deployment.ctx(), from, group([{ key }]))))));
  }
  const refused = answers.flatMap((each) => (each.ok ? [] : [each.failure]));
  expect(refused).toHaveLength(700);
  for (const failure of refused) {
    expect(failure).toMatchObject({ name: "overloaded" });
    expect("retryAfter" in failure && failure.retryAfter).toBeGreaterThanOrEqual(1);
  }
  const { deliveries, alerts } = await rowsOf(deployment.ctx(), from);
  expect(deliveries.map((each) => each.id).sort()).toEqual(idsOf(answers).sort());
  expect(alerts).toHaveLength(300);
  deployment.clock.now += 5 * minute;
  expect((await post(deployment.ctx(), from, group([{ key: "next" }]))).ok).toBe(true);
});

test("equal repeats do not count; a tool that does not drop on 429 gets 429", async () => {
  const from = await arrange(deployment, aLoneSource());
  const same = group([{ key: "a" }]);
  for (let round = 0; round < 16; round++) {
    const answers = await Promise.all(names(20).map(() => post(deployment.ctx(), from, same)));
    expect(idsOf(answers)).toHaveLength(20);
  }
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signing = await arrange(deployment, aLoneSource({ kind: "standard-webhooks", settings: { secret } }));
  const send = async (id: string) => {
    const body = { type: "alert.firing", data: { id } };
    const rawBody = new TextEncoder().encode(JSON.stringify(body));
    const sent = { rawBody, settings: { secret }, now: deployment.clock.now, deliveryId: id };
    return post(deployment.ctx(), signing, body, sourceAdapterOf("standard-webhooks")?.prove?.(sent));
  };
  expect(idsOf(await Promise.all(names(300).map(send)))).toHaveLength(300);
  expect(await send("last")).toMatchObject({ ok: false, failure: { name: "limited" } });
});

test("garbage is limited by itself: 400 of it leave room for what can be read", async () => {
  const from = await arrange(deployment, aLoneSource());
  const reasons: string[] = [];
  for (let round = 0; round < 20; round++) {
    const answers = await Promise.all(names(20).map(() => post(deployment.ctx(), from, "{broken")));
    reasons.push(...answers.flatMap((each) => (each.ok ? [] : [each.failure.name])));
  }
  expect(reasons.filter((name) => name === "malformed")).toHaveLength(300);
  expect(reasons.filter((name) => name === "limited" || name === "overloaded")).toHaveLength(100);
  expect((await post(deployment.ctx(), from, group([{ key: "genuine" }]))).ok).toBe(true);
});

test("0 lifts the limit", async () => {
  const lifted = { ...deployment.ctx() };
  const ctx = () => ({ ...deployment.ctx(), config: { ...lifted.config, ingestLimit: 0 } });
  const from = await arrange(deployment, aLoneSource());
  for (let round = 0; round < 4; round++) {
    const keys = names(100).map((key) => `${key}-${round}`);
    const answers = await Promise.all(keys.map((key) => post(ctx(), from, group([{ key }]))));
    expect(idsOf(answers)).toHaveLength(100);
  }
});
