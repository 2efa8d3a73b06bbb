import { afterAll, beforeAll, expect, test } from "vitest";
import { readSettleFactsByPage } from "~/alerts/settling/queries/settle";
import { pageTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { readRecentFactsByPage } from "~/status-page/queries/recent-facts";
import { readSnapshotFactsByPage } from "~/status-page/queries/snapshot-facts";
import { seedDemo } from "../../scripts/demo/seed.ts";
import { noon, openDeployment, type TestDeployment } from "../../tests/support/database";
import { aPage, arrange } from "../../tests/support/scenario";
import { readBatch } from "./read";

let deployment: TestDeployment;
let pageIds: string[];

beforeAll(async () => {
  deployment = await openDeployment();
  const database = deployment.bindings.DB as unknown as Parameters<typeof seedDemo>[0];
  await seedDemo(database, noon, deployment.bindings.UPFRONT_SECRET ?? "");
  for (const slug of ["one", "two"]) await arrange(deployment, aPage({ slug }));
  const ctx = deployment.ctx();
  const [pages] = await readBatch(ctx, ctx.db.select({ id: pageTable.id }).from(pageTable));
  pageIds = pages.map(({ id }) => id);
});
afterAll(() => deployment.close());

const asks: Record<string, (ctx: Ctx, pageIds: readonly string[]) => Promise<Map<string, unknown>>> = {
  "the facts of a front page": readSnapshotFactsByPage,
  "the facts of feeds": readRecentFactsByPage,
  "the facts of a settling": readSettleFactsByPage,
};

test.each(Object.entries(asks))(
  "%s are the same asked together and asked alone, in as many statements",
  async (_, ask) => {
    const [together, alone] = [deployment.ctx(), deployment.ctx()];
    const found = await ask(together, [...pageIds, "nobody's"]);
    expect([...found.keys()].sort()).toEqual([...pageIds].sort());
    for (const id of pageIds) expect(found.get(id)).toEqual((await ask(deployment.ctx(), [id])).get(id));
    await ask(alone, pageIds.slice(0, 1));
    expect(together.meter.statements).toBe(alone.meter.statements);
  },
);
