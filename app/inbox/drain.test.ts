import { expect, test } from "vitest";
import { resetIsolate } from "~/platform/isolate";
import { ends, fires, second } from "../../tests/support/away-desk";
import { noon } from "../../tests/support/database";
import { heartbeatRows } from "../../tests/support/heartbeats";
import { rowsOf } from "../../tests/support/ingest";
import { awayDeskOfFile } from "../../tests/support/of-file";
import { aHeartbeat, arrange } from "../../tests/support/scenario";
import { readInboxContents } from "./read";

const desk = awayDeskOfFile();

test("what comes while the database is away is kept, and is in as of when it came", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  desk.deployment.clock.now += 10 * second;
  expect(await desk.send(from, fires("a"))).toBe("kept");
  desk.deployment.clock.now += 20 * second;
  expect(await desk.send(from, ends("a"))).toBe("kept");
  expect(desk.inboxes.held()).toBe(2);
  desk.deployment.clock.now += 30 * second;
  await desk.inboxes.ring();
  expect(desk.inboxes.held()).toBe(2);
  await desk.comesBack();
  const { alerts, episodes, deliveries } = await rowsOf(desk.deployment.ctx(), from);
  const a = alerts.find(({ key }) => key === "a");
  expect([a?.state, a?.startedAt, a?.endedAt]).toEqual(["resolved", noon + 10 * second, noon + 30 * second]);
  expect(episodes.filter(({ alertId }) => alertId === a?.id)).toHaveLength(1);
  expect(deliveries.map(({ receivedAt }) => receivedAt).sort()).toEqual([noon, noon + 10_000, noon + 30_000]);
});

test("a newer fact that is in already is not overtaken", async () => {
  const from = await desk.knownSource();
  expect(await desk.send(from, fires("b"))).toBe("in");
  desk.database.away = true;
  desk.deployment.clock.now += 60 * second;
  expect(await desk.send(from, ends("b"))).toBe("kept");
  desk.deployment.clock.now += 30 * second;
  expect(await desk.send(from, fires("c"))).toBe("kept");
  desk.database.away = false;
  desk.deployment.clock.now += 30 * second;
  expect(await desk.send(from, fires("b"))).toBe("in");
  expect(await desk.send(from, ends("c"))).toBe("in");
  await desk.comesBack();
  const { alerts } = await rowsOf(desk.deployment.ctx(), from);
  const states = Object.fromEntries(alerts.map(({ key, state }) => [key, state]));
  expect(states).toMatchObject({ b: "firing", c: "resolved" });
});

test("a source that this isolate does not know, or not for the last ten minutes, is to be sent again", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  desk.deployment.clock.now += 10 * 60 * second + 1;
  expect(await desk.send(from, fires("a"))).toBe("overloaded");
  desk.deployment.clock.now = noon;
  expect(await desk.send(from, fires("a"))).toBe("kept");
  resetIsolate();
  expect(await desk.send(from, fires("a"))).toBe("overloaded");
  await desk.comesBack();
});

test("with the inboxes away too nothing is kept", async () => {
  const from = await desk.knownSource();
  [desk.database.away, desk.inboxes.away] = [true, true];
  expect(await desk.send(from, fires("a"))).toBe("overloaded");
});

test("what is kept twice, or was in although its answer was lost, is in once", async () => {
  const from = await desk.knownSource();
  desk.database.awayAfterWrite = true;
  expect(await desk.send(from, fires("lost"))).toBe("kept");
  await desk.comesBack();
  const { alerts, deliveries } = await rowsOf(desk.deployment.ctx(), from);
  expect(alerts.find(({ key }) => key === "lost")?.count).toBe(1);
  expect(deliveries).toHaveLength(2);
});

test("an address that was replaced meanwhile leaves a refused row and the alert about its source", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  expect(await desk.send(from, fires("a"))).toBe("kept");
  desk.database.away = false;
  const ctx = desk.deployment.ctx();
  await ctx.d1
    .prepare("UPDATE source SET token_hash = 'another', version = version + 1 WHERE id = ?1")
    .bind(from.id)
    .run();
  resetIsolate();
  await desk.comesBack();
  const { deliveries, alerts } = await rowsOf(desk.deployment.ctx(), from);
  expect(deliveries.find(({ outcome }) => outcome === "refused")).toMatchObject({
    reason: "revoked",
    receivedAt: noon,
  });
  expect(alerts.map(({ key }) => key)).toContain("upfront:refused");
});

test("what a source that is gone had sent is left", async () => {
  const from = await desk.knownSource();
  desk.database.away = true;
  expect(await desk.send(from, fires("a"))).toBe("kept");
  desk.database.away = false;
  await desk.deployment.ctx().d1.prepare("DELETE FROM source WHERE id = ?1").bind(from.id).run();
  resetIsolate();
  await desk.comesBack();
  expect(desk.inboxes.held()).toBe(0);
});

test("a ping is kept whoever it is of, counts as of when it came, and one that is older than the last only counts", async () => {
  const made = await arrange(
    desk.deployment,
    aHeartbeat(desk.page, { state: "up", lastResult: "success", lastPingAt: noon - 60_000, pingCount: 1 }),
  );
  desk.database.away = true;
  expect(await desk.ping(made.uuid)).toMatchObject({ ok: true });
  expect(await desk.ping("5f4dcc3b-5aa7-45d6-b8e1-000000000000")).toMatchObject({ ok: true });
  desk.deployment.clock.now += 30 * second;
  expect(await desk.ping(made.uuid, "fail")).toMatchObject({ ok: true });
  desk.database.away = false;
  desk.deployment.clock.now += 30 * second;
  expect(await desk.ping(made.uuid)).toMatchObject({ ok: true });
  await desk.comesBack();
  const { row, bodies } = await heartbeatRows(desk.deployment.ctx(), made.id);
  expect([row.pingCount, row.lastPingAt, row.state, row.lastResult]).toEqual([4, noon + 60_000, "up", "success"]);
  expect(row.pings.map(({ kind, at }) => [kind, at - noon])).toEqual([
    ["success", 60_000],
    ["ignored", 0],
    ["ignored", 30_000],
  ]);
  expect(bodies.map((each) => each.body.length)).toEqual([1600, 1024, 1024]);
});

test("an inbox takes a thousand deliveries of a source, and the next is to be sent again; others have room", async () => {
  const from = await desk.knownSource();
  const other = await desk.knownSource();
  desk.database.away = true;
  for (let sent = 0; sent < 1000; sent++) await desk.send(from, fires("a"));
  expect([desk.inboxes.held(), await desk.send(from, fires("a")), await desk.send(other, fires("a"))]).toEqual([
    1000,
    "overloaded",
    "kept",
  ]);
  await desk.comesBack();
  expect(desk.inboxes.held()).toBe(0);
  expect(await readInboxContents(desk.deployment.ctx())).toEqual({ ok: true, value: null });
}, 60_000);
