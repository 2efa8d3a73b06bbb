import { afterAll, beforeAll, expect, test } from "vitest";
import { componentTable, maintenanceTable } from "~/db/schema";
import { noon, openDeployment, type TestDeployment } from "../support/database";
import { unmetered } from "../support/restored";
import { put, type TestPage } from "../support/scenario";
import { openWorld, type World, type WorldPlan, waitsOf } from "../support/world";
import { saidOf } from "../support/world-plans";

/** One page has as much due as it can: what the other one looks at is seen, shown and told all the same. */
let deployment: TestDeployment;
beforeAll(async () => {
  deployment = await openDeployment({ UPFRONT_INGEST_LIMIT: "0" });
});
afterAll(() => deployment.close());

const minute = 60_000;
const beginsAt = noon + 2 * minute;

/** The first page is the victim; the last one is full of work. */
const calm: WorldPlan = {
  plan: "free",
  checker: false,
  wake: false,
  pages: 2,
  shards: 1,
  heartbeats: 0,
  pinged: true,
  waiting: 0,
  downAt: 4,
  upAt: 99,
  firesAt: null,
};
const full = ({ pages }: World): TestPage => pages.at(-1) as TestPage;

const work = (pageId: string, n: number, startsAt = beginsAt) => ({
  id: `work-${n}`,
  pageId,
  title: "Work",
  status: "scheduled",
  body: "",
  bodyHtml: "",
  bodyText: "",
  startsAt,
  endsAt: startsAt + 3600_000,
  dueAt: startsAt,
  autoStart: true,
  autoEnd: true,
  tellStart: false,
  tellEnd: false,
  remindDay: false,
  remindHour: false,
  createdAt: noon,
  updatedAt: noon,
});

const workOf = (pageId: string, count: number) =>
  put(
    deployment,
    maintenanceTable,
    Array.from({ length: count }, (_, n) => work(pageId, n)),
  );

async function expectSeen(world: World): Promise<void> {
  const late = await waitsOf(world, 10);
  const shown = await world.shown(world.pages[0] as TestPage);
  expect(shown?.banner.state).toBe("partial_system");
  expect(late.map(saidOf)).toEqual([]);
}

test.each([
  { checker: false, pages: 2 },
  { checker: true, pages: 2 },
  { checker: true, pages: 13 },
])("fifty maintenances of one page begin at once: $pages pages, checker $checker", async (over) => {
  const world = await openWorld(deployment, { ...calm, ...over });
  await workOf(full(world).id, 50);
  await expectSeen(world);
});

test("a maintenance that had failed before is taken up with the others when it ends", async () => {
  const world = await openWorld(deployment, { ...calm, shards: 0 });
  await put(deployment, maintenanceTable, [{ ...work(full(world).id, 0), tries: 3, reason: "failed" }]);
  for (let passed = 0; passed < 3; passed++) await world.minute();
  const sql = "SELECT status, tries, not_before, reason FROM maintenance";
  const [[row] = []] = await unmetered(deployment.bindings.DB, [{ sql, params: [] }]);
  expect(row).toEqual({ status: "in_progress", tries: 0, not_before: 0, reason: null });
});

test("sixty manual statuses of one page end at once", async () => {
  const world = await openWorld(deployment, calm);
  const pageId = full(world).id;
  const manual = { manualStatus: "degraded", manualUntil: beginsAt, createdAt: noon, updatedAt: noon };
  const rows = Array.from({ length: 60 }, (_, n) => ({
    id: `part-${n}`,
    pageId,
    name: `Part ${n}`,
    position: 100 + n,
    startDate: "2026-11-01",
    observedSince: noon,
    ...manual,
  }));
  await put(deployment, componentTable, rows as never[]);
  await expectSeen(world);
  const sql = "SELECT count(*) AS ended FROM audit_entry WHERE action = 'component.manual_end'";
  const [[row] = []] = await unmetered(deployment.bindings.DB, [{ sql, params: [] }]);
  expect(row).toEqual({ ended: 1 });
});
