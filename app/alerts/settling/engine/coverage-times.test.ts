import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { componentTable, sourceTable, statusChangeTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { deleteMonitor } from "~/monitors/verbs";
import type { Ctx } from "~/platform/ctx";
import { updateSource } from "~/sources/update";
import { deleteSource } from "~/sources/verbs";
import { sendPing } from "../../../../tests/support/heartbeats";
import { startHook } from "../../../../tests/support/hook";
import { group, post } from "../../../../tests/support/ingest";
import { deploymentOfFile } from "../../../../tests/support/of-file";
import { nodeOutbound } from "../../../../tests/support/outbound";
import { aHeartbeat, aPage, arrange, someMonitors, type TestPage } from "../../../../tests/support/scenario";
import { bindCheckers, tickMinutes } from "../../../../tests/support/watched";
import { settlePage } from "./settle";

const deployment = deploymentOfFile();
const [second, minute, hour] = [1000, 60_000, 3600_000];
const now = () => deployment.clock.now;

/** Returns a page with one component that nothing has observed yet: its source has delivered nothing. */
async function aFreshPage(slug: string): Promise<TestPage> {
  const page = await arrange(deployment, aPage({ slug, components: 1 }));
  const nobody = { keptBy: null, coverage: "no_data" as const };
  const unheard = { unheard: true, quietMeansWell: true, createdAt: now() };
  await runBatch(deployment.ctx(), [
    ...updateRowsStatements(componentTable, page.id, [{ id: page.components[0] as string, ...nobody }]),
    ...updateRowsStatements(sourceTable, page.id, [{ id: page.sourceId, ...unheard }]),
  ]);
  return page;
}

const owner = (page: TestPage): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "founder", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "owner" },
});

/** Simulates another settling that holds the page's lease and dies: the next one comes 50 seconds later. */
async function settledLate(page: TestPage, act: () => Promise<unknown>): Promise<number> {
  const held = "UPDATE settle SET lease_until = ?2 + 20000, lease_token = 'else' WHERE page_id = ?1";
  await runBatch(deployment.ctx(), [{ sql: held, params: [page.id, now()] }]);
  const at = now();
  await act();
  await deployment.settled();
  deployment.clock.now += 50 * second;
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
  return at;
}

/** Runs a tick at that instant, as one of a regular series: the clock did not stand still before it. */
async function tickAt(at: number) {
  deployment.clock.now = at - minute;
  await runBatch(deployment.ctx(), [
    { sql: "INSERT OR IGNORE INTO deployment (id) VALUES (1)", params: [] },
    { sql: "UPDATE deployment SET tick_at = ?1", params: [now()] },
  ]);
  await tickMinutes(deployment);
}

async function rowsSince(page: TestPage, at: number) {
  const ctx = deployment.ctx();
  const layers = inArray(statusChangeTable.layer, ["coverage", "observed"]);
  const query = ctx.db
    .select()
    .from(statusChangeTable)
    .where(and(eq(statusChangeTable.pageId, page.id), layers));
  const [rows] = await readBatch(ctx, query.orderBy(statusChangeTable.sequence, statusChangeTable.at));
  return rows.filter((each) => each.recordedAt > at).map(({ layer, toStatus, at: when }) => [layer, toStatus, when]);
}

const deliver = (page: TestPage) =>
  post(deployment.ctx(), page, group([{ key: "once", status: "resolved", startsAt: 1000, endsAt: 2000 }]));

test("a source vouches from its first delivery until it is deleted, however late the settling", async () => {
  const page = await aFreshPage("delivered");
  deployment.clock.now += 123;
  const opened = await settledLate(page, () => deliver(page));
  expect(await rowsSince(page, 0)).toEqual([["coverage", null, opened]]);
  deployment.clock.now += hour + 7;
  const target = { pageId: page.id, id: page.sourceId, version: 1 };
  const closed = await settledLate(page, async () => expect((await deleteSource(owner(page), target)).ok).toBe(true));
  expect(await rowsSince(page, opened + hour)).toEqual([["coverage", "no_data", closed]]);
});

test("a heartbeat vouches from its first ping until it is deleted", async () => {
  const page = await aFreshPage("pinged");
  const beat = await arrange(deployment, aHeartbeat(page));
  const made = now();
  await settledLate(page, () => runBatch(deployment.ctx(), [requestSettleStatement(page.id, now())]));
  expect(await rowsSince(page, 0)).toEqual([["observed", "no_data", made]]);
  deployment.clock.now += 4567;
  const opened = await settledLate(page, () => sendPing(deployment.ctx(), beat));
  expect((await rowsSince(page, opened)).at(-1)).toEqual(["observed", "operational", opened]);
  deployment.clock.now += 7;
  const target = { pageId: page.id, id: beat.id, version: 0 };
  const closed = await settledLate(page, async () =>
    expect((await deleteHeartbeat(owner(page), target)).ok).toBe(true),
  );
  expect((await rowsSince(page, opened + 55 * second)).at(-1)).toEqual(["coverage", "no_data", closed]);
});

test("a monitor vouches from its first result until it is deleted", async () => {
  const target = await startHook();
  target.answer(() => ({ status: 200 }));
  deployment.way.outbound = nodeOutbound({ networks: ["127.0.0.0/8"] });
  bindCheckers(deployment);
  deployment.clock.now = Math.ceil(now() / minute) * minute;
  const page = await aFreshPage("watched");
  const web = { id: "web", settings: { url: `${target.url}/` }, components: [page.components[0] as string] };
  await arrange(deployment, someMonitors(page.id, [web]));
  const opened = (await settledLate(page, () => tickMinutes(deployment))) + minute;
  expect(await rowsSince(page, 0)).toEqual([["coverage", null, opened]]);
  const gone = { pageId: page.id, id: "web", version: 0 };
  const closed = await settledLate(page, async () => expect((await deleteMonitor(owner(page), gone)).ok).toBe(true));
  expect((await rowsSince(page, opened + 55 * second)).at(-1)).toEqual(["coverage", "no_data", closed]);
  await target.close();
});

test("hours of silence end what a source vouches for, to the millisecond, and its next delivery speaks again", async () => {
  const page = await aFreshPage("hours");
  await runBatch(
    deployment.ctx(),
    updateRowsStatements(sourceTable, page.id, [{ id: page.sourceId, silenceHours: 2 }]),
  );
  deployment.clock.now += 11;
  const opened = await settledLate(page, () => deliver(page));
  expect(await rowsSince(page, 0)).toEqual([["coverage", null, opened]]);
  await tickAt(opened + 2 * hour + 3 * minute);
  expect(await rowsSince(page, opened + hour)).toEqual([["observed", "no_data", opened + 2 * hour]]);
  deployment.clock.now += 3 * hour + 5;
  const again = await settledLate(page, () => deliver(page));
  expect((await rowsSince(page, again)).at(-1)).toEqual(["observed", "operational", again]);
});

test("a repeat within the hours writes no row more than before, and the hours count from it", async () => {
  const page = await aFreshPage("repeated");
  await runBatch(
    deployment.ctx(),
    updateRowsStatements(sourceTable, page.id, [{ id: page.sourceId, silenceHours: 1 }]),
  );
  const first = await settledLate(page, () => deliver(page));
  deployment.clock.now = first + 40 * minute;
  await deliver(page);
  await deployment.settled();
  const repeated = now();
  await tickAt(first + hour + 2 * minute);
  expect(await rowsSince(page, first + 2 * minute)).toEqual([]);
  await tickAt(repeated + hour + minute);
  expect(await rowsSince(page, first + 2 * minute)).toEqual([["observed", "no_data", repeated + hour]]);
});

test("a change of what a source's quiet means counts from its commit", async () => {
  const page = await aFreshPage("answered");
  await runBatch(
    deployment.ctx(),
    updateRowsStatements(sourceTable, page.id, [{ id: page.sourceId, quietMeansWell: false }]),
  );
  await settledLate(page, () => deliver(page));
  expect(await rowsSince(page, 0)).toEqual([]);
  const change = { pageId: page.id, id: page.sourceId, version: 2, silenceHours: 24 };
  const opened = await settledLate(page, async () => expect((await updateSource(owner(page), change)).ok).toBe(true));
  expect(await rowsSince(page, 0)).toEqual([["coverage", null, opened]]);
});
