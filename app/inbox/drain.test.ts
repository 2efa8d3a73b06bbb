import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { tick } from "~/clock/tick";
import { read } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { inbox } from "~/db/schema";
import { tellHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { recordPing } from "~/heartbeats/record";
import { readNow } from "~/now/read";
import { makeCtx } from "~/platform/ctx";
import { forgetIsolate } from "~/platform/isolate";
import { tellSilence } from "~/sources/engine/sources-due";
import { publish } from "~/status-page/publishing/engine/publish";
import { noon, openDeployment, type TestDeployment } from "../../tests/support/database";
import { heartbeatRows } from "../../tests/support/heartbeats";
import { awayDatabase, bindInboxes, type TestInboxes } from "../../tests/support/inboxes";
import { group, post, rowsOf } from "../../tests/support/ingest";
import {
  aHeartbeat,
  aLoneSource,
  aPage,
  arrange,
  type HeartbeatValues,
  type TestPage,
} from "../../tests/support/scenario";
import { noteHeld } from "./queries/held";
import { readHeld } from "./read";

const second = 1000;

let deployment: TestDeployment;
let inboxes: TestInboxes;
let database: ReturnType<typeof awayDatabase>;
let page: TestPage;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
  database = awayDatabase(deployment);
  inboxes = bindInboxes(deployment);
  page = await arrange(deployment, aPage());
});
beforeEach(() => {
  deployment.clock.now = noon;
  database.away = false;
  inboxes.away = false;
});
afterAll(async () => {
  await deployment.settled();
  inboxes.close();
  await deployment.close();
});

const send = async (from: { token: string }, body: unknown) => {
  const answer = await post(deployment.ctx(), from, body);
  await deployment.settled();
  return answer.ok ? (answer.value.kept ? "kept" : "in") : answer.failure.name;
};
const fires = (key: string) => group([{ key }]);
const ends = (key: string) => group([{ key, status: "resolved" }]);

/** The database is there again; whatever is due by the clock is done until nothing is. */
async function comesBack(): Promise<void> {
  database.away = false;
  for (let round = 0; round < 40 && (await inboxes.held()) > 0; round++) {
    deployment.clock.now += 5 * second;
    await inboxes.ring();
  }
  await deployment.settled();
}

/** A source that this isolate knows. */
async function knownSource() {
  const from = await arrange(deployment, aLoneSource());
  expect(await send(from, fires("known"))).toBe("in");
  return from;
}

test("what comes while the database is away is kept, and is in as of when it came", async () => {
  const from = await knownSource();
  database.away = true;
  deployment.clock.now += 10 * second;
  expect(await send(from, fires("a"))).toBe("kept");
  deployment.clock.now += 20 * second;
  expect(await send(from, ends("a"))).toBe("kept");
  expect(await inboxes.held()).toBe(2);
  deployment.clock.now += 30 * second;
  await inboxes.ring();
  expect(await inboxes.held()).toBe(2);
  await comesBack();
  const { alerts, episodes, deliveries } = await rowsOf(deployment.ctx(), from);
  const a = alerts.find(({ key }) => key === "a");
  expect([a?.state, a?.startedAt, a?.endedAt]).toEqual(["resolved", noon + 10 * second, noon + 30 * second]);
  expect(episodes.filter(({ alertId }) => alertId === a?.id)).toHaveLength(1);
  expect(deliveries.map(({ receivedAt }) => receivedAt).sort()).toEqual([noon, noon + 10_000, noon + 30_000]);
});

test("a newer fact that is in already is not overtaken", async () => {
  const from = await knownSource();
  expect(await send(from, fires("b"))).toBe("in");
  database.away = true;
  deployment.clock.now += 60 * second;
  expect(await send(from, ends("b"))).toBe("kept");
  deployment.clock.now += 30 * second;
  expect(await send(from, fires("c"))).toBe("kept");
  database.away = false;
  deployment.clock.now += 30 * second;
  expect(await send(from, fires("b"))).toBe("in");
  expect(await send(from, ends("c"))).toBe("in");
  await comesBack();
  const { alerts } = await rowsOf(deployment.ctx(), from);
  const states = Object.fromEntries(alerts.map(({ key, state }) => [key, state]));
  expect(states).toMatchObject({ b: "firing", c: "resolved" });
});

test("a source that this isolate does not know, or not for the last ten minutes, is to be sent again", async () => {
  const from = await knownSource();
  database.away = true;
  deployment.clock.now += 10 * 60 * second + 1;
  expect(await send(from, fires("a"))).toBe("overloaded");
  deployment.clock.now = noon;
  expect(await send(from, fires("a"))).toBe("kept");
  forgetIsolate();
  expect(await send(from, fires("a"))).toBe("overloaded");
  await comesBack();
});

test("with the inboxes away too nothing is kept", async () => {
  const from = await knownSource();
  [database.away, inboxes.away] = [true, true];
  expect(await send(from, fires("a"))).toBe("overloaded");
});

test("what is kept twice, or was in although its answer was lost, is in once", async () => {
  const from = await knownSource();
  database.awayAfterWrite = true;
  expect(await send(from, fires("lost"))).toBe("kept");
  await comesBack();
  const { alerts, deliveries } = await rowsOf(deployment.ctx(), from);
  expect(alerts.find(({ key }) => key === "lost")?.count).toBe(1);
  expect(deliveries).toHaveLength(2);
});

test("an address that was replaced meanwhile leaves a refused row and the alert about its source", async () => {
  const from = await knownSource();
  database.away = true;
  expect(await send(from, fires("a"))).toBe("kept");
  database.away = false;
  const ctx = deployment.ctx();
  await ctx.d1
    .prepare("UPDATE source SET token_hash = 'another', version = version + 1 WHERE id = ?1")
    .bind(from.id)
    .run();
  forgetIsolate();
  await comesBack();
  const { deliveries, alerts } = await rowsOf(deployment.ctx(), from);
  expect(deliveries.find(({ outcome }) => outcome === "refused")).toMatchObject({
    reason: "revoked",
    receivedAt: noon,
  });
  expect(alerts.map(({ key }) => key)).toContain("upfront:refused");
});

test("what a source that is gone had sent is left", async () => {
  const from = await knownSource();
  database.away = true;
  expect(await send(from, fires("a"))).toBe("kept");
  database.away = false;
  await deployment.ctx().d1.prepare("DELETE FROM source WHERE id = ?1").bind(from.id).run();
  forgetIsolate();
  await comesBack();
  expect(await inboxes.held()).toBe(0);
});

const ping = (uuid: string, action: "success" | "fail" | "start" = "success") =>
  recordPing(deployment.ctx(), {
    address: { uuid },
    action,
    create: false,
    method: "POST",
    from: "192.0.2.1",
    agent: "curl",
    body: { bytes: new TextEncoder().encode("log ".repeat(400)), truncated: false },
  });

test("a ping is kept whoever it is of, counts as of when it came, and one that is older than the last only counts", async () => {
  const made = await arrange(
    deployment,
    aHeartbeat(page, { state: "up", lastResult: "success", lastPingAt: noon - 60_000, pingCount: 1 }),
  );
  database.away = true;
  expect(await ping(made.uuid)).toMatchObject({ ok: true });
  expect(await ping("5f4dcc3b-5aa7-45d6-b8e1-000000000000")).toMatchObject({ ok: true });
  deployment.clock.now += 30 * second;
  expect(await ping(made.uuid, "fail")).toMatchObject({ ok: true });
  database.away = false;
  deployment.clock.now += 30 * second;
  expect(await ping(made.uuid)).toMatchObject({ ok: true });
  await comesBack();
  const { row, bodies } = await heartbeatRows(deployment.ctx(), made.id);
  expect([row.pingCount, row.lastPingAt, row.state, row.lastResult]).toEqual([4, noon + 60_000, "up", "success"]);
  expect(row.pings.map(({ kind, at }) => [kind, at - noon])).toEqual([
    ["success", 60_000],
    ["ignored", 0],
    ["ignored", 30_000],
  ]);
  expect(bodies.map((each) => each.body.length)).toEqual([1600, 1024, 1024]);
});

test("a heartbeat is not called late for a ping that lies in an inbox", async () => {
  const values: HeartbeatValues = {
    state: "up",
    lastResult: "success",
    lastPingAt: noon,
    pingCount: 1,
    dueAt: noon + 120_000,
  };
  const made = await arrange(deployment, aHeartbeat(page, values));
  const other = await arrange(deployment, aHeartbeat(page, values));
  database.away = true;
  deployment.clock.now += 110 * second;
  expect(await ping(made.uuid)).toMatchObject({ ok: true });
  database.away = false;
  deployment.clock.now += 11 * second;
  await tellHeartbeats(deployment.ctx(), [made.id, other.id]);
  await deployment.settled();
  const { row, alerts } = await heartbeatRows(deployment.ctx(), made.id);
  expect([row.state, row.lastPingAt, alerts]).toEqual(["up", noon + 110_000, []]);
  expect((await heartbeatRows(deployment.ctx(), other.id)).row.state).toBe("down");
});

test("while its inbox still holds something one is called late two minutes later; one that does not answer holds nobody up", async () => {
  const values: HeartbeatValues = {
    state: "up",
    lastResult: "success",
    lastPingAt: noon,
    pingCount: 1,
    dueAt: noon + 120_000,
  };
  const made = await arrange(deployment, aHeartbeat(page, values));
  const stuck = { entries: 1, oldestAt: noon, taken: 0, nextAt: noon, isAway: false };
  const stateAt = async (at: number, answer: () => Promise<Response>) => {
    deployment.clock.now = noon + at;
    const INBOX = { idFromName: (name: string) => name, get: () => ({ fetch: answer }) };
    const bindings = { ...deployment.bindings, INBOX: INBOX as never };
    const around = { now: () => deployment.clock.now, sleep: async () => undefined, defer: () => undefined };
    await tellHeartbeats(makeCtx(bindings, around), [made.id]);
    return (await heartbeatRows(deployment.ctx(), made.id)).row.state;
  };
  const holds = async () => Response.json(stuck);
  expect([await stateAt(121_000, holds), await stateAt(239_000, holds), await stateAt(241_000, holds)]).toEqual([
    "up",
    "up",
    "down",
  ]);
  const another = await arrange(deployment, aHeartbeat(page, values));
  made.id = another.id;
  expect(await stateAt(121_000, () => Promise.reject(new Error("gone")))).toBe("down");
});

test("a source is not called silent for a delivery that lies in an inbox", async () => {
  const hour = 3_600_000;
  const due = noon + hour + 5 * 60_000;
  const from = await arrange(deployment, aLoneSource({ silenceHours: 1, silenceDueAt: due, lastHeardAt: noon }));
  deployment.clock.now = due - 60 * second;
  expect(await send(from, fires("known"))).toBe("in");
  await deployment
    .ctx()
    .d1.prepare("UPDATE source SET last_heard_at = ?1, silence_due_at = ?2 WHERE id = ?3")
    .bind(noon, due, from.id)
    .run();
  database.away = true;
  deployment.clock.now = due - second;
  expect(await send(from, fires("known"))).toBe("kept");
  database.away = false;
  deployment.clock.now = due + second;
  await tellSilence(deployment.ctx(), [from.id]);
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(alerts.map(({ key }) => key)).toEqual(["known"]);
});

test("what came before a restore is left", async () => {
  const from = await knownSource();
  database.away = true;
  expect(await send(from, fires("before"))).toBe("kept");
  deployment.clock.now += second;
  database.away = false;
  await deployment.ctx().d1.prepare("UPDATE deployment SET inboxes_from = ?1").bind(deployment.clock.now).run();
  database.away = true;
  expect(await send(from, fires("after"))).toBe("kept");
  await comesBack();
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(alerts.map(({ key }) => key).sort()).toEqual(["after", "known"]);
  await deployment.ctx().d1.prepare("UPDATE deployment SET inboxes_from = 0").run();
});

test("a page says that it is behind while an inbox holds something of it for more than two minutes, and Now how much", async () => {
  const desk = await arrange(deployment, aPage({ slug: "held" }));
  const ctx = deployment.ctx();
  const pages = [{ pageId: desk.id, entries: 2, oldestAt: noon }];
  await runBatch(ctx, noteHeld(5, { entries: 2, oldestAt: noon, pages }, noon));
  const behindSince = async () => {
    const one = "SELECT behind_since AS at FROM snapshot WHERE page_id = ?1 AND part = 'home' AND audience = 'public'";
    return (await ctx.d1.prepare(one).bind(desk.id).first<{ at: number | null }>())?.at ?? null;
  };
  await publish(ctx, desk.id);
  expect(await behindSince()).toBeNull();
  deployment.clock.now += 3 * 60_000;
  await tick(deployment.ctx(), deployment.clock.now);
  await deployment.settled();
  expect(await behindSince()).toBe(noon);
  const owner = {
    ...deployment.ctx({ kind: "person", id: "p", operator: true, sessionId: "s" }),
    member: { pageId: desk.id, role: "owner" as const },
  };
  expect(await readNow(owner, { pageId: desk.id })).toMatchObject({
    ok: true,
    value: { health: { held: { count: 2, since: noon } } },
  });
  expect(await readHeld(ctx)).toMatchObject({ value: { entries: 2, oldestAt: noon } });
  await runBatch(ctx, noteHeld(5, { entries: 0, oldestAt: null, pages: [] }, deployment.clock.now));
  await publish(deployment.ctx(), desk.id);
  expect([await behindSince(), (await readHeld(ctx)).ok && (await readHeld(ctx))]).toMatchObject([
    null,
    { value: null },
  ]);
});

test("an inbox takes a thousand deliveries of a source, and the next is to be sent again; others have room", async () => {
  const from = await knownSource();
  const other = await knownSource();
  database.away = true;
  for (let sent = 0; sent < 1000; sent++) await send(from, fires("a"));
  expect([await inboxes.held(), await send(from, fires("a")), await send(other, fires("a"))]).toEqual([
    1000,
    "overloaded",
    "kept",
  ]);
  await comesBack();
  expect(await inboxes.held()).toBe(0);
  const ctx = deployment.ctx();
  expect(await read(ctx, ctx.db.select().from(inbox).where(eq(inbox.number, 0)))).toEqual([[]]);
}, 60_000);
