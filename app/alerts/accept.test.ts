import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { group, post, rowsOf } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aLoneSource, arrange } from "../../tests/support/scenario";

const deployment = deploymentOfFile();

const minute = 60_000;
const fixture = (name: string) =>
  readFileSync(new URL(`../../tests/fixtures/ingest/alertmanager/${name}.json`, import.meta.url), "utf8");
const outcomesOf = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.ok ? answer.value.alerts.map((each) => each.outcome) : [answer.failure.name];

test("a group fires, one recovers: alerts, episodes and one settling each time", async () => {
  const from = await arrange(deployment, aLoneSource());
  const ctx = deployment.ctx();
  const fired = await post(ctx, from, fixture("grouped-firing"));
  expect(outcomesOf(fired)).toEqual(["new", "new"]);
  deployment.clock.now += 1000;
  const mixed = fixture("mixed-firing-and-resolved").replace("09:28:21.234659Z", "09:28:34.127171Z");
  expect(outcomesOf(await post(ctx, from, mixed))).toEqual(["repeat", "resolves"]);
  const { alerts, episodes, deliveries, wanted, recoveredAt } = await rowsOf(ctx, from);
  expect(alerts.map(({ key, state, count }) => [key, state, count]).sort()).toEqual([
    ["d8d494a127c2da95", "firing", 2],
    ["ffe881f686d2b8c9", "resolved", 1],
  ]);
  const endedAt = Date.UTC(2026, 10, 20, 9, 29, 30, 234);
  expect(episodes.map((each) => each.endedAt).sort()).toEqual([endedAt, null].sort());
  expect(deliveries.map(({ outcome, settleMark }) => [outcome, settleMark])).toEqual([
    ["accepted", 1],
    ["accepted", 2],
  ]);
  expect([wanted, recoveredAt]).toEqual([2, endedAt]);
  expect(deliveries[0]?.signals).toMatchObject([{ outcome: "new", state: "firing" }, { outcome: "new" }]);
  expect(alerts.every((each) => each.id.startsWith(`${from.id}.`))).toBe(true);
});

test("Alertmanager's gap: firing, resolved, identical firing after a minute ends firing; a late one does not", async () => {
  const from = await arrange(deployment, aLoneSource());
  const start = deployment.clock.now - 5 * minute;
  const firing = group([{ key: "a", startsAt: start }]);
  const ended = group([{ key: "a", status: "resolved", startsAt: start, endsAt: deployment.clock.now }]);
  const send = (body: unknown) => post(deployment.ctx(), from, body);
  await send(firing);
  expect(outcomesOf(await send(ended))).toEqual(["resolves"]);
  deployment.clock.now += 20_000;
  expect(outcomesOf(await send(firing))).toEqual(["late"]);
  deployment.clock.now += 40_000;
  expect(outcomesOf(await send(firing))).toEqual(["fires_again"]);
  expect(outcomesOf(await send(ended))).toEqual(["late"]);
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ state: "firing", endedAt: null, startedAt: deployment.clock.now }]);
  expect(episodes.map((each) => each.reportedStart)).toEqual([start, start]);
});

test("a recovery of an older episode does not close the present one", async () => {
  const from = await arrange(deployment, aLoneSource());
  const now = deployment.clock.now;
  const send = (body: unknown) => post(deployment.ctx(), from, body);
  await send(group([{ key: "a", startsAt: now - 9 * minute }]));
  expect(outcomesOf(await send(group([{ key: "a", startsAt: now - 3 * minute }])))).toEqual(["fires_again"]);
  const late = group([{ key: "a", status: "resolved", startsAt: now - 9 * minute, endsAt: now }]);
  expect(outcomesOf(await send(late))).toEqual(["late"]);
  expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([{ state: "firing" }]);
});

test("row 9: a recovery before its firing is a tombstone, which wakes nobody", async () => {
  const from = await arrange(deployment, aLoneSource());
  const now = deployment.clock.now;
  const ended = group([{ key: "a", status: "resolved", startsAt: now - minute, endsAt: now }]);
  expect(outcomesOf(await post(deployment.ctx(), from, ended))).toEqual(["tombstone"]);
  expect(outcomesOf(await post(deployment.ctx(), from, group([{ key: "a", startsAt: now - minute }])))).toEqual([
    "late",
  ]);
  const { alerts, wanted } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ state: "resolved", flags: ["tombstone"] }]);
  expect(wanted).toBe(0);
});

test("a group that recovered with alerts cut off closes all of it", async () => {
  const from = await arrange(deployment, aLoneSource());
  const [start, end] = [deployment.clock.now - 5 * minute, deployment.clock.now];
  const keys = ["a", "b", "c"].map((key) => ({ key, startsAt: start }));
  await post(deployment.ctx(), from, group(keys));
  await post(deployment.ctx(), from, group([{ key: "x", startsAt: start }], { groupKey: "other" }));
  const cut = group([{ key: "a", status: "resolved", startsAt: start, endsAt: end }], { truncatedAlerts: 2 });
  expect(outcomesOf(await post(deployment.ctx(), from, cut))).toEqual(["resolves", "resolves", "resolves"]);
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(alerts.filter((each) => each.state === "firing").map((each) => each.key)).toEqual(["x"]);
});

test("row 5: __proto__ and constructor are plain data", async () => {
  const from = await arrange(deployment, aLoneSource());
  const body = `{"__proto__":{"polluted":1},"alerts":[{"status":"firing","fingerprint":"p","labels":{"__proto__":"x","constructor":"y","alertname":"P"}}]}`;
  expect(outcomesOf(await post(deployment.ctx(), from, body))).toEqual(["new"]);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
  const { alerts } = await rowsOf(deployment.ctx(), from);
  expect(Object.entries(alerts[0]?.labels ?? {})).toContainEqual(["constructor", "y"]);
});

test("row 11: a time that cannot be true is flagged, shown as ours, and still the identity", async () => {
  const from = await arrange(deployment, aLoneSource());
  const ahead = deployment.clock.now + 10 * minute;
  const fired = await post(deployment.ctx(), from, group([{ key: "a", startsAt: ahead }]));
  expect(fired).toMatchObject({ ok: true, value: { alerts: [{ outcome: "new", flags: ["clock_skew"] }] } });
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ startedAt: deployment.clock.now }]);
  expect(episodes).toMatchObject([{ reportedStart: ahead }]);
});

test("a clock that was once years ahead makes no alert deaf: the next true firing fires", async () => {
  for (const first of ["firing", "resolved"] as const) {
    const from = await arrange(deployment, aLoneSource());
    const ahead = Date.UTC(2099, 0, 1);
    const send = (alert: Parameters<typeof group>[0][number]) => post(deployment.ctx(), from, group([alert]));
    if (first === "firing") await send({ key: "a", startsAt: ahead });
    await send({ key: "a", status: "resolved", startsAt: ahead, endsAt: ahead + minute });
    deployment.clock.now += minute;
    expect(await send({ key: "a", startsAt: deployment.clock.now })).toMatchObject({
      ok: true,
      value: { alerts: [{ outcome: "fires_again" }] },
    });
    deployment.clock.now += minute;
    await send({ key: "a", status: "resolved", startsAt: deployment.clock.now - minute, endsAt: deployment.clock.now });
    expect((await rowsOf(deployment.ctx(), from)).alerts).toMatchObject([{ state: "resolved" }]);
  }
});

test("what a source's tool did not send, or we could not read, is no sign of its life", async () => {
  const from = await arrange(deployment, aLoneSource({ heartbeatSeconds: 60 }));
  deployment.clock.now += 61_000;
  const { wanted } = await rowsOf(deployment.ctx(), from);
  await post(deployment.ctx(), from, "garbage");
  deployment.clock.now += 1000;
  await post(deployment.ctx(), from, "garbage");
  expect((await rowsOf(deployment.ctx(), from)).wanted).toBeLessThanOrEqual(wanted + 1);
  await post(deployment.ctx(), from, group([{ key: "watchdog" }]));
  expect((await rowsOf(deployment.ctx(), from)).wanted).toBe(wanted + 2);
});

test("row 12: a bad key is skipped and flagged, the others live", async () => {
  const from = await arrange(deployment, aLoneSource());
  const body = group([{ key: "good" }, { key: "k".repeat(256) }, { key: "a\u0007b" }]);
  const answer = await post(deployment.ctx(), from, body);
  expect(answer).toMatchObject({
    ok: true,
    value: { alerts: [{ key: "good" }], skipped: [{ code: "bad_dedup_key" }, {}] },
  });
  const { deliveries } = await rowsOf(deployment.ctx(), from);
  expect(deliveries[0]?.signals.at(-1)).toMatchObject({ state: "skipped", flags: ["bad_dedup_key"] });
  const alone = await post(deployment.ctx(), from, group([{ key: "k".repeat(256) }]));
  expect(alone).toMatchObject({ failure: { name: "invalid", code: "bad_dedup_key" } });
});

test("other words are an update, and odd text is stored as text", async () => {
  const from = await arrange(deployment, aLoneSource());
  await post(deployment.ctx(), from, group([{ key: "a" }]));
  const worse = group([{ key: "a", annotations: { summary: "a\ud800b \u0000 <b>", description: "line\nline" } }]);
  expect(outcomesOf(await post(deployment.ctx(), from, worse))).toEqual(["updates"]);
  const { alerts, wanted } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ title: "a\ufffdb \ufffd <b>", body: "line\nline", count: 2, version: 1 }]);
  expect(wanted).toBe(2);
});

test("one alert twice in one body, fired and recovered", async () => {
  const from = await arrange(deployment, aLoneSource());
  const at = { startsAt: deployment.clock.now - minute, endsAt: deployment.clock.now };
  const body = group([
    { key: "a", ...at },
    { key: "a", ...at, status: "resolved" },
  ]);
  expect(outcomesOf(await post(deployment.ctx(), from, body))).toEqual(["new", "resolves"]);
  const { alerts, episodes } = await rowsOf(deployment.ctx(), from);
  expect(alerts).toMatchObject([{ state: "resolved" }]);
  expect(episodes).toMatchObject([{ endedAt: at.endsAt }]);
});

test("a source that was silent asks to settle with its next delivery, others do not", async () => {
  const from = await arrange(deployment, aLoneSource({ heartbeatSeconds: 60 }));
  const send = () => post(deployment.ctx(), from, group([{ key: "watchdog" }]));
  const wanted = async () => (await rowsOf(deployment.ctx(), from)).wanted;
  await send();
  deployment.clock.now += 30_000;
  await send();
  expect(await wanted()).toBe(1);
  deployment.clock.now += 61_000;
  await send();
  expect(await wanted()).toBe(2);
});

test("a body is kept to 64 KB, headers that prove something are not", async () => {
  const from = await arrange(deployment, aLoneSource());
  const body = group([{ key: "a" }], { padding: "ü".repeat(50_000) });
  const headers = { authorization: "Bearer x", cookie: "a=b", "user-agent": "Alertmanager/0.25.0", "x-secret": "s" };
  await post(deployment.ctx(), from, body, headers);
  const [kept] = (await rowsOf(deployment.ctx(), from)).deliveries;
  expect(kept?.headers).toEqual({ "content-type": "application/json", "user-agent": "Alertmanager/0.25.0" });
  expect(new TextEncoder().encode(kept?.body).length).toBeLessThanOrEqual(65_540);
});
