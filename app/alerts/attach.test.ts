import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import { readBatch } from "~/db/read";
import { runBatch } from "~/db/run-batch";
import { alertGroupTable, alertTable, auditEntryTable, episodeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { readIncident } from "~/incidents/read";
import type { Ctx } from "~/platform/ctx";
import { failureOf, good } from "../../tests/support/desk";
import { group, post } from "../../tests/support/ingest";
import { deploymentOfFile } from "../../tests/support/of-file";
import { aPage, arrange, fillAlerts, type TestPage } from "../../tests/support/scenario";
import { attachAlert } from "./attach";
import { settlePage } from "./settling/engine/settle";

const deployment = deploymentOfFile();

const as = (page: TestPage): Ctx => ({
  ...deployment.ctx({ kind: "person", id: "ada", operator: false, sessionId: "s" }),
  member: { pageId: page.id, role: "responder" },
});

async function fire(page: TestPage, status = "firing") {
  const [now, ended] = [deployment.clock.now - 1000, status === "firing" ? {} : { endsAt: deployment.clock.now }];
  const alerts = ["a", "b"].map((key) => ({ key, status: status as "firing", startsAt: now, ...ended }));
  expect((await post(deployment.ctx(), page, group(alerts))).ok).toBe(true);
  await deployment.settled();
}

async function minutes(count: number) {
  for (let done = 0; done < count; done++) {
    deployment.clock.now += 60_000;
    await handleCronTick(deployment.ctx(), deployment.clock.now);
    await deployment.settled();
  }
}

async function open(page: TestPage, title: string): Promise<string> {
  deployment.clock.now += 1000;
  const words = { title, body: "Looking.", impactOverride: "minor" as const, visibility: "published" as const };
  const { id } = await good(openIncident(as(page), { pageId: page.id, ...words }));
  await deployment.settled();
  return id;
}

/** Waits until the settling is done: settling 1,200 alerts may take a busy machine longer than a change waits. */
async function attach(page: TestPage, id: string, incidentId: string | null) {
  await good(attachAlert(as(page), { pageId: page.id, id, incidentId }));
  await deployment.settled();
}

async function rows(page: TestPage) {
  const ctx = deployment.ctx();
  const [alerts, groups, audit] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.pageId, page.id)),
    ctx.db.select().from(alertGroupTable).where(eq(alertGroupTable.pageId, page.id)),
    ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.subjectKind, "alert")),
  );
  return { ids: alerts.map(({ id }) => id), of: alerts.map(({ incidentId }) => incidentId), groups, audit };
}

test("attached while it waits: its whole group is of the incident, none other opens, and it tells when it recovers", async () => {
  const page = await arrange(deployment, aPage({ slug: "waits", holdSeconds: 300, resolveAfterSeconds: 60 }));
  const incidentId = await open(page, "Slow");
  await fire(page);
  const [id = ""] = (await rows(page)).ids;
  const given = { pageId: page.id, id, incidentId, commitId: "attach-once" };
  await good(attachAlert(as(page), given));
  await good(attachAlert(as(page), given));
  await deployment.settled();
  await minutes(6);
  const { of, groups, audit } = await rows(page);
  expect(of).toEqual([incidentId, incidentId]);
  expect(groups).toMatchObject([{ state: "open", incidentId }]);
  expect(audit).toMatchObject([{ action: "alert.attach", before: { incidentId: null }, after: { incidentId } }]);
  await fire(page, "resolved");
  await minutes(2);
  const { incident } = await good(readIncident(as(page), { pageId: page.id, id: incidentId }));
  expect(incident).toMatchObject({ closed: false, recoveredAt: expect.any(Number) });
});

test("moved from one incident to another, and away: after its hold its rule decides again", async () => {
  const page = await arrange(deployment, aPage({ slug: "moves", holdSeconds: 60 }));
  await fire(page);
  await minutes(2);
  const before = await rows(page);
  const draft = before.of[0];
  expect(draft).toEqual(expect.any(String));
  const other = await open(page, "Slow");
  const [id = ""] = before.ids;
  await good(attachAlert(as(page), { pageId: page.id, id, incidentId: other }));
  await deployment.settled();
  await minutes(2);
  expect((await rows(page)).of).toEqual([other, other]);
  deployment.clock.now += 1000;
  await good(attachAlert(as(page), { pageId: page.id, id, incidentId: null }));
  await deployment.settled();
  expect(await rows(page)).toMatchObject({ of: [null, null], groups: [{ state: "waiting" }] });
  await minutes(3);
  const again = (await rows(page)).of;
  expect(again[0]).toEqual(expect.any(String));
  expect(again).not.toContain(other);
});

test("what is closed or another page's takes no alert; what recovered is attached to nothing", async () => {
  const page = await arrange(deployment, aPage({ slug: "refuses", holdSeconds: 600 }));
  const elsewhere = await arrange(deployment, aPage({ slug: "elsewhere" }));
  await fire(page);
  const [id = ""] = (await rows(page)).ids;
  const foreign = await open(elsewhere, "Theirs");
  const refused = (incidentId: string) => failureOf(attachAlert(as(page), { pageId: page.id, id, incidentId }));
  expect(await refused(foreign)).toMatchObject({ name: "missing" });
  const own = await open(page, "Slow");
  await fire(page, "resolved");
  expect(await refused(own)).toMatchObject({ name: "conflict", code: "not_firing" });
});

const crowd = (page: TestPage, count: number) =>
  runBatch(deployment.ctx(), fillAlerts({ id: page.sourceId, pageId: page.id }, count, deployment.clock.now));

async function settleAll(page: TestPage) {
  const wish = { sql: "UPDATE settle SET wanted = wanted + 1 WHERE page_id = ?1", params: [page.id] };
  await runBatch(deployment.ctx(), [wish]);
  await settlePage(deployment.ctx({ kind: "machine", id: "test" }), page.id);
}

async function counted(page: TestPage) {
  const { of } = await rows(page);
  return new Map([...Map.groupBy(of, (each) => each)].map(([incidentId, all]) => [incidentId, all.length]));
}

test.each([1, 1200])(
  "among 1,200 alerts of its source, the %i. newest is attached like any other, with its group",
  async (place) => {
    const page = await arrange(deployment, aPage({ slug: `crowd-${place}`, holdSeconds: 600 }));
    const incidentId = await open(page, "Slow");
    await crowd(page, 1200);
    await settleAll(page);
    const id = `${page.sourceId}.bulk${place}`;
    await attach(page, id, incidentId);
    const { groups } = await rows(page);
    expect(groups).toMatchObject([{ state: "open", incidentId }]);
    const ctx = deployment.ctx();
    const [[own], [episodeOf]] = await readBatch(
      ctx,
      ctx.db.select().from(alertTable).where(eq(alertTable.id, id)),
      ctx.db.select().from(episodeTable).where(eq(episodeTable.alertId, id)),
    );
    expect([own?.incidentId, episodeOf?.incidentId]).toEqual([incidentId, incidentId]);
  },
);

test("a group of more alerts than are looked at leaves its incident as a whole", async () => {
  const page = await arrange(deployment, aPage({ slug: "whole", holdSeconds: 600 }));
  const [from, to] = [await open(page, "Slow"), await open(page, "Slower")];
  await crowd(page, 1200);
  await settleAll(page);
  const id = `${page.sourceId}.bulk1`;
  await attach(page, id, from);
  const all = { sql: "UPDATE alert SET incident_id = ?2 WHERE page_id = ?1", params: [page.id, from] };
  await runBatch(deployment.ctx(), [all]);
  await attach(page, id, to);
  expect(await counted(page)).toEqual(new Map([[to, 1200]]));
  await attach(page, `${page.sourceId}.bulk1200`, null);
  expect(await counted(page)).toEqual(new Map([[null, 1200]]));
  expect((await rows(page)).groups).toMatchObject([{ state: "waiting", incidentId: null }]);
});
