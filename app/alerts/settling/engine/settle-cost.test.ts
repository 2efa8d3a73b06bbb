import { afterAll, beforeAll, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, fillAlerts, fillDeliveries, fillRecovered } from "../../../../tests/support/scenario";
import { readSettleFactsByPage } from "../queries/settle";
import { settlePage } from "./settle";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

/** Has a longer deadline, because a hundred thousand rows take longer than a call may. */
const patient = () => deployment.ctx(undefined, { database: deployment.bindings.DB, deadline: 60_000 });

let pages = 0;

/**
 * Returns the rows of one settling that finds nothing new, because it has been settled before; with `event`, of the
 * first such event.
 */
async function cost(fill: typeof fillAlerts, size: number, event: "alert_fired" | "alert_recovered" | null = null) {
  const page = await arrange(deployment, aPage({ slug: `costs-${pages++}`, mode: "none" }));
  const from = { id: page.sourceId, pageId: page.id };
  const period = { sql: "UPDATE source SET heartbeat_seconds = 3600 WHERE id = ?1", params: [from.id] };
  await runBatch(patient(), [...fill(from, size, deployment.clock.now), period]);
  if (event) {
    const sql = `INSERT INTO channel (id, page_id, kind, name, settings_sealed, events, created_at, updated_at)
      VALUES (?1, ?2, 'webhook', 'x', '', ?3, 1, 1)`;
    await runBatch(deployment.ctx(), [{ sql, params: [`channel-${pages}`, page.id, JSON.stringify([event])] }]);
  }
  for (let round = 0; round < 2; round++) {
    const wish = { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] };
    await runBatch(deployment.ctx(), [wish]);
    const ctx = deployment.ctx({ kind: "machine", id: "test" });
    await settlePage(ctx, page.id);
    if (round > 0 || event === "alert_recovered") return { read: ctx.meter.read, written: ctx.meter.written };
  }
  throw new Error("not reached");
}

test("a settling reads no more of a source's firing alerts than it believes: 1, 1,000 and 100,000 of them", async () => {
  const [one, thousand, many] = [
    await cost(fillAlerts, 1),
    await cost(fillAlerts, 1000),
    await cost(fillAlerts, 100_000),
  ];
  expect(thousand.read - one.read).toBeLessThanOrEqual(3 * 1000);
  expect(many.read).toBeLessThanOrEqual(thousand.read + 10);
  expect([one.written, thousand.written, many.written]).toEqual([2, 2, 2]);
});

test("with a channel that wants to know, too", async () => {
  const [thousand, many] = [
    await cost(fillAlerts, 1000, "alert_fired"),
    await cost(fillAlerts, 100_000, "alert_fired"),
  ];
  expect(thousand.read).toBeLessThanOrEqual(4 * 1000 + 50);
  expect(many.read).toBeLessThanOrEqual(thousand.read + 10);
});

test("with a channel that wants to know what is over, it reads back to what was told and no further", async () => {
  const event = "alert_recovered";
  const [one, many] = [await cost(fillRecovered, 1, event), await cost(fillRecovered, 100_000, event)];
  expect(many.read - one.read).toBeLessThanOrEqual(5);
});

test("nor does it know how many deliveries there were, of a source with a period either", async () => {
  const [one, many] = [await cost(fillDeliveries, 1), await cost(fillDeliveries, 100_000)];
  expect(many).toEqual(one);
});

test("of a source with more alerts than are read, the newest are, and those of other sources besides", async () => {
  const page = await arrange(deployment, aPage({ slug: `costs-${pages++}` }));
  const from = { id: page.sourceId, pageId: page.id };
  await runBatch(patient(), fillAlerts(from, 3000, deployment.clock.now));
  const known = (await readSettleFactsByPage(deployment.ctx(), [page.id])).get(page.id);
  const starts = known?.facts.alerts.map((each) => each.startedAt) ?? [];
  expect([starts.length, Math.max(...starts), Math.min(...starts)]).toEqual([
    1000,
    deployment.clock.now - 1,
    deployment.clock.now - 1000,
  ]);
  expect(known?.facts.cutSources.has(from.id)).toBe(true);
});
