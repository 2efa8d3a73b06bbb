import { expect, test } from "vitest";
import { listAlerts } from "~/alerts/list";
import { runTick } from "~/clock/engine/run";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { failureOf, good } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { deskOfFile } from "../../tests/support/of-file";
import { createSource } from "./create";
import { checkSilentSources } from "./engine/sources-due";
import { listDeliveries } from "./list-deliveries";
import { sourceByIdQuery } from "./queries/source";
import { readSource } from "./read";
import { readDelivery } from "./read-delivery";
import { reprocessStoredDeliveries } from "./replay";
import { rotateSourceAddress } from "./rotation";
import { sendSourceTest } from "./send-test";
import { updateSource } from "./update";

const minute = 60_000;
const hour = 60 * minute;

const desk = deskOfFile();

const clock = () => desk.deployment.clock;

async function make(more: object = {}) {
  const given = { pageId: desk.pageId, kind: "alertmanager", name: "Prometheus", ...more };
  const { id, ingestUrl } = await good(createSource(desk.as("admin"), given));
  return { id, token: ingestUrl.split("/").at(-1) ?? "" };
}

const at = (sourceId: string) => ({ pageId: desk.pageId, sourceId });
const listed = (sourceId: string, more: object = {}) =>
  good(listDeliveries(desk.as("viewer"), { ...at(sourceId), ...more }));
const alertsOf = async (sourceId: string) => (await good(listAlerts(desk.as("viewer"), at(sourceId)))).alerts;
const shown = (id: string) => good(readSource(desk.as("admin"), { pageId: desk.pageId, id }));
const send = (from: { token: string }, body: unknown, headers = {}) => post(desk.deployment.ctx(), from, body, headers);
const firing = (key: string, more: object = {}) => group([{ key, startsAt: clock().now - minute, ...more }]);

test("deliveries are found by state and text, 50 at a time, whoever gave them their ids", async () => {
  const from = await make({ kind: "github" });
  const ids: string[] = [];
  for (let nth = 0; nth < 60; nth++) {
    clock().now += 1000;
    const headers =
      nth % 2 === 0 ? { "x-github-delivery": `d${nth}`, "x-github-event": "ping" } : { "x-github-event": "ping" };
    const sent = await good(send(from, { zen: `Needle ${nth}.` }, headers));
    ids.unshift(sent.id);
  }
  const first = await listed(from.id);
  const second = await listed(from.id, { before: first.before });
  expect([...first.deliveries, ...second.deliveries].map(({ id }) => id)).toEqual(ids);
  expect([first.deliveries.length, second.before]).toEqual([50, null]);
  const search = (more: object) => good(listDeliveries(desk.as("admin"), { ...at(from.id), ...more }));
  const found = await search({ text: "NEEDLE 7." });
  expect(found.deliveries).toMatchObject([{ outcome: "ignored", reason: "not_an_alert" }]);
  expect(await listed(from.id, { outcome: "refused" })).toEqual({
    deliveries: [],
    before: null,
    lookedTo: null,
    days: 7,
  });
  expect((await search({ outcome: "ignored", text: "needle" })).deliveries).toHaveLength(50);
  expect(
    await failureOf(listDeliveries(desk.as("viewer"), { ...at(from.id), outcome: "lost" as never })),
  ).toMatchObject({
    name: "invalid",
  });
});

test("a search looks through 500 at a time, says how far, and goes on from there", async () => {
  const from = await make({ name: "Busy" });
  await good(send(from, firing("needle")));
  const ctx = desk.deployment.ctx();
  const start = clock().now;
  const fill = `INSERT INTO delivery (source_id, id, page_id, received_at, headers, body, body_hash, outcome, signals)
    WITH RECURSIVE n(v) AS (SELECT 1 UNION ALL SELECT v + 1 FROM n WHERE v < 700)
    SELECT ?1, '7' || printf('%05d', v), ?2, ?3 + v, '{}', 'hay', '', 'ignored', '[]' FROM n`;
  await runBatch(ctx, [{ sql: fill, params: [from.id, desk.pageId, start] }]);
  const reader = desk.as("viewer");
  const first = await good(listDeliveries(reader, { ...at(from.id), text: "needle" }));
  expect(first).toMatchObject({ deliveries: [], lookedTo: start + 201 });
  expect(reader.meter.read).toBeLessThan(2600);
  const second = await listed(from.id, { text: "needle", before: first.before });
  expect(second).toMatchObject({ deliveries: [{ outcome: "accepted" }], before: null, lookedTo: null });
});

test("a replay of what was taken changes nothing, however often; of what was refused it does what it would have done", async () => {
  const from = await make({ name: "Replayed" });
  clock().now += minute;
  const first = await good(send(from, firing("disk")));
  await desk.deployment.settled();
  const before = await alertsOf(from.id);
  clock().now += minute;
  const again = await good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: [first.id] }));
  expect(again).toEqual([{ id: first.id, outcome: "replayed", changed: 0 }]);
  expect(await alertsOf(from.id)).toEqual(before);
  await good(
    send(from, group([{ key: "disk", status: "resolved", startsAt: before[0]?.startedAt ?? 0, endsAt: clock().now }])),
  );
  await good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: [first.id] }));
  expect((await alertsOf(from.id)).map(({ state, count }) => [state, count])).toEqual([["resolved", 1]]);
  const list = await listed(from.id);
  expect(list.deliveries.map(({ replayOf }) => replayOf)).toContain(first.id);
  expect(list.deliveries.find(({ id }) => id === first.id)?.replayedAt).toBe(clock().now);
  const replay = list.deliveries.find(({ replayOf }) => replayOf);
  expect(await good(readDelivery(desk.as("viewer"), { ...at(from.id), id: replay?.id ?? "" }))).toMatchObject({
    notReplayed: "is_replay",
  });
  expect(
    await failureOf(reprocessStoredDeliveries(desk.as("responder"), { ...at(from.id), ids: [first.id] })),
  ).toMatchObject({
    name: "forbidden",
  });
  expect(await good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: ["nobody"] }))).toEqual([
    { id: "nobody", outcome: "not_kept", changed: 0 },
  ]);
});

test("a delivery names the alerts that it was about, and none for what came to none", async () => {
  const from = await make({ name: "Linked" });
  const known = firing("disk", { startsAt: clock().now - minute });
  const sent = await good(send(from, { ...known, alerts: [...known.alerts, { status: "firing", fingerprint: "" }] }));
  const { signals } = await good(readDelivery(desk.as("viewer"), { ...at(from.id), id: sent.id }));
  const [alert] = await alertsOf(from.id);
  expect(signals.map(({ alertId }) => alertId)).toEqual([alert?.id, null]);
});

test("two people replay the same deliveries at once: each alert begins once, and nothing is counted twice", async () => {
  const from = await make({ kind: "json", name: "Twice" });
  const sent: string[] = [];
  for (const key of ["a", "b", "c"]) {
    clock().now += 1000;
    sent.push((await good(send(from, { check: { id: key, state: "down" } }))).id);
  }
  const settings = { id: "check.id", state: "check.state", title: "check.id" };
  await good(updateSource(desk.as("admin"), { pageId: desk.pageId, id: from.id, settings }));
  const replay = () => good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: sent }));
  const rounds = await Promise.all([replay(), replay(), replay()]);
  await desk.deployment.settled();
  expect(rounds.flat().map(({ outcome }) => outcome)).toEqual(Array(9).fill("replayed"));
  expect(rounds.flat().reduce((sum, { changed }) => sum + changed, 0)).toBe(3);
  const alerts = await alertsOf(from.id);
  expect(alerts.map(({ key, state, count }) => [key, state, count]).sort()).toEqual([
    ["a", "firing", 1],
    ["b", "firing", 1],
    ["c", "firing", 1],
  ]);
});

test("deliveries at both addresses while they are turned: all are in", async () => {
  const from = await make({ name: "Turning" });
  const turn = () => rotateSourceAddress(desk.as("admin"), { pageId: desk.pageId, id: from.id });
  const keys = Array.from({ length: 8 }, (_, nth) => `turn-${nth}`);
  const [turned, again, ...sent] = await Promise.all([turn(), turn(), ...keys.map((key) => send(from, firing(key)))]);
  await desk.deployment.settled();
  expect([turned, again].filter(({ ok }) => ok)).toHaveLength(1);
  expect(sent.map(({ ok }) => ok)).toEqual(keys.map(() => true));
  const fresh = (await shown(from.id)).ingestUrl?.split("/").at(-1) ?? "";
  await good(send({ token: fresh }, firing("after")));
  await good(send(from, firing("late")));
  await desk.deployment.settled();
  expect((await alertsOf(from.id)).map(({ key }) => key).sort()).toEqual(["after", "late", ...keys].sort());
});

test("a clock that goes back between a delivery and its replay ends nothing and begins nothing again", async () => {
  const from = await make({ name: "Clock" });
  const fires = await good(send(from, firing("disk")));
  await desk.deployment.settled();
  const [before] = await alertsOf(from.id);
  const now = clock().now;
  clock().now -= 26 * hour;
  await good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: [fires.id] }));
  await desk.deployment.settled();
  clock().now = now + minute;
  expect(await alertsOf(from.id)).toMatchObject([{ state: "firing", count: 1, startedAt: before?.startedAt }]);
});

test("a mapping that is set later reads what was kept until then, dated when it came", async () => {
  const from = await make({ kind: "json", name: "Own tool" });
  clock().now += hour;
  const came = clock().now;
  const given = await good(send(from, { check: { id: "db", state: "BAD" } }));
  expect(given).toMatchObject({ alerts: [], skipped: [{ code: "no_mapping" }] });
  clock().now += hour;
  const settings = { id: "check.id", state: "check.state", title: "check.id", states: "BAD → firing" };
  await good(updateSource(desk.as("admin"), { pageId: desk.pageId, id: from.id, settings }));
  const commitId = "01replay0nonce0000000000000";
  const replay = () => good(reprocessStoredDeliveries(desk.as("admin"), { ...at(from.id), ids: [given.id], commitId }));
  expect(await replay()).toMatchObject([{ outcome: "replayed", changed: 1 }]);
  expect(await replay()).toEqual([]);
  expect(await alertsOf(from.id)).toMatchObject([{ key: "db", state: "firing", startedAt: came, lastSeenAt: came }]);
});

test("secrets that a sender repeats are struck out of what is shown", async () => {
  const from = await make({ kind: "datadog", settings: { bearerToken: "s3cret-of-ours" } });
  const body = { alert_id: "1", title: "[Triggered] x", said: `${from.token} s3cret-of-ours` };
  const { id } = await good(send(from, body, { authorization: "Bearer s3cret-of-ours" }));
  const detail = await good(readDelivery(desk.as("admin"), { ...at(from.id), id }));
  expect(JSON.stringify(detail)).not.toMatch(/s3cret-of-ours/);
  expect(JSON.stringify(detail)).not.toContain(from.token);
  expect(detail.notReplayed).toBeNull();
});

test("a secret in a body is found by admins only; others find keys", async () => {
  const from = await make({ name: "Repeats its address" });
  const { id } = await good(send(from, firing("disk", { runbook: from.token })));
  const find = async (role: "viewer" | "responder" | "admin", text: string) =>
    (await good(listDeliveries(desk.as(role), { ...at(from.id), text }))).deliveries.map((each) => each.id);
  expect(await find("viewer", from.token.slice(0, 4))).toEqual([]);
  expect(await find("responder", from.token)).toEqual([]);
  expect(await find("admin", from.token)).toEqual([id]);
  expect(await find("viewer", "DISK")).toEqual([id]);
});

test("both addresses take deliveries for a day; which is used is seen, and the old one ends by itself", async () => {
  const from = await make({ name: "Rotated" });
  const old = from.token;
  await good(rotateSourceAddress(desk.as("admin"), { pageId: desk.pageId, id: from.id }));
  const { ingestUrl, overlaps } = await shown(from.id);
  const fresh = ingestUrl?.split("/").at(-1) ?? "";
  expect(overlaps).toMatchObject([
    { what: "address", oldUsedAt: null, newUsedAt: null, endsAt: clock().now + 24 * hour },
  ]);
  expect(JSON.stringify(overlaps)).not.toContain("sealed");
  clock().now += minute;
  await good(send({ token: old }, firing("a")));
  await desk.deployment.settled();
  clock().now += 10 * minute;
  await good(send({ token: fresh }, firing("b")));
  await desk.deployment.settled();
  expect((await shown(from.id)).overlaps).toMatchObject([
    { oldUsedAt: clock().now - 10 * minute, newUsedAt: clock().now },
  ]);
  clock().now += 24 * hour;
  expect(await send({ token: old }, firing("c"))).toMatchObject({ ok: false, failure: { name: "missing" } });
  expect((await send({ token: fresh }, firing("c"))).ok).toBe(true);
  expect((await shown(from.id)).overlaps).toEqual([]);
});

test("a replaced secret still proves a sender for a day; one that was taken away does not", async () => {
  const from = await make({ kind: "datadog", settings: { bearerToken: "first-secret" } });
  const change = (settings: Record<string, string>) =>
    good(updateSource(desk.as("admin"), { pageId: desk.pageId, id: from.id, settings }));
  const by = async (bearer: string, key: string) => {
    const sent = await send(from, { alert_id: key, title: "[Triggered] x" }, { authorization: `Bearer ${bearer}` });
    return sent.ok;
  };
  await change({ bearerToken: "second-secret" });
  expect([await by("first-secret", "1"), await by("second-secret", "2"), await by("no-secret", "3")]).toEqual([
    true,
    true,
    false,
  ]);
  await desk.deployment.settled();
  expect((await shown(from.id)).overlaps).toMatchObject([
    { what: "settings", oldUsedAt: clock().now, newUsedAt: clock().now },
  ]);
  clock().now += 25 * hour;
  expect([await by("first-secret", "4"), await by("second-secret", "5")]).toEqual([false, true]);
  await change({ bearerToken: "third-secret", username: "" });
  await change({ bearerToken: "" });
  await change({ bearerToken: "fourth-secret" });
  expect(await by("second-secret", "6")).toBe(false);
});

test("a source that has gone silent is an alert that its rules take; its next delivery ends it, a test does not", async () => {
  const from = await make({ name: "Watchdog", silenceHours: 2 });
  const tick = () => runTick(desk.deployment.ctx({ kind: "machine", id: "tick" }));
  await good(send(from, firing("a")));
  clock().now += hour + 59 * minute;
  await tick();
  const silent = async () => (await alertsOf(from.id)).filter(({ key }) => key === "upfront:silent");
  expect(await silent()).toEqual([]);
  for (let minutes = 0; minutes < 12; minutes++) {
    clock().now += minute;
    await tick();
  }
  await desk.deployment.settled();
  expect(await silent()).toMatchObject([
    { state: "firing", title: "Watchdog has gone silent", count: 1, incidentId: expect.any(String) },
  ]);
  await good(sendSourceTest(desk.as("admin"), { pageId: desk.pageId, id: from.id }));
  expect(await silent()).toMatchObject([{ state: "firing" }]);
  clock().now += minute;
  await good(send(from, firing("a")));
  expect(await silent()).toMatchObject([{ state: "resolved" }]);
  const ctx = desk.owner();
  const [[row]] = await readBatch(ctx, sourceByIdQuery(ctx, desk.pageId, from.id));
  expect(row?.silenceDueAt).toBe(clock().now + 2 * hour + 5 * minute);
  clock().now += 3 * hour;
  await checkSilentSources(desk.deployment.ctx(), [from.id]);
  await checkSilentSources(desk.deployment.ctx(), [from.id]);
  expect(await silent()).toMatchObject([{ state: "firing", count: 2 }]);
  await good(updateSource(desk.as("admin"), { pageId: desk.pageId, id: from.id, silenceHours: null }));
  expect(await silent()).toMatchObject([{ state: "resolved" }]);
});
