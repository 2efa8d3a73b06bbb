import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, ruleComponentTable, ruleTable, statusChangeTable } from "~/db/schema";
import { deploymentOfFile } from "../../../../tests/support/of-file";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { settlePage } from "./settle";

const deployment = deploymentOfFile();
const minute = 60_000;
const now = () => deployment.clock.now;

async function settleNow({ id }: TestPage, ...statements: { sql: string; params: unknown[] }[]) {
  const sql = "UPDATE settle SET wanted = wanted + 1, recovered_at = ?2 WHERE page_id = ?1";
  await runBatch(deployment.ctx(), [...statements, { sql, params: [id, now()] }]);
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), id);
}

async function fire(page: TestPage, key: string) {
  const words = { title: key, severity: "critical", labels: { key }, flags: [] };
  const times = { startedAt: now(), firstSeenAt: now(), lastSeenAt: now() };
  const row = { id: `${page.sourceId}.${key}`, pageId: page.id, sourceId: page.sourceId, key, state: "firing" };
  await put(deployment, alertTable, [{ ...row, ...words, ...times }]);
  await settleNow(page);
}

const recover = (page: TestPage, key: string) =>
  settleNow(page, { sql: "UPDATE alert SET state = 'resolved', ended_at = ?2 WHERE key = ?1", params: [key, now()] });

/** Adds a rule: alerts with this key belong to the second component, and wait for two minutes. */
async function secondRule({ id: pageId, sourceId, components }: TestPage) {
  const words = { match: { labels: { key: "two" } }, mode: "publish", groupBy: [], holdSeconds: 120, position: -1 };
  const times = { createdAt: now(), updatedAt: now() };
  await put(deployment, ruleTable, [{ id: "rule-two", pageId, sourceId, ...words, ...times }]);
  const [, componentId = ""] = components;
  await put(deployment, ruleComponentTable, [{ pageId, ruleId: "rule-two", componentId, status: "major_outage" }]);
}

test("one recovered long before another opens in the same settling: neither is dated by the other", async () => {
  const page = await arrange(deployment, aPage({ mode: "publish", holdSeconds: 0, resolveAfterSeconds: 300 }));
  await secondRule(page);
  await fire(page, "one");
  deployment.clock.now += minute;
  await recover(page, "one");
  const recoveredAt = now();
  deployment.clock.now += 3 * minute;
  await fire(page, "two");
  deployment.clock.now += 2 * minute;
  await settleNow(page);
  const ctx = deployment.ctx();
  const [rows] = await readBatch(
    ctx,
    ctx.db.select().from(statusChangeTable).where(eq(statusChangeTable.layer, "incident")),
  );
  expect(rows.slice(1).map((each) => [each.componentId, each.toStatus, each.at])).toEqual([
    [page.components[0], null, recoveredAt],
    [page.components[1], "major_outage", now()],
  ]);
});
