import { expect, test } from "vitest";
import { acceptDelivery } from "~/alerts/accept";
import { handleIngestRequest } from "~/alerts/api/ingest";
import { runBatch } from "~/db/run-batch";
import { ok } from "~/failures/failure";
import { checkHeartbeats } from "~/heartbeats/engine/heartbeats-due";
import { recordPing } from "~/heartbeats/record";
import { checkSilentSources } from "~/sources/engine/sources-due";
import { ends, fires, second } from "../../tests/support/away-desk";
import { noon } from "../../tests/support/database";
import { heartbeatRows } from "../../tests/support/heartbeats";
import { group, rowsOf } from "../../tests/support/ingest";
import { awayDeskOfFile } from "../../tests/support/of-file";
import { aHeartbeat, aPage, arrange, aSource, type TestSource } from "../../tests/support/scenario";
import { healInboxOfMinute } from "./engine/hear-first";
import { readInboxContents } from "./read";
import { inboxLimitsByKind, inboxNumberOf } from "./rules/inbox-entry";

const desk = awayDeskOfFile();

const hashOf = (text: string) => desk.deployment.ctx().secrets.hash(text);
const alertsOf = async (from: TestSource) => (await rowsOf(desk.deployment.ctx(), from)).alerts;
const execute = (sql: string, ...params: unknown[]) => runBatch(desk.deployment.ctx(), [{ sql, params }]);
const ask = (inbox: number, what: string, body: unknown = null) => {
  const { INBOX } = desk.deployment.bindings;
  const stub = INBOX?.get(INBOX.idFromName(`inbox-${inbox}`));
  const init = { method: "POST", body: JSON.stringify(body) };
  return stub?.fetch(`https://inbox/${what}?inbox=${inbox}`, init);
};

/** Returns a uuid whose address belongs to this inbox. */
async function uuidIn(inbox: number, from = 0): Promise<string> {
  for (let number = from; ; number++) {
    const uuid = `7f4dcc3b-5aa7-45d6-b8e1-${String(number).padStart(12, "0")}`;
    if (inboxNumberOf(await hashOf(uuid)) === inbox) return uuid;
  }
}

test("32 large deliveries of one page get in on Free, round by round", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  for (let sent = 0; sent < 32; sent++) {
    desk.deployment.clock.now += second;
    const filler = Array.from({ length: 230 }, (_, index) => `${sent}-${index}`.padEnd(1000, "z"));
    expect(await desk.send(from, group([{ key: `k${sent}` }], { filler }))).toBe("kept");
  }
  await desk.comesBack();
  expect(desk.inboxes.held()).toBe(0);
  expect(await alertsOf(from)).toHaveLength(33);
}, 60_000);

test("that nothing is held any more is noted in the end, whatever becomes of the first note", async () => {
  const from = await desk.knownSource();
  const inbox = inboxNumberOf(await hashOf(from.token));
  desk.database.away = true;
  for (let made = 0, next = 0; made < 12; made++) {
    const uuid = await uuidIn(inbox, next);
    next = Number(uuid.slice(-12)) + 1;
    await desk.ping(uuid);
  }
  expect(await desk.send(from, fires("a"))).toBe("kept");
  desk.database.away = false;
  desk.deployment.clock.now += 3 * second;
  await desk.inboxes.ring();
  expect(await readInboxContents(desk.deployment.ctx())).toMatchObject({ value: { oldestAt: noon } });
  desk.database.losing = "DELETE FROM inbox";
  await desk.comesBack();
  expect([desk.inboxes.held(), await readInboxContents(desk.deployment.ctx())]).toMatchObject([0, { value: {} }]);
  desk.database.losing = null;
  desk.deployment.clock.now += 60 * second;
  await desk.inboxes.ring();
  expect(await readInboxContents(desk.deployment.ctx())).toEqual({ ok: true, value: null });
});

test("what came by an address that still worked is taken in after that ended", async () => {
  const from = await desk.knownSource();
  const columns = "(source_id, what, page_id, token_hash, sealed, started_at, ends_at)";
  const overlap = `INSERT INTO source_overlap ${columns} VALUES (?1, 'address', ?2, ?3, 'x', ?4, ?5)`;
  await execute(overlap, from.id, from.pageId, await hashOf(from.token), noon - second, noon + 30 * second);
  await execute("UPDATE source SET token_hash = 'new', version = version + 1 WHERE id = ?1", from.id);
  expect(await desk.send(from, fires("known"))).toBe("in");
  desk.database.away = true;
  desk.deployment.clock.now += 20 * second;
  expect(await desk.send(from, fires("a"))).toBe("kept");
  desk.database.away = false;
  desk.deployment.clock.now += 60 * second;
  await desk.comesBack();
  expect((await alertsOf(from)).map(({ key }) => key).sort()).toEqual(["a", "known"]);
});

test("a heartbeat is not called late while its ping lies behind others that take long", async () => {
  const values = { state: "up", lastResult: "success", lastPingAt: noon, pingCount: 1, dueAt: noon + 120_000 } as const;
  const made = await arrange(desk.deployment, aHeartbeat(desk.page, values));
  const inbox = inboxNumberOf(await hashOf(made.uuid));
  let from = await desk.knownSource();
  while (inboxNumberOf(await hashOf(from.token)) !== inbox) from = await desk.knownSource();
  desk.database.away = true;
  desk.deployment.clock.now += 109 * second;
  for (const key of ["a", "b", "c"]) expect(await desk.send(from, fires(key))).toBe("kept");
  desk.deployment.clock.now += second;
  expect(await desk.ping(made.uuid)).toMatchObject({ ok: true });
  desk.database.away = false;
  desk.database.slow = 600;
  desk.deployment.clock.now += 11 * second;
  await checkHeartbeats(desk.deployment.ctx(), [made.id]);
  desk.database.slow = 0;
  // Work that the object had started continues.
  await new Promise((done) => setTimeout(done, 1500));
  await desk.comesBack();
  const { row, alerts } = await heartbeatRows(desk.deployment.ctx(), made.id);
  expect([row.state, row.lastPingAt, alerts]).toEqual(["up", noon + 110_000, []]);
}, 30_000);

test("an address takes nothing of another kind, while the database is away neither", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  const body = ok(new TextEncoder().encode(JSON.stringify(fires("x"))));
  const headers = new Headers({ "content-type": "application/json" });
  const other = { token: from.token, kind: "opsgenie-alerts", path: "/v2/alerts", headers, body };
  expect(await acceptDelivery(desk.deployment.ctx(), other)).toMatchObject({ ok: false });
  expect(desk.inboxes.held()).toBe(0);
});

test("a large body that takes long to arrive is none of the database's trouble", async () => {
  const from = await desk.knownSource();
  const alerts = Array.from({ length: 300 }, (_, at) => ({
    key: `k${at}`,
    annotations: { summary: "s".repeat(1500) },
  }));
  const text = new TextEncoder().encode(JSON.stringify(group(alerts)));
  let at = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (at >= text.length) return controller.close();
      if (at > 0) await new Promise((done) => setTimeout(done, 3000));
      controller.enqueue(text.slice(at, at + 300_000));
      at += 300_000;
    },
  });
  const headers = { "content-type": "application/json" };
  const request = new Request(`http://localhost:8787/ingest/${from.token}`, {
    method: "POST",
    headers,
    body,
    duplex: "half",
  } as never);
  expect((await handleIngestRequest(request, desk.deployment.ctx())).status).toBe(202);
  await desk.deployment.settled();
  const kept = await rowsOf(desk.deployment.ctx(), from);
  expect(kept.deliveries.map(({ outcome }) => outcome)).toEqual(["accepted", "accepted"]);
}, 30_000);

test("whoever makes addresses up fills no room of others", async () => {
  const made = await arrange(desk.deployment, aHeartbeat(desk.page));
  const inbox = inboxNumberOf(await hashOf(made.uuid));
  const uuid = await uuidIn(inbox, 500);
  desk.database.away = true;
  const answers: boolean[] = [];
  for (let sent = 0; sent < 400; sent++) answers.push((await desk.ping(uuid)).ok);
  expect([answers.filter(Boolean).length, desk.inboxes.held()]).toEqual([100, 100]);
  desk.deployment.clock.now += 61 * second;
  expect((await desk.ping(made.uuid)).ok).toBe(true);
  await desk.comesBack();
  expect((await heartbeatRows(desk.deployment.ctx(), made.id)).row.pingCount).toBe(1);
});

test("what nobody can ever take in holds up nobody, and is left after two days", async () => {
  const from = await desk.knownSource();
  const inbox = inboxNumberOf(await hashOf(from.token));
  const request = "AAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
  await ask(inbox, "keep", { id: "x", kind: "delivery", owner: from.id, pageId: from.pageId, at: noon, request });
  desk.deployment.clock.now += 20 * 60 * second;
  for (let hour = 0; hour < 5; hour++) {
    desk.deployment.clock.now += 600 * second;
    await desk.inboxes.ring();
  }
  const left = (await (await ask(inbox, "drain"))?.json()) as { entries: number; fresh: number };
  expect([left.entries, left.fresh]).toEqual([1, 0]);
  for (let hour = 0; hour < 60; hour++) {
    desk.deployment.clock.now += 3600 * second;
    await desk.inboxes.ring();
  }
  expect([desk.inboxes.held(), await readInboxContents(desk.deployment.ctx())]).toEqual([0, { ok: true, value: null }]);
});

test("a late delivery ends the silence that it disproves, and none that it does not", async () => {
  const hour = 3600 * second;
  const due = noon + hour + 300 * second;
  const page = await arrange(desk.deployment, aPage({ slug: "silent" }));
  const from = await arrange(
    desk.deployment,
    aSource(page.id, { silenceHours: 1, silenceDueAt: due, lastHeardAt: noon }),
  );
  expect(await desk.send(from, ends("known"))).toBe("in");
  await execute("UPDATE source SET last_heard_at = ?1, silence_due_at = ?2 WHERE id = ?3", noon, due, from.id);
  desk.deployment.clock.now = due - second;
  expect(await desk.send(from, ends("known"))).toBe("in");
  await execute("UPDATE source SET last_heard_at = ?1, silence_due_at = ?2 WHERE id = ?3", noon, due, from.id);
  desk.database.away = true;
  expect(await desk.send(from, fires("known"))).toBe("kept");
  desk.database.away = false;
  const { INBOX, ...without } = desk.deployment.bindings;
  desk.deployment.bindings = without;
  desk.deployment.clock.now = due + second;
  await checkSilentSources(desk.deployment.ctx(), [from.id]);
  desk.deployment.bindings = { ...without, ...(INBOX ? { INBOX } : {}) };
  const silent = async () => (await alertsOf(from)).find(({ key }) => key === "upfront:silent")?.state;
  expect(await silent()).toBe("firing");
  await desk.comesBack();
  expect(await silent()).toBe("resolved");
});

test("each heartbeat behind a page's key has a share of its own", async () => {
  desk.database.away = true;
  const pingOf = (slug: string) =>
    recordPing(desk.deployment.ctx(), {
      address: { pingKey: "the-key", slug },
      action: "success",
      create: false,
      method: "POST",
      from: `192.0.2.${slug.length}`,
      agent: "curl",
      body: { bytes: new Uint8Array(), truncated: false },
    });
  const share = inboxLimitsByKind.ping.entries;
  for (let sent = 0; sent < share; sent++) await pingOf("backup");
  expect(await pingOf("backup")).toMatchObject({ ok: false });
  expect(await pingOf("report-of-the-day")).toMatchObject({ ok: true });
  expect(desk.inboxes.held()).toBe(share + 1);
}, 30_000);

test("a database that was put back to an hour when something was held does not say so for ever", async () => {
  const ctx = desk.deployment.ctx();
  const columns = "(number, entries, oldest_at, pages)";
  await execute(`INSERT INTO inbox ${columns} VALUES (3, 1, ?1, '[]')`, noon);
  expect(await readInboxContents(ctx)).toMatchObject({ value: { entries: 1 } });
  await healInboxOfMinute(ctx, 3);
  expect(await readInboxContents(ctx)).toEqual({ ok: true, value: null });
});
