import { eq } from "drizzle-orm";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runTick } from "~/clock/engine/run";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { snapshotTable } from "~/db/schema";
import type { Ctx } from "~/platform/ctx";
import { resetIsolate } from "~/platform/isolate";
import { openDeployment, type TestDeployment } from "../../../../tests/support/database";
import { faulty } from "../../../../tests/support/faults";
import { aPage, arrange, type TestPage } from "../../../../tests/support/scenario";
import { stampKnown } from "../../../../tests/support/stamp-known";
import { takePublishLeases } from "../../queries/publish-facts";
import { readFrontPageRevision, writeBuiltDocuments } from "../../queries/snapshot";
import { readPublishedView } from "../../view-page";
import { publishPage, publishPageNow, publishPages } from "./publish";

let deployment: TestDeployment;
let page: TestPage;
beforeEach(async () => {
  deployment = await openDeployment();
  page = await arrange(deployment, aPage({ components: 5 }));
  resetIsolate();
});
afterEach(() => deployment.close());

const bump = () =>
  runBatch(deployment.ctx(), [
    { sql: "UPDATE snapshot SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] },
  ]);

async function row() {
  const ctx = deployment.ctx();
  const [rows] = await readBatch(ctx, ctx.db.select().from(snapshotTable).where(eq(snapshotTable.pageId, page.id)));
  return rows.find((each) => each.part === "home");
}

const look = async (ctx: Ctx = deployment.ctx()) => {
  const view = await readPublishedView(ctx, { slug: page.slug });
  return view.ok ? view.value : null;
};

test("a view reads one row and writes none, for 5 components and for 200; from memory it reads none", async () => {
  await arrange(deployment, aPage({ slug: "large", components: 200 }));
  await publishPage(deployment.ctx(), "page-large");
  await publishPage(deployment.ctx(), page.id);
  await stampKnown(deployment.ctx());
  for (const slug of [page.slug, "large"]) {
    const ctx = deployment.ctx();
    await readPublishedView(ctx, { slug });
    expect(ctx.meter).toMatchObject({ read: 1, written: 0, statements: 1 });
    const again = deployment.ctx();
    await readPublishedView(again, { slug });
    expect(again.meter).toMatchObject({ read: 0, statements: 0 });
  }
});

test("a publisher held between read and write never lands over a newer one", async () => {
  await publishPage(deployment.ctx(), page.id);
  await bump();
  const slow = deployment.ctx();
  expect(await takePublishLeases(slow, [page.id], ["home"])).toEqual([{ pageId: page.id, part: "home" }]);
  await bump();
  deployment.clock.now += 11_000;
  await publishPage(deployment.ctx(), page.id);
  const newest = await row();
  expect(newest?.built).toBe(3);
  const late = { pageId: page.id, part: "home" as const, wanted: 2, body: "old", freshUntil: 0 };
  expect(await writeBuiltDocuments(slow, [late])).toEqual([]);
  expect((await row())?.body).toBe(newest?.body);
});

test("100 wishes at once: one lease at a time, and the last revision is built", async () => {
  await Promise.all(Array.from({ length: 100 }, bump));
  await Promise.all(Array.from({ length: 20 }, () => publishPageNow(deployment.ctx(), page.id, 101)));
  expect((await readFrontPageRevision(deployment.ctx(), page.id))?.built).toBe(101);
});

test("a view begun a second after a publish is never older than it; revisions never go back", async () => {
  await publishPage(deployment.ctx(), page.id);
  expect((await look())?.snapshot.revision).toBe(1);
  await bump();
  await publishPage(deployment.ctx(), page.id);
  expect((await look())?.snapshot.revision).toBe(1);
  deployment.clock.now += 1000;
  expect((await look())?.snapshot.revision).toBe(2);
  await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET built = 1 WHERE page_id = ?1", params: [page.id] }]);
  deployment.clock.now += 1000;
  expect((await look())?.snapshot.revision).toBe(2);
});

test("D1 away: the last good copy, marked; two failures and the next readers do not ask for 30 s; no copy: 503", async () => {
  await publishPage(deployment.ctx(), page.id);
  const first = await look();
  expect(first?.staleSince).toBeNull();
  const broken = () => deployment.ctx(undefined, faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before"));
  const readAt = deployment.clock.now;
  deployment.clock.now += 2000;
  expect((await look(broken()))?.staleSince).toBe(readAt);
  expect((await look(broken()))?.staleSince).toBe(readAt);
  expect((await look())?.staleSince).toBe(readAt);
  deployment.clock.now += 31_000;
  expect((await look())?.staleSince).toBeNull();
  resetIsolate();
  const none = await readPublishedView(broken(), { slug: "another" });
  expect(none).toMatchObject({ ok: false, failure: { name: "overloaded" } });
});

test("an unknown page and one that is not public answer alike", async () => {
  await publishPage(deployment.ctx(), page.id);
  await runBatch(deployment.ctx(), [{ sql: "UPDATE snapshot SET visibility = 'members'", params: [] }]);
  const hidden = await readPublishedView(deployment.ctx(), { slug: page.slug });
  expect(hidden).toEqual(await readPublishedView(deployment.ctx(), { slug: "nothing-here" }));
});

test("one stamp vouches for every page: a tick writes one row, an isolate reads it once a minute", async () => {
  await arrange(deployment, aPage({ slug: "other", components: 1 }));
  await publishPage(deployment.ctx(), page.id);
  await publishPage(deployment.ctx(), "page-other");
  deployment.clock.now += 20 * 60_000;
  resetIsolate();
  expect((await look())?.observedAt).toBeLessThan(deployment.clock.now - 15 * 60_000);
  await runTick(deployment.ctx({ kind: "machine", id: "tick" }));
  deployment.clock.now += 60_000;
  const rows: number[] = [];
  for (const slug of [page.slug, "other"]) {
    const ctx = deployment.ctx();
    const view = await readPublishedView(ctx, { slug });
    expect(view.ok && view.value.observedAt).toBe(deployment.clock.now - 60_000);
    rows.push(ctx.meter.read);
  }
  expect(rows).toEqual([2, 1]);
});

test("where the thread is overrun, the pages of a round are written within their lease", async () => {
  const pageIds = [page.id];
  for (let made = 0; made < 11; made++)
    pageIds.push((await arrange(deployment, aPage({ slug: `more-${made}`, components: 1 }))).id);
  const { clock } = deployment;
  const begun = clock.now;
  const halfASecond = async () => {
    clock.now += 500;
  };
  const ctx: Ctx = { ...deployment.ctx(), sleep: halfASecond };
  expect((await publishPages(ctx, pageIds)).size).toBe(12);
  expect(clock.now - begun).toBeLessThan(10_000);
});
