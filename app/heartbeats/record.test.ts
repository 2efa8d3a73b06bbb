import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusalFor } from "~/failures/refusal";
import { noon, openDeployment, type TestDeployment } from "../../tests/support/database";
import { faulty } from "../../tests/support/faults";
import { heartbeatRows, sendPing } from "../../tests/support/heartbeats";
import { aHeartbeat, aPage, arrange, pingKeyOf, type TestPage } from "../../tests/support/scenario";
import { checkAndSettleHeartbeats } from "./engine/heartbeats-due";
import { recordPing } from "./record";

let deployment: TestDeployment;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  await arrange(deployment, pingKeyOf(page.id, "the-key"));
});
beforeEach(() => {
  deployment.clock.now = noon;
});
afterAll(async () => {
  await deployment.settled();
  await deployment.close();
});

const up = { state: "up", lastResult: "success", lastPingAt: noon - 1000, dueAt: noon + 1000_000 } as const;

const bySlug = {
  address: { pingKey: "the-key", slug: "backup" },
  action: "success" as const,
  create: false,
  method: "GET",
  from: "",
  agent: "",
  body: { bytes: new Uint8Array(), truncated: false },
};

describe("a ping that turns nothing costs one row written, two with a body", () => {
  test.each([
    ["by uuid", {}, { read: 3, written: 1, statements: 1 }],
    ["with a body", { text: "done" }, { read: 5, written: 2, statements: 2 }],
    ["a start, which may be due earlier", { action: "start" as const }, { read: 3, written: 2, statements: 1 }],
  ])("%s", async (_, told, cost) => {
    const made = await arrange(deployment, aHeartbeat(page, up));
    const ctx = deployment.ctx();
    expect(await sendPing(ctx, made, told)).toMatchObject({ ok: true });
    await deployment.settled();
    expect(ctx.meter).toMatchObject({ ...cost, subrequests: 0 });
  });

  test("by its words", async () => {
    const made = await arrange(
      deployment,
      aHeartbeat(page, {
        ...up,
        successWords: ["done"],
        failWords: ["ERROR", "panic"],
      }),
    );
    const ctx = deployment.ctx();
    expect(await sendPing(ctx, made, { text: "done" })).toMatchObject({ ok: true });
    await deployment.settled();
    expect(ctx.meter).toMatchObject({ written: 2, statements: 2, subrequests: 0 });
  });

  test("by key and slug", async () => {
    await arrange(deployment, aHeartbeat(page, { ...up, slug: "backup" }));
    const ctx = deployment.ctx();
    expect(await recordPing(ctx, bySlug)).toEqual({ ok: true, value: { created: false } });
    expect(ctx.meter).toMatchObject({ read: 4, written: 1, statements: 1, subrequests: 0 });
  });

  test("with a hundred pings in its row too", async () => {
    const pings = Array.from({ length: 100 }, (_, at) => ({
      n: at + 1,
      id: `ping${at}`,
      at: at * 1000,
      kind: "success" as const,
      method: "POST",
      from: "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
      agent: "a".repeat(200),
    }));
    const made = await arrange(deployment, aHeartbeat(page, { ...up, pings, pingCount: 100 }));
    const ctx = deployment.ctx();
    await sendPing(ctx, made);
    expect(ctx.meter).toMatchObject({ read: 3, written: 1 });
    const { row } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.pings.length, row.pings[0]?.n, row.pings.at(-1)?.n]).toEqual([100, 2, 101]);
  });
});

test("row 18: a hundred at once, all of the same millisecond: each is counted, and what turned is told", async () => {
  const made = await arrange(deployment, aHeartbeat(page));
  const pings = Array.from({ length: 100 }, () => sendPing(deployment.ctx(), made));
  expect((await Promise.all(pings)).every((each) => each.ok)).toBe(true);
  await deployment.settled();
  const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
  expect([row.pingCount, row.state, row.pendingFrom, alerts]).toEqual([100, "up", null, []]);
});

test.each([
  ["fail", "success"],
  ["success", "fail"],
] as const)(
  "row 18: %s and %s in the same millisecond: no turn is lost, whichever comes in first",
  async (one, other) => {
    const made = await arrange(deployment, aHeartbeat(page, up));
    await Promise.all([one, other].map((action) => sendPing(deployment.ctx(), made, { action })));
    await deployment.settled();
    const { row, episodes, alerts } = await heartbeatRows(deployment.ctx(), made.id);
    const isUp = row.pings.at(-1)?.kind === "success";
    expect([row.pingCount, row.state, episodes.length]).toEqual([2, isUp ? "up" : "down", 1]);
    expect(alerts.map((each) => each.state)).toEqual([isUp ? "resolved" : "firing"]);
  },
);

test("twenty that say one thing and the other, in one heap: with the next tick it is as the last one said", async () => {
  const made = await arrange(deployment, aHeartbeat(page, up));
  const said = Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? ("fail" as const) : ("success" as const)));
  await Promise.all(said.map((action) => sendPing(deployment.ctx(), made, { action })));
  await deployment.settled();
  await checkAndSettleHeartbeats(deployment.ctx(), [made.id]);
  const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
  const last = row.pings.at(-1)?.kind === "success" ? ["up", "resolved"] : ["down", "firing"];
  expect([row.pingCount, row.pendingFrom, row.state, alerts[0]?.state]).toEqual([20, null, ...last]);
});

test("the first ping after new, and after a pause, makes it known again; a turn of what fired ends the alert", async () => {
  for (const state of ["new", "paused"] as const) {
    const made = await arrange(deployment, aHeartbeat(page, { state }));
    expect((await heartbeatRows(deployment.ctx(), made.id)).silentSince).toBe(noon);
    await sendPing(deployment.ctx(), made);
    await deployment.settled();
    const { row, silentSince, alerts } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.state, row.stateSince, row.dueAt, row.version, silentSince, alerts]).toEqual([
      "up",
      noon,
      noon + 120_000,
      1,
      null,
      [],
    ]);
  }
});

test("a failure fires at once, dated at the ping; the next success ends it", async () => {
  const made = await arrange(deployment, aHeartbeat(page, up));
  await sendPing(deployment.ctx(), made, { exit: 3 });
  await deployment.settled();
  const down = await heartbeatRows(deployment.ctx(), made.id);
  expect(down.row).toMatchObject({ state: "down", stateSince: noon, dueAt: null, lastResult: "fail" });
  const told = {
    key: "missed",
    severity: "critical",
    title: "Nightly backup failed",
    body: refusalFor("ping.exit", { status: 3 }),
  };
  expect(down.alerts).toMatchObject([{ ...told, state: "firing", startedAt: noon }]);
  deployment.clock.now += 5000;
  await sendPing(deployment.ctx(), made);
  await deployment.settled();
  const again = await heartbeatRows(deployment.ctx(), made.id);
  expect(again.alerts).toMatchObject([{ state: "resolved", endedAt: noon + 5000 }]);
  expect(again.row).toMatchObject({ state: "up", stateSince: noon + 5000, dueAt: noon + 125_000 });
});

test("an answer that was lost counts once: the ping knows itself", async () => {
  for (const mode of ["after", "stall"] as const) {
    const made = await arrange(deployment, aHeartbeat(page, up));
    const { database } = faulty(deployment.bindings.DB, 1, mode);
    const ctx = deployment.ctx(undefined, { database, deadline: 200 });
    expect(await sendPing(ctx, made, { text: "once" })).toMatchObject({ ok: true });
    const { row, bodies } = await heartbeatRows(deployment.ctx(), made.id);
    expect([row.pingCount, row.pings.length, bodies.length]).toEqual([1, 1, 1]);
  }
});

test("the clock went back: when it is due goes back with it", async () => {
  const made = await arrange(
    deployment,
    aHeartbeat(page, { ...up, lastPingAt: noon + 3600_000, dueAt: noon + 3720_000 }),
  );
  await sendPing(deployment.ctx(), made);
  await deployment.settled();
  const { row } = await heartbeatRows(deployment.ctx(), made.id);
  expect(row).toMatchObject({ state: "up", lastPingAt: noon, dueAt: noon + 120_000, pendingFrom: null });
});

test("a start that is found by its words is due as one that is told: it must end within the grace", async () => {
  const made = await arrange(deployment, aHeartbeat(page, { ...up, startWords: ["begins"], successWords: ["done"] }));
  const ctx = deployment.ctx();
  await sendPing(ctx, made, { text: "the backup begins" });
  await deployment.settled();
  const { row } = await heartbeatRows(deployment.ctx(), made.id);
  expect(row).toMatchObject({ state: "up", lastStartAt: noon, dueAt: noon + 60_000, pendingFrom: null });
  expect(row.pings).toMatchObject([{ kind: "start", body: true }]);
});

test("what its address says itself is not looked into", async () => {
  const made = await arrange(deployment, aHeartbeat(page, { ...up, successWords: ["done"], failWords: ["ERROR"] }));
  for (const told of [{ exit: 0 }, { action: "log" as const }, { action: "fail" as const }, {}]) {
    await sendPing(deployment.ctx(), made, { ...told, text: "nothing" });
  }
  await deployment.settled();
  const { row } = await heartbeatRows(deployment.ctx(), made.id);
  expect(row.pings.map((each) => each.kind)).toEqual(["success", "log", "fail", "ignored"]);
});
