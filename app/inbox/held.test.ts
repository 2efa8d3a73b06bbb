import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { runBatch } from "~/db/run-batch";
import { checkHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { readNowView } from "~/now/read";
import { makeCtx } from "~/platform/ctx";
import { checkSilentSources } from "~/sources/engine/sources-due";
import { publishPage } from "~/status-page/publishing/engine/publish";
import { fires, second } from "../../tests/support/away-desk";
import { noon } from "../../tests/support/database";
import { heartbeatRows } from "../../tests/support/heartbeats";
import { rowsOf } from "../../tests/support/ingest";
import { awayDeskOfFile } from "../../tests/support/of-file";
import { aHeartbeat, aLoneSource, aPage, arrange, type HeartbeatValues } from "../../tests/support/scenario";
import { recordInboxContentsStatements } from "./queries/inbox-notes";
import { readInboxContents } from "./read";

const desk = awayDeskOfFile();

/** Its next ping is due two minutes after noon. */
const upAtNoon: HeartbeatValues = {
  state: "up",
  lastResult: "success",
  lastPingAt: noon,
  pingCount: 1,
  dueAt: noon + 120_000,
};

test("a heartbeat is not called late for a ping that lies in an inbox", async () => {
  const made = await arrange(desk.deployment, aHeartbeat(desk.page, upAtNoon));
  const other = await arrange(desk.deployment, aHeartbeat(desk.page, upAtNoon));
  desk.database.away = true;
  desk.deployment.clock.now += 110 * second;
  expect(await desk.ping(made.uuid)).toMatchObject({ ok: true });
  desk.database.away = false;
  desk.deployment.clock.now += 11 * second;
  await checkHeartbeats(desk.deployment.ctx(), [made.id, other.id]);
  await desk.deployment.settled();
  const { row, alerts } = await heartbeatRows(desk.deployment.ctx(), made.id);
  expect([row.state, row.lastPingAt, alerts]).toEqual(["up", noon + 110_000, []]);
  expect((await heartbeatRows(desk.deployment.ctx(), other.id)).row.state).toBe("down");
});

test("while its inbox still holds something one is called late two minutes later; so it is where it does not answer", async () => {
  const made = await arrange(desk.deployment, aHeartbeat(desk.page, upAtNoon));
  const stuck = { entries: 1, fresh: 1, oldestAt: noon, taken: 0, nextAt: noon, isAway: false };
  const stateAt = async (at: number, answer: () => Promise<Response>) => {
    desk.deployment.clock.now = noon + at;
    const INBOX = { idFromName: (name: string) => name, get: () => ({ fetch: answer }) };
    const bindings = { ...desk.deployment.bindings, INBOX: INBOX as never };
    const around = { now: () => desk.deployment.clock.now, sleep: async () => undefined, defer: () => undefined };
    await checkHeartbeats(makeCtx(bindings, around), [made.id]);
    return (await heartbeatRows(desk.deployment.ctx(), made.id)).row.state;
  };
  const holds = async () => Response.json(stuck);
  expect([await stateAt(121_000, holds), await stateAt(239_000, holds), await stateAt(241_000, holds)]).toEqual([
    "up",
    "up",
    "down",
  ]);
  desk.deployment.clock.now = noon;
  const another = await arrange(desk.deployment, aHeartbeat(desk.page, upAtNoon));
  made.id = another.id;
  const gone = () => Promise.reject(new Error("gone"));
  expect([await stateAt(121_000, gone), await stateAt(241_000, gone)]).toEqual(["up", "down"]);
});

test("a source is not called silent for a delivery that lies in an inbox", async () => {
  const hour = 3_600_000;
  const due = noon + hour + 5 * 60_000;
  const from = await arrange(desk.deployment, aLoneSource({ silenceHours: 1, silenceDueAt: due, lastHeardAt: noon }));
  desk.deployment.clock.now = due - 60 * second;
  expect(await desk.send(from, fires("known"))).toBe("in");
  await desk.deployment
    .ctx()
    .d1.prepare("UPDATE source SET last_heard_at = ?1, silence_due_at = ?2 WHERE id = ?3")
    .bind(noon, due, from.id)
    .run();
  desk.database.away = true;
  desk.deployment.clock.now = due - second;
  expect(await desk.send(from, fires("known"))).toBe("kept");
  desk.database.away = false;
  desk.deployment.clock.now = due + second;
  await checkSilentSources(desk.deployment.ctx(), [from.id]);
  const { alerts } = await rowsOf(desk.deployment.ctx(), from);
  expect(alerts.map(({ key }) => key)).toEqual(["known"]);
});

test("what came before a restore is left", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  expect(await desk.send(from, fires("before"))).toBe("kept");
  desk.deployment.clock.now += second;
  desk.database.away = false;
  await desk.deployment
    .ctx()
    .d1.prepare("UPDATE deployment SET inboxes_from = ?1")
    .bind(desk.deployment.clock.now)
    .run();
  desk.database.away = true;
  expect(await desk.send(from, fires("after"))).toBe("kept");
  await desk.comesBack();
  const { alerts } = await rowsOf(desk.deployment.ctx(), from);
  expect(alerts.map(({ key }) => key).sort()).toEqual(["after", "known"]);
  await desk.deployment.ctx().d1.prepare("UPDATE deployment SET inboxes_from = 0").run();
});

test("a page says that it is behind while an inbox holds something of it for more than two minutes, and Now how much", async () => {
  const told = await arrange(desk.deployment, aPage({ slug: "held" }));
  const ctx = desk.deployment.ctx();
  const pages = [{ pageId: told.id, entries: 2, oldestAt: noon }];
  await runBatch(ctx, recordInboxContentsStatements(5, { entries: 2, oldestAt: noon, pages }, noon));
  const behindSince = async () => {
    const one = "SELECT behind_since AS at FROM snapshot WHERE page_id = ?1 AND part = 'home' AND audience = 'public'";
    return (await ctx.d1.prepare(one).bind(told.id).first<{ at: number | null }>())?.at ?? null;
  };
  await publishPage(ctx, told.id);
  expect(await behindSince()).toBeNull();
  desk.deployment.clock.now += 3 * 60_000;
  await handleCronTick(desk.deployment.ctx(), desk.deployment.clock.now);
  await desk.deployment.settled();
  expect(await behindSince()).toBe(noon);
  const owner = {
    ...desk.deployment.ctx({ kind: "person", id: "p", operator: true, sessionId: "s" }),
    member: { pageId: told.id, role: "owner" as const },
  };
  expect(await readNowView(owner, { pageId: told.id })).toMatchObject({
    ok: true,
    value: { health: { held: { count: 2, since: noon } } },
  });
  expect(await readInboxContents(ctx)).toMatchObject({ value: { entries: 2, oldestAt: noon } });
  await runBatch(
    ctx,
    recordInboxContentsStatements(5, { entries: 0, oldestAt: null, pages: [] }, desk.deployment.clock.now),
  );
  await publishPage(desk.deployment.ctx(), told.id);
  expect([await behindSince(), (await readInboxContents(ctx)).ok && (await readInboxContents(ctx))]).toMatchObject([
    null,
    { value: null },
  ]);
});
