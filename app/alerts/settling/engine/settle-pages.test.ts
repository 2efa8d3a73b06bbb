import { afterEach, beforeEach, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertTable, componentTable, incidentTable, settleTable, snapshotTable, statusChangeTable } from "~/db/schema";
import { invocationLimitByPlan } from "~/plan/budgets";
import { publishPages } from "~/status-page/publishing/engine/publish";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { settlePages } from "./settle";

const count = 30;
let deployment: TestDeployment;
let pages: TestPage[];

beforeEach(async () => {
  deployment = await openDeployment();
  pages = [];
  for (let index = 0; index < count; index++) {
    pages.push(await arrange(deployment, aPage({ slug: `page-${index}`, mode: "publish", holdSeconds: 0 })));
  }
  await publishPages(deployment.ctx(), idsOf(pages));
});
afterEach(() => deployment.close());

const idsOf = (all: readonly TestPage[]) => all.map(({ id }) => id);

/** Fires an alert on each page, as after a delivery for each. */
async function fire() {
  const { now } = deployment.clock;
  const times = { startedAt: now, firstSeenAt: now, lastSeenAt: now };
  const firing = { key: "down", state: "firing", severity: "critical", title: "down", labels: {}, flags: [], ...times };
  await put(
    deployment,
    alertTable,
    pages.map(({ id: pageId, sourceId }) => ({ id: `${sourceId}.down`, pageId, sourceId, ...firing })),
  );
  await runBatch(deployment.ctx(), [{ sql: "UPDATE settle SET wanted = wanted + 1", params: [] }]);
}

async function stored() {
  const ctx = deployment.ctx();
  const { db } = ctx;
  const [components, changes, incidents, settles, snapshots] = await readBatch(
    ctx,
    db.select().from(componentTable),
    db.select().from(statusChangeTable),
    db.select().from(incidentTable),
    db.select().from(settleTable),
    db
      .select({ pageId: snapshotTable.pageId, built: snapshotTable.built, wanted: snapshotTable.wanted })
      .from(snapshotTable),
  );
  const red = components.filter((each) => each.observedStatus !== "operational").map(({ pageId }) => pageId);
  const waiting = settles.filter((each) => each.wanted > each.done).map(({ pageId }) => pageId);
  return { red, changes, incidents, waiting, unbuilt: snapshots.filter((each) => each.built < each.wanted) };
}

async function settleAll() {
  const ctx = deployment.ctx({ kind: "machine", id: "test" });
  await settlePages(ctx, idsOf(pages));
  return ctx.meter;
}

test("many pages are settled and published by as many statements as one", async () => {
  await fire();
  const meter = await settleAll();
  const after = await stored();
  expect(after.red.sort()).toEqual(idsOf(pages).sort());
  expect(after.incidents.map(({ pageId }) => pageId).sort()).toEqual(idsOf(pages).sort());
  expect(after).toMatchObject({ waiting: [], unbuilt: [] });
  expect(meter.statements).toBeLessThan(40);
});

test("done twice, at once or again, it changes nothing twice", async () => {
  await fire();
  await Promise.all([settleAll(), settleAll()]);
  await settleAll();
  const { changes, incidents, waiting } = await stored();
  expect(new Set(changes.map(({ pageId, layer }) => `${pageId} ${layer}`)).size).toBe(changes.length);
  expect([incidents.length, waiting]).toEqual([count, []]);
});

/** Returns a database in which a component of one page is changed just before the first commit of several pages. */
function raced(): D1Database {
  const { DB } = deployment.bindings;
  const batch = DB.batch.bind(DB);
  let commits = 0;
  const held = async (statements: D1PreparedStatement[]) => {
    if (statements.length > 8 && commits++ === 0) {
      const params = [pages[3]?.id];
      await runBatch(deployment.ctx(), [
        { sql: "UPDATE component SET version = version + 1 WHERE page_id = ?1", params },
      ]);
    }
    return batch(statements as never);
  };
  return { prepare: DB.prepare.bind(DB), batch: held } as unknown as D1Database;
}

test("where a page loses a race, the others go on by themselves", async () => {
  await fire();
  const ctx = deployment.ctx({ kind: "machine", id: "test" }, { database: raced() });
  ctx.meter.limit = invocationLimitByPlan.own;
  await settlePages(ctx, idsOf(pages));
  expect((await stored()).red.sort()).toEqual(idsOf(pages).sort());
});

const breakPage = (index: number) =>
  runBatch(deployment.ctx(), [
    { sql: "UPDATE rule SET group_by = '5' WHERE page_id = ?1", params: [pages[index]?.id] },
  ]);

test("a page that cannot be decided is moved back and says why; the others are settled", async () => {
  await fire();
  await breakPage(0);
  await settleAll();
  const { red, waiting } = await stored();
  expect(red).toHaveLength(count - 1);
  expect(waiting).toEqual([pages[0]?.id]);
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(settleTable));
  const broken = rows.find(({ pageId }) => pageId === pages[0]?.id);
  expect(broken).toMatchObject({ tries: 1, notBefore: deployment.clock.now + 15_000 });
  expect(broken?.reason).toBeTruthy();
});

test("where no page can be decided, nothing is committed", async () => {
  await fire();
  for (const index of pages.keys()) await breakPage(index);
  const { DB } = deployment.bindings;
  const sizes: number[] = [];
  const batch = (statements: D1PreparedStatement[]) => {
    sizes.push(statements.length);
    return DB.batch(statements);
  };
  const database = { prepare: DB.prepare.bind(DB), batch } as unknown as D1Database;
  const ctx = deployment.ctx({ kind: "machine", id: "test" }, { database });
  ctx.meter.limit = invocationLimitByPlan.own;
  expect(await settlePages(ctx, idsOf(pages))).toBe(false);
  expect(sizes).not.toContain(0);
});

test("a page that cannot even be read stands alone in the end, and holds up nobody", async () => {
  await fire();
  await runBatch(deployment.ctx(), [{ sql: "UPDATE rule SET match = '{' WHERE page_id = ?1", params: [pages[5]?.id] }]);
  for (let minute = 0; minute < 30; minute++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
  }
  const { red, waiting } = await stored();
  expect(waiting).toEqual([pages[5]?.id]);
  expect(red).toHaveLength(count - 1);
});
