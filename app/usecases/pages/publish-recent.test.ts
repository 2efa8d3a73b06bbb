import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commit, runBatch } from "~/db/commit";
import { recentFacts } from "~/db/queries/recent-facts";
import { bumpStale } from "~/db/queries/snapshot";
import { whatIsDue } from "~/db/queries/tick";
import { read } from "~/db/read";
import { incident, incidentUpdate, snapshot } from "~/db/schema";
import { openDeployment, type TestDeployment } from "../../../tests/support/database";
import { makePage, put, type TestPage } from "../../../tests/support/page";
import { publish } from "./publish";
import { forgetMemory, viewRecent } from "./view";

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  page = await makePage(deployment);
  forgetMemory();
});
afterEach(() => deployment.close());

const counters = async () => {
  const ctx = deployment.ctx();
  const [rows] = await read(ctx, ctx.db.select().from(snapshot).where(eq(snapshot.pageId, page.id)));
  return Object.fromEntries(rows.map(({ part, wanted, built }) => [part, [wanted, built]]));
};

test("the parts count for themselves: what only the front page shows leaves the feeds' alone", async () => {
  await publish(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 1] });
  const change = { changes: [], audit: { action: "x", subjectKind: "x", subjectId: "x" } };
  const moved = await commit(deployment.ctx(), { id: "one", pageId: page.id, ...change, publishes: "home" });
  expect([moved.revision, await counters()]).toEqual([2, { home: [2, 1], recent: [1, 1] }]);
  const told = await commit(deployment.ctx(), { id: "two", pageId: page.id, ...change, publishes: true });
  expect([told.revision, await counters()]).toEqual([3, { home: [3, 1], recent: [2, 1] }]);
  const again = await commit(deployment.ctx(), { id: "two", pageId: page.id, ...change, publishes: true });
  expect([again.outcome, again.revision]).toEqual(["already", 3]);
  await publish(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [3, 3], recent: [2, 2] });
});

test("where both parts no longer fit into the invocation the front page goes first, the feeds with the tick", async () => {
  const full = deployment.ctx();
  full.meter.statements = 25;
  await publish(full, page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 0] });
  expect((await whatIsDue(deployment.ctx(), deployment.clock.now)).unpublished).toEqual([page.id]);
  await publish(deployment.ctx(), page.id);
  expect(await counters()).toEqual({ home: [1, 1], recent: [1, 1] });
});

test("a tombstone that ran out wants a build of the recent part alone, and is gone from it", async () => {
  const { now } = deployment.clock;
  const story = { title: "Oops", status: "investigating", impact: "minor", visibility: "withdrawn", origin: "person" };
  const times = { startedAt: now - 5000, publishedAt: now - 4000, createdAt: now - 5000, updatedAt: now };
  await put(deployment, incident, [{ id: "gone", pageId: page.id, ...story, ...times, closed: true }]);
  await publish(deployment.ctx(), page.id);
  const stones = async () => {
    const view = await viewRecent(deployment.ctx(), { slug: page.slug });
    return view.ok ? view.value.recent.tombstones : null;
  };
  const stone = { id: "gone", kind: "incident", publishedAt: now - 4000, withdrawnAt: now, componentIds: [] };
  expect(await stones()).toEqual([stone]);
  deployment.clock.now += 30 * 24 * 3600_000;
  await runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET fresh_until = ?1 WHERE part = 'home'", params: [9e15] },
  ]);
  await runBatch(deployment.ctx(), [bumpStale(deployment.clock.now)]);
  expect(await counters()).toEqual({ home: [1, 1], recent: [2, 1] });
  await publish(deployment.ctx(), page.id);
  expect(await stones()).toEqual([]);
});

test("bodies beyond the size of the document are not even read: twenty of 25,000 characters on one incident", async () => {
  const { now } = deployment.clock;
  const times = { createdAt: now, updatedAt: now };
  const story = { title: "Long", status: "investigating", impact: "minor", visibility: "published", origin: "person" };
  await put(deployment, incident, [{ id: "long", pageId: page.id, ...story, startedAt: now, ...times }]);
  const body = "x".repeat(25_000);
  const text = { status: "investigating", body: "", bodyHtml: `<p>${body}</p>`, bodyText: body, authorKind: "person" };
  const updates = Array.from({ length: 20 }, (_, index) => {
    const own = { id: `u${String(index).padStart(2, "0")}`, shownAt: now + index };
    return { ...own, pageId: page.id, incidentId: "long", ...text, changes: [], ...times };
  });
  for (const each of updates) await put(deployment, incidentUpdate, [each]);
  const facts = await recentFacts(deployment.ctx(), page.id);
  const said = facts?.incidents[0]?.updates ?? [];
  expect(said.map(({ id }) => id)).toEqual(updates.map(({ id }) => id).reverse());
  expect(said.filter(({ html }) => html !== "")).toHaveLength(9);
  await publish(deployment.ctx(), page.id);
  const view = await viewRecent(deployment.ctx(), { slug: page.slug });
  const cut = view.ok ? view.value.recent.incidents[0]?.updates.map((each) => each.cut ?? false) : [];
  expect(cut).toEqual(Array.from({ length: 20 }, (_, index) => index >= 9));
});
