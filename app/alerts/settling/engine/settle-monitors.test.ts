import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { noticeTable } from "~/db/schema";
import { createHeartbeat } from "~/heartbeats/create";
import { planMaintenance } from "~/maintenances/plan";
import type { CreateMonitorInput } from "~/monitors/rules/input";
import type { NoticeKind } from "~/notifications/rules/notice";
import { readNowView } from "~/now/read";
import { readPublishedView } from "~/status-page/view-page";
import { type Desk, good, openDesk } from "../../../../tests/support/desk";
import { watch } from "../../../../tests/support/monitors";
import { incidentsOf, later, listen, observedOf, say, silence } from "../../../../tests/support/own-alerts";
import { listAlerts } from "../../list";

let desk: Desk;
const minute = 60_000;
const now = () => desk.deployment.clock.now;

beforeEach(async () => {
  desk = await openDesk();
});
afterEach(async () => {
  await desk.deployment.settled();
  await desk.close();
});

const publishing: Partial<CreateMonitorInput> = { mode: "publish", hold: 60, resolveAfter: 60 };

async function monitor(name: string, over: Partial<CreateMonitorInput> = {}): Promise<string> {
  const id = await watch(desk, { name, ...publishing, ...over });
  await desk.deployment.settled();
  return id;
}

const noticesOf = async (kind: NoticeKind) => {
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable).where(eq(noticeTable.kind, kind)));
  return rows;
};
const listens = () => listen(desk, ["alert_fired", "alert_recovered", "component_changed"]);

test("a monitor is down: status at once, incident after the hold, Opened by a monitor, resolved by itself", async () => {
  const id = await monitor("Shop");
  await say(desk, id, "firing");
  const began = now();
  expect(await observedOf(desk, desk.components[0])).toEqual([["major_outage", began]]);
  await later(desk, minute);
  expect(await incidentsOf(desk)).toMatchObject([{ origin: "monitor", originId: id, visibility: "published" }]);
  const [shown] = (await good(listAlerts(desk.as("viewer"), { pageId: desk.pageId }))).alerts;
  expect(shown).toMatchObject({ family: "monitor", sourceName: "Shop", because: null });
  await say(desk, id, "resolved");
  await later(desk, minute);
  expect(await incidentsOf(desk)).toMatchObject([{ closed: true, resolvedBy: "machine" }]);
});

test("a heartbeat's missed ping opens an incident of origin monitor too", async () => {
  const components = { [desk.components[1]]: "partial_outage" };
  const given = { pageId: desk.pageId, name: "Backup", mode: "publish", components };
  const { id } = await good(createHeartbeat(desk.as("admin"), given));
  await silence(desk, id, null);
  await say(desk, id, "firing", "missed");
  expect(await incidentsOf(desk)).toMatchObject([{ origin: "monitor", originId: id }]);
  const { firing } = await good(readNowView(desk.as("viewer"), { pageId: desk.pageId }));
  expect(firing).toMatchObject([{ family: "heartbeat", sourceName: "Backup" }]);
});

test("the ticks stop for 30 minutes: no data from the start of the gap to the first result, never green in it", async () => {
  const id = await monitor("Shop");
  await later(desk, 10 * minute);
  const stopped = now();
  desk.deployment.clock.now += 30 * minute;
  const result = now();
  await silence(desk, id, stopped);
  const view = await readPublishedView(desk.deployment.ctx(), { slug: desk.slug });
  expect(view.ok && view.value.snapshot.banner.state).toBe("unknown");
  desk.deployment.clock.now += minute;
  await silence(desk, id, null, result);
  expect(await observedOf(desk, desk.components[0])).toEqual([
    ["no_data", stopped],
    ["operational", result],
  ]);
});

test("maintenance masks a monitor: nothing opens in the window, at its end it counts at once", async () => {
  const id = await monitor("Shop");
  const window = { title: "Upgrade", body: "Soon.", startsAt: now() - 1000, endsAt: now() + 60 * minute };
  const components = { [desk.components[0]]: "under_maintenance" };
  await good(planMaintenance(desk.as("responder"), { pageId: desk.pageId, ...window, components }));
  await runBatch(desk.deployment.ctx(), [{ sql: "UPDATE maintenance SET status = 'in_progress'", params: [] }]);
  await say(desk, id, "firing");
  await later(desk, 30 * minute);
  expect(await incidentsOf(desk)).toEqual([]);
  expect(await observedOf(desk, desk.components[0])).toHaveLength(1);
  await runBatch(desk.deployment.ctx(), [{ sql: "UPDATE maintenance SET status = 'completed'", params: [] }]);
  await later(desk, minute);
  expect(await incidentsOf(desk)).toMatchObject([{ origin: "monitor", closed: false }]);
});

test("what depends on something down is told of nobody, joins its incident, and says because of whom", async () => {
  await listens();
  const router = await monitor("Router");
  const shop = await monitor("Shop", { dependsOn: router, components: { [desk.components[1]]: "major_outage" } });
  await say(desk, router, "firing");
  await say(desk, shop, "firing");
  await later(desk, minute);
  const [only, ...more] = await incidentsOf(desk);
  expect([only?.originId, more]).toEqual([router, []]);
  expect(await observedOf(desk, desk.components[1])).toMatchObject([["major_outage", expect.any(Number)]]);
  const { alerts } = await good(listAlerts(desk.as("viewer"), { pageId: desk.pageId, sourceId: shop }));
  expect(alerts).toMatchObject([{ incidentId: only?.id, because: { id: router, name: "Router" } }]);
  expect((await noticesOf("alert_fired")).map((each) => each.subjectId)).toEqual([router]);
  for (const id of [shop, router]) await say(desk, id, "resolved");
  await later(desk, 2 * minute);
  expect((await noticesOf("alert_recovered")).map((each) => each.subjectId)).toEqual([router]);
  expect(await incidentsOf(desk)).toMatchObject([{ closed: true }]);
});

test("the cause is over and the other still fails: a hold of its own, then an incident of its own, and it is told", async () => {
  await listens();
  const router = await monitor("Router");
  const shop = await monitor("Shop", { dependsOn: router, components: { [desk.components[1]]: "major_outage" } });
  for (const id of [router, shop]) await say(desk, id, "firing");
  await later(desk, minute);
  await say(desk, router, "resolved");
  await later(desk, 30_000);
  expect(await incidentsOf(desk)).toHaveLength(1);
  expect((await noticesOf("alert_fired")).map((each) => each.subjectId)).toEqual([router, shop]);
  await later(desk, 30_000);
  const open = (await incidentsOf(desk)).filter((each) => !each.closed);
  expect(open).toHaveLength(1);
  await say(desk, shop, "resolved");
  await later(desk, 2 * minute);
  expect((await incidentsOf(desk)).every((each) => each.closed)).toBe(true);
});
