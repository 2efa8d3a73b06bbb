import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readBatch } from "~/db/read";
import { auditEntryTable, componentGroupTable, snapshotTable } from "~/db/schema";
import { insertRowsStatements, updateRowsStatements } from "~/db/write";
import { LostRaceError } from "~/platform/trouble";
import { openDeployment, type TestDeployment } from "../../tests/support/database";
import { commitPlan } from "./commit";

let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment();
});
afterAll(() => deployment.close());

const audit = (subjectId: string) => ({ action: "test.change", subjectKind: "component_group", subjectId });
const group = (id: string) => ({ id, pageId: "p", name: "Core", position: 1, createdAt: 1, updatedAt: 1 });

async function makeGroup(id: string) {
  const ctx = deployment.ctx();
  await commitPlan(ctx, {
    id: ctx.id(),
    pageId: "p",
    audit: audit(id),
    changes: insertRowsStatements(componentGroupTable, [group(id)]),
  });
}

test("50 saves of one version: one wins, 49 lose the race and leave nothing", async () => {
  await makeGroup("g1");
  const save = (index: number) => {
    const ctx = deployment.ctx();
    return commitPlan(ctx, {
      id: `save-${index}`,
      pageId: "p",
      expect: [{ table: componentGroupTable, rows: [{ id: "g1", version: 0 }] }],
      changes: updateRowsStatements(componentGroupTable, "p", [{ id: "g1", name: `name ${index}` }]),
      audit: audit("g1"),
    });
  };
  const results = await Promise.allSettled(Array.from({ length: 50 }, (_, index) => save(index)));
  const lost = results.filter((each) => each.status === "rejected");
  expect(lost).toHaveLength(49);
  expect(lost.every((each) => each.reason instanceof LostRaceError)).toBe(true);
  const ctx = deployment.ctx();
  const [[row], entries] = await readBatch(
    ctx,
    ctx.db.select().from(componentGroupTable).where(eq(componentGroupTable.id, "g1")),
    ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.subjectId, "g1")),
  );
  expect(row?.version).toBe(1);
  expect(entries).toHaveLength(2);
});

test("the same commit twice answers as the first time and changes nothing", async () => {
  const ctx = deployment.ctx();
  const rows = [{ slug: "s", audience: "public", part: "home", pageId: "q", visibility: "public" }];
  await ctx.d1.batch(
    insertRowsStatements(snapshotTable, rows).map((each) => ctx.d1.prepare(each.sql).bind(...each.params)),
  );
  const plan = {
    id: "once",
    pageId: "q",
    audit: audit("g2"),
    publishes: true,
    changes: insertRowsStatements(componentGroupTable, [{ ...group("g2"), pageId: "q" }]),
  };
  expect(await commitPlan(ctx, plan)).toMatchObject({ outcome: "committed", revision: 1 });
  expect(await commitPlan(ctx, plan)).toMatchObject({ outcome: "already", revision: 1 });
  expect(ctx.meter.written).toBeGreaterThan(0);
});

test("a deleted row loses the race as a changed one does", async () => {
  const ctx = deployment.ctx();
  const plan = {
    id: "gone",
    pageId: "p",
    expect: [{ table: componentGroupTable, rows: [{ id: "nowhere", version: 0 }] }],
    changes: updateRowsStatements(componentGroupTable, "p", [{ id: "nowhere", name: "x" }]),
    audit: audit("nowhere"),
  };
  await expect(commitPlan(ctx, plan)).rejects.toBeInstanceOf(LostRaceError);
});
