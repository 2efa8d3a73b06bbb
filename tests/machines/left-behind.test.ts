import { afterEach, beforeEach, expect, test } from "vitest";
import { saveRule } from "~/alert-rules/save";
import { readUnwatchedAfterDelete } from "~/alert-rules/unwatched-after-delete";
import { deleteRule } from "~/alert-rules/verbs";
import { readBatch } from "~/db/read";
import { incidentComponentTable, incidentTable, noticeTable } from "~/db/schema";
import { bulkChangeHeartbeats } from "~/heartbeats/bulk";
import { deleteHeartbeat } from "~/heartbeats/verbs";
import { editIncidentDraft } from "~/incidents/edit-draft";
import { leftBehindIncidentsQuery } from "~/incidents/queries/left-behind-incidents";
import { bulkChangeMonitors } from "~/monitors/bulk";
import { deleteMonitor } from "~/monitors/verbs";
import { resetIsolate } from "~/platform/isolate";
import { createSource } from "~/sources/create";
import { deleteSource } from "~/sources/verbs";
import { good } from "../support/desk";
import { openHeartbeats } from "../support/heartbeat-desk";
import { group, post } from "../support/ingest";
import { firing, watch } from "../support/monitors";
import { tickMinutes } from "../support/watched";

/** An incident whose last alert goes with its monitor waits for a person, and one is told; a draft that nobody wrote in goes too. */
let house: Awaited<ReturnType<typeof openHeartbeats>>;

const admin = () => house.desk.as("admin");
const pageId = () => house.desk.pageId;
const target = (id: string) => ({ pageId: pageId(), id });
const tick = (count = 1) => tickMinutes(house.desk.deployment, count);

beforeEach(async () => {
  resetIsolate();
  house = await openHeartbeats();
});
afterEach(() => house.close());

async function downMonitor(mode: "draft" | "publish", more: object = {}): Promise<string> {
  const id = await watch(house.desk, { interval: 5, mode, hold: 0, ...more });
  await firing(house.desk, id);
  await tick();
  return id;
}

async function incidents() {
  const ctx = admin();
  return (await readBatch(ctx, ctx.db.select().from(incidentTable)))[0];
}

async function told() {
  const ctx = admin();
  const [rows] = await readBatch(ctx, ctx.db.select().from(noticeTable));
  return rows.filter(({ kind }) => kind === "unassigned").map(({ subjectId, scope }) => [subjectId, scope.reason]);
}

/** What an incident says of its components: nobody knows that they recovered. */
async function saidOf(id: string) {
  const ctx = admin();
  const [rows] = await readBatch(ctx, ctx.db.select().from(incidentComponentTable));
  return rows.filter(({ incidentId }) => incidentId === id).map(({ status }) => status);
}

/** Its published incident stays open, is named, and the team is told of it once. */
async function expectLeft(go: () => Promise<unknown>, going: Parameters<typeof readUnwatchedAfterDelete>[1]["going"]) {
  const [before] = await incidents();
  const id = before?.id ?? "";
  expect(before).toMatchObject({ visibility: "published", closed: false });
  const dialogue = await good(readUnwatchedAfterDelete(house.desk.as("viewer"), { pageId: pageId(), going }));
  expect(dialogue.staying).toEqual([before?.title]);
  house.move(1000);
  await go();
  expect(await told()).toEqual([[id, "monitor_deleted"]]);
  await tick(2);
  expect(await incidents()).toMatchObject([{ id, closed: false }]);
  expect((await readBatch(admin(), leftBehindIncidentsQuery(admin(), pageId())))[0]).toEqual([{ id }]);
  expect(await told()).toHaveLength(1);
  expect(await saidOf(id)).toEqual(["major_outage"]);
}

test("a monitor is deleted", async () => {
  const id = await downMonitor("publish");
  await expectLeft(() => good(deleteMonitor(admin(), target(id))), { sources: [id] });
});

test("it is deleted among several; one of two leaves the other", async () => {
  const ids = [await downMonitor("publish"), await downMonitor("publish", { name: "Second" })];
  expect(await incidents()).toHaveLength(1);
  const alone = { sources: [ids[0] as string] };
  expect(await good(readUnwatchedAfterDelete(admin(), { pageId: pageId(), going: alone }))).toMatchObject({
    staying: [],
  });
  const given = { pageId: pageId(), ids, action: "delete" as const };
  await expectLeft(() => good(bulkChangeMonitors(admin(), given)), { sources: ids });
});

test("one of two is deleted: the other ends it, and nobody is told", async () => {
  const id = await downMonitor("publish");
  await downMonitor("publish", { name: "Second" });
  await good(deleteMonitor(admin(), target(id)));
  await tick(2);
  expect(await told()).toEqual([]);
});

test("a draft that nobody wrote in is dismissed with it, and nobody is told", async () => {
  const id = await downMonitor("draft");
  await good(deleteMonitor(admin(), target(id)));
  expect(await incidents()).toMatchObject([{ visibility: "dismissed", closed: true, resolvedBy: "machine" }]);
  expect(await told()).toEqual([]);
});

test("a draft that somebody wrote in stays, and is told", async () => {
  const id = await downMonitor("draft");
  const [draft] = await incidents();
  const words = { title: "Shop", body: "We look.", version: draft?.version ?? 0 };
  await good(editIncidentDraft(house.desk.as("responder"), { ...target(draft?.id ?? ""), ...words }));
  await good(deleteMonitor(admin(), target(id)));
  expect(await incidents()).toMatchObject([{ visibility: "draft", closed: false }]);
  expect(await told()).toEqual([[draft?.id, "monitor_deleted"]]);
});

test.each(["alone", "among others"])("a heartbeat is deleted, %s", async (how) => {
  const components = { [house.desk.components[0]]: "major_outage" as const };
  const { id, uuid } = await house.make({ components, mode: "publish", hold: 0 });
  await house.ping(uuid);
  await tick();
  await house.ping(uuid, "fail");
  await tick();
  const many = { pageId: pageId(), ids: [id], action: "delete" as const };
  const go = () => good(how === "alone" ? deleteHeartbeat(admin(), target(id)) : bulkChangeHeartbeats(admin(), many));
  await expectLeft(go, { sources: [id] });
});

test.each(["source", "rule"])("a %s is deleted", async (what) => {
  const made = await good(createSource(admin(), { pageId: pageId(), kind: "alertmanager", name: "Prometheus" }));
  const given = { pageId: pageId(), sourceId: made.id, match: { title: "*" }, mode: "publish" as const, hold: 0 };
  const components = { [house.desk.components[0]]: "major_outage" as const };
  const rule = await good(saveRule(admin(), { ...given, components, resolveAfter: 3600 }));
  const token = made.ingestUrl.split("/").at(-1) ?? "";
  const send = (status: string) => post(house.desk.deployment.ctx(), { token }, group([{ key: "Web", status }]));
  await send("firing");
  await tick();
  if (what === "source") return expectLeft(() => good(deleteSource(admin(), target(made.id))), { sources: [made.id] });
  house.move(1000);
  await send("resolved");
  await tick();
  await expectLeft(() => good(deleteRule(admin(), { ...target(rule.id), sourceId: made.id })), { rule: rule.id });
});
