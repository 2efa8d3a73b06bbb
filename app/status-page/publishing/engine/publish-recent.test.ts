import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDueWorkUnits } from "~/clock/queries/due-units";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { incidentTable, incidentUpdateTable, snapshotTable } from "~/db/schema";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { aPage, arrange, put, type TestPage } from "../../../../tests/support/scenario";
import { readArchivedIncident } from "../../history/archive";
import { readRecentFactsByPage } from "../../queries/recent-facts";
import { rebuildExpiredDocumentsStatement } from "../../queries/snapshot";
import { readPublishedView, readRecentDocumentView } from "../../view-page";
import { publishPage } from "./publish";

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage());
  resetIsolate();
});
afterEach(() => deployment.close());

const counters = async () => {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(snapshotTable).where(eq(snapshotTable.pageId, page.id)));
  return Object.fromEntries(rows.map(({ part, wanted, built }) => [part, [wanted, built]]));
};

test("the parts count for themselves: what only the front page shows leaves the feeds' alone", async () => {
  await publishPage(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 1] });
  const change = { changes: [], audit: { action: "x", subjectKind: "x", subjectId: "x" } };
  const moved = await commitPlan(deployment.ctx(), { id: "one", pageId: page.id, ...change, publishes: "home" });
  expect([moved.revision, await counters()]).toEqual([2, { home: [2, 1], recent: [1, 1] }]);
  const told = await commitPlan(deployment.ctx(), { id: "two", pageId: page.id, ...change, publishes: true });
  expect([told.revision, await counters()]).toEqual([3, { home: [3, 1], recent: [2, 1] }]);
  const again = await commitPlan(deployment.ctx(), { id: "two", pageId: page.id, ...change, publishes: true });
  expect([again.outcome, again.revision]).toEqual(["already", 3]);
  await publishPage(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [3, 3], recent: [2, 2] });
});

test("where both parts no longer fit into the invocation the front page goes first, the feeds with the tick", async () => {
  const full = deployment.ctx();
  full.meter.statements = 25;
  await publishPage(full, page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 0] });
  const due = await readDueWorkUnits(deployment.ctx(), deployment.clock.now, false);
  expect(due.units.map(({ kind, pageId }) => [kind, pageId])).toEqual([["publish", page.id]]);
  await publishPage(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 1] });
});

test("a tombstone that ran out wants a build of the recent part alone, and is gone from it", async () => {
  const { now } = deployment.clock;
  const times = { publishedAt: now - 4000, closed: true };
  await put(deployment, incidentTable, [{ id: "gone", pageId: page.id, ...story("withdrawn"), ...times }]);
  await publishPage(deployment.ctx(), page.id);
  const stones = async () => {
    const view = await readRecentDocumentView(deployment.ctx(), { slug: page.slug });
    return view.ok ? view.value.recent.tombstones : null;
  };
  const stone = {
    id: "gone",
    kind: "incident",
    startsAt: now,
    publishedAt: now - 4000,
    withdrawnAt: now,
    componentIds: [],
  };
  expect(await stones()).toEqual([stone]);
  deployment.clock.now += 30 * 24 * 3600_000;
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET fresh_until = ?1 WHERE part = 'home'", params: [9e15] },
  ]);
  await runBatch(deployment.ctx(), [rebuildExpiredDocumentsStatement(deployment.clock.now)]);
  expect(await counters()).toEqual({ home: [1, 1], recent: [2, 1] });
  await publishPage(deployment.ctx(), page.id);
  expect(await stones()).toEqual([]);
});

const story = (visibility: string) => {
  const { now } = deployment.clock;
  const told = { title: "Long", status: "investigating", impact: "minor", visibility, origin: "person" };
  return { ...told, startedAt: now, createdAt: now, updatedAt: now };
};

/** Returns updates, oldest first, each of 25,000 characters as HTML and as text. */
function longUpdates(count: number) {
  const { now } = deployment.clock;
  const body = "x".repeat(25_000);
  const text = { status: "investigating", body: "", bodyHtml: `<p>${body}</p>`, bodyText: body, authorKind: "person" };
  const times = { createdAt: now, updatedAt: now };
  return Array.from({ length: count }, (_, index) => {
    const own = { id: `u${String(index).padStart(2, "0")}`, shownAt: now + index };
    return { ...own, pageId: page.id, incidentId: "long", ...text, changes: [], ...times };
  });
}

/** Returns for each update whether it is cut, when the first `whole` are complete. */
const flags = (count: number, whole: number) => Array.from({ length: count }, (_, index) => index >= whole);

test("bodies beyond the size of the document are not even read for it", async () => {
  await put(deployment, incidentTable, [{ id: "long", ...story("published"), pageId: page.id }]);
  const updates = longUpdates(20);
  for (const each of updates) await put(deployment, incidentUpdateTable, [each]);
  const facts = (await readRecentFactsByPage(deployment.ctx(), [page.id])).get(page.id);
  const said = facts?.incidents[0]?.updates ?? [];
  expect(said.map(({ id }) => id)).toEqual(updates.map(({ id }) => id).reverse());
  expect(said.map(({ html }) => html === "")).toEqual(flags(20, 9));
});

test("one incident of 60 updates of 25,000 characters: both parts fit, and its own page tells more", async () => {
  await put(deployment, incidentTable, [{ id: "long", ...story("published"), pageId: page.id }]);
  for (const each of longUpdates(60)) await put(deployment, incidentUpdateTable, [each]);
  await publishPage(deployment.ctx(), page.id);
  const where = { slug: page.slug };
  const [home, recent] = [
    await readPublishedView(deployment.ctx(), where),
    await readRecentDocumentView(deployment.ctx(), where),
  ];
  if (!home.ok || !recent.ok) throw new Error("not published");
  const { incidents } = home.value.snapshot;
  expect(JSON.stringify(home.value.snapshot).length).toBeLessThanOrEqual(500_000);
  expect(incidents[0]?.updates.map((each) => each.cut ?? false)).toEqual(flags(60, 4));
  expect(recent.value.recent.incidents[0]?.updates.map((each) => each.cut ?? false)).toEqual(flags(60, 9));
  const archived = await readArchivedIncident(deployment.ctx(), home.value.snapshot, "long");
  const told = archived.ok ? archived.value.updates.map((each) => each.cut ?? false) : [];
  expect(told).toEqual(flags(60, 23));
});
