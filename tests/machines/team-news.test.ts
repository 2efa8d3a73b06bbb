import { Webhook } from "standardwebhooks";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { handleSenderMessage } from "~/clock/wake";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { channelDeliveryTable, noticeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { postIncidentUpdate } from "~/incidents/post-update";
import type { TestDeployment } from "../support/database";
import { good } from "../support/desk";
import type { Hook } from "../support/hook";
import { group, post } from "../support/ingest";
import { type Listening, openListening } from "../support/listening";
import type { TestPage } from "../support/scenario";

const minute = 60_000;
const hour = 60 * minute;
let deployment: TestDeployment;
let page: TestPage;
let hook: Hook;
let secret: string;

let team: Listening;
beforeEach(async () => {
  team = await openListening();
  ({ deployment, page, hook } = team);
});
afterEach(() => team.close());

const asAdmin = () => team.asAdmin();
const pass = (milliseconds: number) => team.pass(milliseconds);
const deliver = (alerts: Parameters<typeof group>[0]) => team.deliver(alerts);
const listen = async (...events: string[]) => {
  secret = await team.listen(...events);
};

const names = (count: number, prefix = "k") => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
const noticesOf = async (kind: string) => {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return rows.filter((each) => each.kind === kind);
};
const bodies = () =>
  hook.received.map(({ body }) => JSON.parse(body) as { type: string; data: { title: string; text: string } });
const execute = (sql: string, ...params: unknown[]) => runBatch(deployment.ctx(), [{ sql, params }]);

/** Binds a queue that keeps to its delays, and returns when its messages wake the sender next. */
function bindDelayingQueue() {
  const wakes: number[] = [];
  const send = async (_: unknown, { delaySeconds = 0 }: QueueSendOptions = {}) => {
    wakes.push(deployment.clock.now + delaySeconds * 1000);
  };
  deployment.bindings = { ...deployment.bindings, WAKE: { send } as unknown as Queue };
  return async (until: number) => {
    for (let turn = 0; turn < 50; turn++) {
      wakes.sort((one, other) => one - other);
      if (wakes[0] === undefined || wakes[0] > until) return;
      deployment.clock.now = Math.max(deployment.clock.now, wakes.shift() ?? 0);
      await handleSenderMessage(deployment.ctx());
      await deployment.settled();
    }
  };
}

describe("with a queue, no message waits for the next tick", () => {
  test.each([
    ["a delivery", () => post(deployment.ctx(), page, group([{ key: "one" }]))],
    [
      "the tick",
      async () => {
        await post({ ...deployment.ctx(), defer: () => undefined }, page, group([{ key: "one" }]));
        await handleCronTick(deployment.ctx(), deployment.clock.now);
      },
    ],
  ])("an alert that %s settled is told within eleven seconds", async (_, settle) => {
    await listen("alert_fired");
    const untilNext = bindDelayingQueue();
    const fired = deployment.clock.now;
    await settle();
    await deployment.settled();
    await untilNext(fired + minute - 1);
    expect(bodies().map(({ type }) => type)).toEqual(["alert_fired"]);
    expect(deployment.clock.now - fired).toBeLessThanOrEqual(11_000);
  });
});

describe("alerts", () => {
  test("where no channel wants them nothing is written for them", async () => {
    await deliver([{ key: "one" }]);
    expect(await noticesOf("alert_fired")).toEqual([]);
    expect(await noticesOf("component_changed")).toEqual([]);
  });

  test("a storm of 1,000 is one message with the count and the first titles, signed as Standard Webhooks", async () => {
    await listen("alert_fired");
    for (let round = 0; round < 5; round++) await deliver(names(200, `r${round}-`).map((key) => ({ key })));
    expect(await noticesOf("alert_fired")).toHaveLength(1);
    expect(hook.received).toEqual([]);
    await pass(minute);
    await pass(minute);
    expect(hook.received).toHaveLength(1);
    const [call] = hook.received;
    vi.useFakeTimers({ toFake: ["Date"], now: deployment.clock.now });
    expect(() => new Webhook(secret).verify(call?.body ?? "", call?.headers as Record<string, string>)).not.toThrow();
    vi.useRealTimers();
    expect(JSON.stringify(bodies()[0])).toContain("Alerts firing (1,000)");
    expect(JSON.stringify(bodies()[0])).toContain("and 995 more");
  });

  test("repeats tell nothing again, one that fires later is told by itself, a recovery too", async () => {
    await listen("alert_fired", "alert_recovered");
    const startsAt = deployment.clock.now;
    await deliver([{ key: "one", startsAt }]);
    await pass(minute);
    for (let round = 0; round < 3; round++) {
      await deliver([{ key: "one", startsAt }]);
      await pass(minute);
    }
    expect(hook.received).toHaveLength(1);
    await deliver([{ key: "two", startsAt: deployment.clock.now }]);
    await pass(minute);
    await deliver([{ key: "one", status: "resolved", startsAt, endsAt: deployment.clock.now }]);
    await pass(minute);
    await pass(minute);
    const texts = hook.received.map(({ body }) => body);
    expect(texts).toHaveLength(3);
    expect(texts[0]).toContain("Firing: one is down");
    expect(texts[1]).toContain("Firing: two is down");
    expect(texts[2]).toContain("Recovered: one is down");
  });

  test("settled by many at once: one message", async () => {
    await listen("alert_fired");
    await Promise.all(names(20).map((key) => post(deployment.ctx(), page, group([{ key }]))));
    await deployment.settled();
    await Promise.all([pass(minute), pass(0), pass(0)]);
    await pass(minute);
    expect(hook.received).toHaveLength(1);
  });

  test("recovered before it left: nothing is told of the firing", async () => {
    await listen("alert_fired");
    const startsAt = deployment.clock.now;
    await deliver([{ key: "one", startsAt }]);
    deployment.clock.now += 2000;
    await deliver([{ key: "one", status: "resolved", startsAt, endsAt: deployment.clock.now }]);
    await pass(minute);
    expect(hook.received).toEqual([]);
  });

  test("a muted source tells nothing", async () => {
    await listen("alert_fired", "alert_recovered");
    await execute("UPDATE source SET muted_until = ?1", deployment.clock.now + hour);
    await deliver([{ key: "one" }]);
    await pass(minute);
    expect(hook.received).toEqual([]);
  });
});

describe("an incident on which nobody says anything", () => {
  const open = (visibility: "draft" | "published") =>
    good(
      openIncident(asAdmin(), {
        pageId: page.id,
        title: "Slow",
        body: "Looking.",
        visibility,
        impactOverride: "minor",
      }),
    );

  test("is told of after 6 hours and again every 6 hours, once however many ticks there are", async () => {
    await listen("incident_stale");
    const { id } = await open("published");
    await pass(6 * hour - minute);
    expect(await noticesOf("incident_stale")).toEqual([]);
    await pass(10 * minute);
    await Promise.all([pass(10 * minute), pass(0), pass(0)]);
    await pass(minute);
    expect(await noticesOf("incident_stale")).toHaveLength(1);
    expect(hook.received[0]?.body).toContain("No update for 6 h: Slow");
    for (let step = 0; step < 12; step++) await pass(30 * minute);
    for (let step = 0; step < 3; step++) await pass(minute);
    expect(await noticesOf("incident_stale")).toHaveLength(2);
    deployment.clock.now += 1000;
    await good(postIncidentUpdate(asAdmin(), { pageId: page.id, id, body: "Found it.", status: "identified" }));
    await pass(5 * hour);
    expect(await noticesOf("incident_stale")).toHaveLength(2);
    await pass(hour + 10 * minute);
    for (let step = 0; step < 3; step++) await pass(minute);
    expect(await noticesOf("incident_stale")).toHaveLength(3);
    expect(hook.received).toHaveLength(3);
  });

  test("a draft too", async () => {
    await listen("incident_stale");
    await open("draft");
    await pass(6 * hour + 10 * minute);
    await pass(minute);
    expect(hook.received[0]?.body).toContain("Draft still waiting: Slow");
  });

  test("after two days of our own silence it is one notice, not eight", async () => {
    await open("published");
    await pass(minute);
    await pass(48 * hour + minute);
    await pass(minute);
    expect(await noticesOf("incident_stale")).toHaveLength(1);
  });
});

describe("checks that stopped", () => {
  test("are told once a gap, with from and to; never of the first tick", async () => {
    await listen("checks_stopped");
    await pass(minute);
    for (let step = 0; step < 30; step++) await pass(minute);
    expect(await noticesOf("checks_stopped")).toEqual([]);
    const ctx = deployment.ctx();
    await pass(3 * hour);
    await Promise.all([pass(minute), pass(0)]);
    const found = await noticesOf("checks_stopped");
    expect(found).toHaveLength(1);
    expect(Number(found[0]?.scope.to) - Number(found[0]?.scope.from)).toBeGreaterThanOrEqual(3 * hour);
    expect(hook.received).toHaveLength(1);
    expect(hook.received[0]?.body).toContain("Checks were stopped for 3 h");
    const [rows] = await readBatch(ctx, ctx.db.select().from(channelDeliveryTable));
    expect(rows).toMatchObject([{ state: "sent" }]);
  });
});

test("a limit of the plan that is near is told once a day and limit, before it is reached", async () => {
  await listen("limit_near");
  const said = (day: string, counts: number[]) =>
    runBatch(deployment.ctx(), [
      { sql: "UPDATE deployment SET usage = ?1", params: [JSON.stringify({ [day]: counts })] },
    ]);
  await pass(minute);
  await said("2026-11-20", [0, 0, 720, 42_000]);
  await pass(10 * minute);
  for (let step = 0; step < 15; step++) await pass(minute);
  const found = await noticesOf("limit_near");
  expect(found.map(({ subjectId, scope }) => [subjectId, scope.most])).toEqual([["requests", 100_000]]);
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.body).toMatch(/Requests: 8\d% of the daily limit expected/);
  expect(hook.received[0]?.body).toContain("/usage");
  deployment.clock.now += 24 * hour;
  await said("2026-11-21", [0, 0, 720, 45_000]);
  for (let step = 0; step < 12; step++) await pass(minute);
  expect(await noticesOf("limit_near")).toHaveLength(2);
});
