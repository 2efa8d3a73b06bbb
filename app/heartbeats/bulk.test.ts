import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { createAgent } from "~/agents/verbs";
import { listAudit } from "~/audit/list";
import { readBatch } from "~/db/read";
import { alertTable, episodeTable, heartbeatTable, pingBodyTable, ruleTable, sourceTable } from "~/db/schema";
import { failureOf, good, openDesk } from "../../tests/support/desk";
import { openHeartbeats } from "../../tests/support/heartbeat-desk";
import { bulkChangeHeartbeats } from "./bulk";

const house = await openHeartbeats();
const { desk } = house;
afterAll(() => house.close());

const bulk = (ids: string[], action: string, value?: string) =>
  bulkChangeHeartbeats(desk.as("admin"), { pageId: desk.pageId, ids, action, ...(value ? { value } : {}) });

/** Returns the remaining rows, by table. */
async function left(ids: readonly string[]) {
  const ctx = desk.owner();
  const { db } = ctx;
  const [sources, heartbeats, rules, bodies, alerts, episodes] = await readBatch(
    ctx,
    db.select({ id: sourceTable.id, dependsOn: sourceTable.dependsOn }).from(sourceTable),
    db.select({ id: heartbeatTable.id }).from(heartbeatTable),
    db.select({ id: ruleTable.sourceId }).from(ruleTable),
    db.select({ id: pingBodyTable.heartbeatId }).from(pingBodyTable),
    db.select({ id: alertTable.sourceId, state: alertTable.state }).from(alertTable),
    db.select({ id: episodeTable.alertId, endedAt: episodeTable.endedAt }).from(episodeTable),
  );
  const rows = [sources, heartbeats, rules, bodies].map((all) => all.filter(({ id }) => ids.includes(id)).length);
  const firing = alerts.filter(({ id, state }) => ids.includes(id) && state === "firing").length;
  const open = episodes.filter(({ id, endedAt }) => ids.some((each) => id.startsWith(each)) && endedAt === null).length;
  const depends = sources.filter(({ dependsOn }) => dependsOn !== null && ids.includes(dependsOn)).length;
  return { rows, firing, open, depends };
}

test("many are deleted with their pings and rules in one commit: what fires ends, and nobody watches their component", async () => {
  const [website] = desk.components;
  const [one, two] = [await house.make({ components: { [website]: "major_outage" } }), await house.make()];
  const below = await house.make({ name: "Below", dependsOn: one.id });
  for (const { uuid } of [one, two, below]) await house.ping(uuid, "success", "all of it");
  await house.ping(one.uuid, "fail", "disk full");
  expect(await house.statusOf(website)).toBe("major_outage");
  expect(await left([one.id, two.id])).toMatchObject({ firing: 1, open: 1, depends: 1 });
  house.move(60_000);
  await good(bulk([one.id, two.id], "delete"));
  await desk.deployment.settled();
  expect(await left([one.id, two.id])).toEqual({ rows: [0, 0, 0, 0], firing: 0, open: 0, depends: 0 });
  expect((await left([below.id])).rows).toEqual([1, 1, 1, 1]);
  expect(await house.statusOf(website)).toBe("no_data");
  const { entries } = await good(listAudit(desk.as("admin"), { pageId: desk.pageId }));
  expect(entries[0]).toMatchObject({
    action: "heartbeat.bulk_delete",
    before: { heartbeats: [{ id: one.id }, { id: two.id }] },
  });
});

test("many are muted for some minutes, and told of again", async () => {
  const ids = [(await house.make()).id, (await house.make()).id];
  const until = async () => {
    const ctx = desk.owner();
    const [rows] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.pageId, desk.pageId)));
    return rows.filter(({ id }) => ids.includes(id)).map(({ mutedUntil }) => mutedUntil);
  };
  await good(bulk(ids, "mute", "90"));
  const end = desk.deployment.clock.now + 90 * 60_000;
  expect(await until()).toEqual([end, end]);
  await good(bulk(ids, "unmute"));
  expect(await until()).toEqual([null, null]);
});

test("all or none: with one that is not there, is another page's or an agent's, nothing changes", async () => {
  const { id } = await house.make();
  const other = await openDesk(desk.deployment, "bulk-other");
  const agent = await good(createAgent(desk.as("admin"), { pageId: desk.pageId, name: "In the office" }));
  expect(await failureOf(bulk([id, "gone"], "delete"))).toEqual({ name: "missing" });
  const there = { pageId: other.pageId, ids: [id], action: "delete" };
  expect(await failureOf(bulkChangeHeartbeats(other.as("admin"), there))).toEqual({ name: "missing" });
  expect(await failureOf(bulk([id, agent.id], "delete"))).toMatchObject({ name: "conflict", code: "of_agent" });
  expect((await left([id, agent.id])).rows).toEqual([2, 2, 2, 0]);
  await good(bulk([id, agent.id], "mute", "5"));
});

test.each([
  [{ ids: [], action: "delete" }, "ids"],
  [{ ids: Array.from({ length: 51 }, (_, at) => `h${at}`), action: "delete" }, "ids"],
  [{ ids: ["h"], action: "mute", value: "0" }, "value"],
  [{ ids: ["h"], action: "mute", value: "10081" }, "value"],
  [{ ids: ["h"], action: "forget" }, "action"],
])("%o is refused", async (given, field) => {
  const failure = await failureOf(bulkChangeHeartbeats(desk.as("admin"), { pageId: desk.pageId, ...given }));
  expect(failure).toMatchObject({ name: "invalid", fields: { [field]: expect.anything() } });
});

test("sent twice it is done once; it is an admin's, and nothing to a stranger", async () => {
  const { id } = await house.make();
  const given = { pageId: desk.pageId, ids: [id], action: "delete", commitId: "01bulkheartbeats000000000" };
  expect(await failureOf(bulkChangeHeartbeats(desk.as("responder"), given))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(bulkChangeHeartbeats(desk.as(null), given))).toEqual({ name: "missing" });
  await good(bulkChangeHeartbeats(desk.as("admin"), given));
  await good(bulkChangeHeartbeats(desk.as("admin"), given));
});
