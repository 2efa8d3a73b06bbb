import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { settlePage } from "~/alerts/settling/engine/settle";
import { createComponent } from "~/components/create";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { statusChangeTable } from "~/db/schema";
import { call, makeAgent, reportedBy } from "../../../tests/support/agents";
import { type Desk, good, openDesk } from "../../../tests/support/desk";

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk({ UPFRONT_PLAN: "own" });
});
afterAll(() => desk.deployment.settled().then(() => desk.close()));

const minute = 60_000;

test("what an agent reports vouches from the minute of its first result, however late that is settled", async () => {
  const { deployment, pageId } = desk;
  const { clock } = deployment;
  const { id: componentId } = await good(createComponent(desk.as("admin"), { pageId, name: "Printer" }));
  const agent = await makeAgent(desk, { name: "Office", every: 5 });
  const id = await reportedBy(desk, agent, { components: { [componentId]: "major_outage" } });
  await deployment.settled();
  clock.now = Math.ceil(clock.now / minute) * minute + 3 * minute;
  const looked = clock.now;
  clock.now += 17_123;
  const held = "UPDATE settle SET lease_until = ?2 + 20000, lease_token = 'else' WHERE page_id = ?1";
  await runBatch(deployment.ctx(), [{ sql: held, params: [pageId, clock.now] }]);
  await call(desk, agent, { sent_at: clock.now, results: [{ monitor: id, verdict: "up", at: looked }] });
  await deployment.settled();
  clock.now += 50_000;
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), pageId);
  const ctx = deployment.ctx();
  const ofIt = and(eq(statusChangeTable.componentId, componentId), eq(statusChangeTable.layer, "coverage"));
  const [rows] = await readBatch(ctx, ctx.db.select().from(statusChangeTable).where(ofIt));
  expect(rows.map(({ toStatus, at }) => [toStatus, at])).toEqual([[null, looked]]);
});
