import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { alertTable, heartbeatTable } from "~/db/schema";
import { type Desk, failureOf, good } from "../../tests/support/desk";
import { openHeartbeats, simple } from "../../tests/support/heartbeat-desk";
import { readPing } from "./pings";
import { sendTestPing } from "./send-ping";
import { updateHeartbeat } from "./update";
import { deleteHeartbeat, pauseHeartbeat, resumeHeartbeat } from "./verbs";

let house: Awaited<ReturnType<typeof openHeartbeats>>;
let desk: Desk;
beforeAll(async () => {
  house = await openHeartbeats();
  desk = house.desk;
});
afterAll(() => house.close());

const [minute, hour] = [60_000, 3_600_000];

test("paused, it is not expected: its alert ends, its component shows no data; resumed, it is new", async () => {
  const [, , signIn] = desk.components;
  const { id, uuid } = await house.make({ components: { [signIn]: "major_outage" }, mode: "none" });
  await house.ping(uuid);
  expect([(await house.shown(id)).heartbeat.state, await house.statusOf(signIn)]).toEqual(["up", "operational"]);
  house.move(minute);
  await house.ping(uuid, "fail", "no space left");
  expect([(await house.shown(id)).heartbeat.state, await house.statusOf(signIn)]).toEqual(["down", "major_outage"]);
  const { pings } = await house.shown(id);
  expect(pings.map(({ number, kind, hasBody }) => [number, kind, hasBody])).toEqual([
    [2, "fail", true],
    [1, "success", false],
  ]);
  const body = await good(readPing(desk.as("viewer"), { ...house.target(id), number: 2 }));
  expect(body).toMatchObject({ body: "no space left", truncated: false, ping: { from: "192.0.2.1" } });
  expect(await failureOf<unknown>(readPing(desk.as("viewer"), { ...house.target(id), number: 3 }))).toEqual({
    name: "missing",
  });
  house.move(minute);
  await good(pauseHeartbeat(desk.as("admin"), house.target(id)));
  await desk.deployment.settled();
  const ctx = desk.owner();
  const [alerts, [row]] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.sourceId, id)),
    ctx.db.select().from(heartbeatTable).where(eq(heartbeatTable.id, id)),
  );
  expect(alerts).toMatchObject([{ key: "missed", state: "resolved", endedAt: desk.deployment.clock.now }]);
  expect(row).toMatchObject({ state: "paused", dueAt: null, pendingFrom: null });
  expect(await house.statusOf(signIn)).toBe("no_data");
  await good(resumeHeartbeat(desk.as("admin"), house.target(id)));
  expect(await failureOf(resumeHeartbeat(desk.as("admin"), house.target(id)))).toMatchObject({ code: "not_paused" });
  house.move(400 * 24 * hour);
  await house.look(id);
  expect((await house.shown(id)).heartbeat).toMatchObject({ state: "new", lastPingAt: null });
  await good(deleteHeartbeat(desk.as("admin"), house.target(id)));
});

test("by a longer schedule what was only late is up again, by a shorter one what is late is down; once it is gone nobody knows", async () => {
  const [website] = desk.components;
  const { id, uuid } = await house.make({
    schedule: simple(60),
    graceSeconds: 60,
    components: { [website]: "major_outage" },
    mode: "none",
  });
  await house.ping(uuid);
  house.move(3 * minute);
  await house.look(id);
  expect([(await house.shown(id)).heartbeat.state, await house.statusOf(website)]).toEqual(["down", "major_outage"]);
  await good(updateHeartbeat(desk.as("admin"), { ...house.target(id), schedule: simple(3600) }));
  await desk.deployment.settled();
  expect([(await house.shown(id)).heartbeat.state, await house.statusOf(website)]).toEqual(["up", "operational"]);
  house.move(minute);
  await good(updateHeartbeat(desk.as("admin"), { ...house.target(id), schedule: simple(60) }));
  await desk.deployment.settled();
  await house.look(id);
  expect([(await house.shown(id)).heartbeat.state, await house.statusOf(website)]).toEqual(["down", "major_outage"]);
  await house.ping(uuid, "fail");
  await good(updateHeartbeat(desk.as("admin"), { ...house.target(id), schedule: simple(3600) }));
  await desk.deployment.settled();
  await house.look(id);
  expect((await house.shown(id)).heartbeat.state).toBe("down");
  await good(deleteHeartbeat(desk.as("admin"), house.target(id)));
  await desk.deployment.settled();
  expect(await house.statusOf(website)).toBe("no_data");
});

test("a ping by a person is a real one, once for one form; a run shows how long it took", async () => {
  const { id, uuid } = await house.make();
  const form = { ...house.target(id), commitId: "01ping0nonce00000000000000" };
  await good(sendTestPing(desk.as("admin"), form));
  await good(sendTestPing(desk.as("admin"), form));
  await desk.deployment.settled();
  expect((await house.shown(id)).heartbeat).toMatchObject({ state: "up", pingCount: 1 });
  house.move(minute);
  await house.ping(uuid, "start");
  expect((await house.shown(id)).heartbeat).toMatchObject({ running: true, startedAt: desk.deployment.clock.now });
  house.move(5000);
  await house.ping(uuid);
  const { pings, heartbeat: row } = await house.shown(id);
  expect([pings[0]?.duration, row.lastDuration, row.running]).toEqual([5000, 5000, false]);
  expect(row.nextExpectedAt).toBe(desk.deployment.clock.now + 24 * hour);
});
