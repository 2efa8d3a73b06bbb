import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runBatch } from "~/db/run-batch";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { claimDeliveriesStatement } from "./channel";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());
beforeEach(() => runBatch(deployment.ctx(), [{ sql: "DELETE FROM channel_delivery", params: [] }]));

/** Stores one due delivery for each of this many channels of a page. */
const putDue = (pageId: string, channels: number, age: number) =>
  runBatch(deployment.ctx(), [
    {
      sql: `INSERT INTO channel_delivery (channel_id, notice_id, page_id, state, attempts, due_at, created_at)
        WITH RECURSIVE c(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM c WHERE n + 1 < ?2)
        SELECT ?1 || '-' || n, 'notice', ?1, 'due', '[]', ?3, ?3 FROM c`,
      params: [pageId, channels, deployment.clock.now - age],
    },
  ]);

const claimed = async (): Promise<string[]> => {
  const ctx = deployment.ctx();
  const [result] = await runBatch(ctx, [claimDeliveriesStatement(ctx.id(), ctx.now(), ctx.now() + 60_000, 6)]);
  return ((result?.results ?? []) as { pageId: string }[]).map(({ pageId }) => pageId);
};

test("every page's channels have a delivery before those of any page have a second", async () => {
  await putDue("many", 300, 9000);
  await putDue("one", 1, 1000);
  await putDue("two", 2, 1000);
  const pages = await claimed();
  expect(pages).toHaveLength(6);
  expect(pages).toEqual(expect.arrayContaining(["many", "one", "two"]));
  expect(pages.filter((page) => page === "two")).toHaveLength(2);
});
