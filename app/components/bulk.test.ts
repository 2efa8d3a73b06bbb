import { eq } from "drizzle-orm";
import { afterAll, expect, test } from "vitest";
import { listAudit } from "~/audit/list";
import { readBatch } from "~/db/read";
import { componentTable, ruleComponentTable, statusChangeTable } from "~/db/schema";
import { openIncident } from "~/incidents/open";
import { createMonitor } from "~/monitors/create";
import { failureOf, good, openDesk } from "../../tests/support/desk";
import { bulkChangeComponents, readArchivePreview } from "./bulk";
import { createComponent } from "./create";
import { createComponentGroup } from "./groups/verbs";
import { listComponentTable } from "./list-table";
import { updateComponent } from "./update";
import { restoreComponent } from "./verbs";

const desk = await openDesk();
afterAll(() => desk.close());
const { pageId } = desk;
const [website, api, signIn] = desk.components;

const bulk = (
  ids: string[],
  change: { action: string; [key: string]: unknown },
  role: "admin" | "responder" = "admin",
) => bulkChangeComponents(desk.as(role), { pageId, ids, ...change });

async function rowsOf(ids: readonly string[]) {
  const ctx = desk.owner();
  const [rows] = await readBatch(ctx, ctx.db.select().from(componentTable).where(eq(componentTable.pageId, pageId)));
  return ids.map((id) => rows.find((each) => each.id === id));
}

const table = async () => (await good(listComponentTable(desk.as("viewer"), { pageId }))).components;
const group = async (name: string) => (await good(createComponentGroup(desk.as("admin"), { pageId, name }))).id;

test("several get a status with an end in one commit, and lose it together", async () => {
  desk.deployment.clock.now += 1000;
  const until = desk.deployment.clock.now + 3_600_000;
  await good(bulk([website, api], { action: "set_status", status: "degraded_performance", until }, "responder"));
  expect((await rowsOf([website, api, signIn])).map((each) => [each?.manualStatus, each?.manualUntil])).toEqual([
    ["degraded_performance", until],
    ["degraded_performance", until],
    [null, null],
  ]);
  const shown = await table();
  expect(shown.map(({ effective }) => effective)).toEqual([
    "degraded_performance",
    "degraded_performance",
    "operational",
  ]);
  const { entries } = await good(listAudit(desk.as("admin"), { pageId }));
  expect(entries[0]).toMatchObject({
    action: "component.bulk_set_status",
    before: { components: [{ name: "Website" }, { name: "API" }] },
    after: { status: "degraded_performance", until, count: 2 },
  });
  await good(bulk([website, api, signIn], { action: "set_status", status: "", until: null }));
  const [changes] = await readBatch(desk.owner(), desk.owner().db.select().from(statusChangeTable));
  expect(changes.filter(({ layer }) => layer === "manual")).toHaveLength(4);
  expect((await table()).every(({ effective }) => effective === "operational")).toBe(true);
});

test("the table takes one batch of seven statements", async () => {
  const ctx = desk.as("viewer");
  await good(listComponentTable(ctx, { pageId }));
  expect(ctx.meter).toMatchObject({ statements: 7, written: 0 });
});

test("an end that has passed is refused; people keep those that nothing watches from then on", async () => {
  const late = { action: "set_status", status: "operational", until: desk.deployment.clock.now };
  expect(await failureOf(bulk([website], late))).toMatchObject({ name: "invalid", fields: { until: "time.past" } });
  const far = { ...late, until: desk.deployment.clock.now + 366 * 86_400_000 + 1 };
  expect(await failureOf(bulk([website], far))).toMatchObject({ name: "invalid", fields: { until: "time.too_far" } });
  const { id } = await good(createComponent(desk.as("admin"), { pageId, name: "Search" }));
  const done = await good(bulk([website, id], { action: "set_status", status: "operational", until: null }));
  expect(done.keptBy).toBe("manual");
  expect((await rowsOf([id]))[0]).toMatchObject({ keptBy: "manual", coverage: "operational" });
  await good(bulk([id], { action: "archive" }));
});

test("several move to a group, unless a name is taken there", async () => {
  const shop = await group("Shop");
  await good(bulk([website, api], { action: "regroup", groupId: shop }));
  expect((await rowsOf([website, api, signIn])).map((each) => each?.groupId)).toEqual([shop, shop, null]);
  const { id: other } = await good(createComponent(desk.as("admin"), { pageId, name: "api" }));
  const refused = await failureOf(bulk([signIn, other], { action: "regroup", groupId: shop }));
  expect(refused).toMatchObject({ name: "invalid", fields: { name: expect.anything() } });
  expect((await rowsOf([signIn]))[0]?.groupId).toBeNull();
  expect(await failureOf(bulk([signIn], { action: "regroup", groupId: "gone" }))).toMatchObject({
    fields: { groupId: "component.no_group" },
  });
  await good(bulk([other], { action: "archive" }));
  await good(bulk([website, api], { action: "regroup", groupId: "" }));
});

test("several are muted, and notified of again", async () => {
  const until = async () => (await rowsOf([website, api])).map((each) => each?.mutedUntil);
  await good(bulk([website, api], { action: "mute", minutes: "90" }, "responder"));
  const end = desk.deployment.clock.now + 90 * 60_000;
  expect(await until()).toEqual([end, end]);
  await good(bulk([website, api, signIn], { action: "unmute" }, "responder"));
  const now = desk.deployment.clock.now;
  expect(await until()).toEqual([now, now]);
  expect((await rowsOf([signIn]))[0]?.mutedUntil).toBeNull();
});

test("it is said beforehand what watches them and which incidents stay; then they are off the page and its rules", async () => {
  const settings = { url: "https://shop.example.com" };
  const made = { pageId, kind: "http", settings };
  for (const name of ["Checkout", "Front"])
    await good(createMonitor(desk.as("admin"), { ...made, name, components: { [website]: "major_outage" } }));
  const components = { [website]: "partial_outage" as const };
  const incident = { pageId, title: "Slow", body: "We look.", status: "investigating" as const, components };
  await good(openIncident(desk.as("responder"), incident));
  await good(updateComponent(desk.as("admin"), { pageId, id: signIn, dependsOn: api }));
  const [row] = await table();
  expect(row).toMatchObject({ id: website, watcher: { family: "monitor", name: "Checkout" }, moreWatchers: 1 });
  const ids = [website, api];
  expect(await good(readArchivePreview(desk.as("admin"), { pageId, ids }))).toEqual({
    components: [
      { id: website, name: "Website", watchers: ["Checkout", "Front"] },
      { id: api, name: "API", watchers: [] },
    ],
    incidents: ["Slow"],
  });
  await good(bulk(ids, { action: "archive" }));
  await desk.deployment.settled();
  const ctx = desk.owner();
  expect((await table()).map(({ id }) => id)).toEqual([signIn]);
  expect((await readBatch(ctx, ctx.db.select().from(ruleComponentTable)))[0]).toEqual([]);
  expect((await rowsOf([signIn]))[0]?.dependsOn).toBeNull();
  for (const id of ids) await good(restoreComponent(desk.as("admin"), { pageId, id }));
});

test("all or none, by whom it may be, and sent twice it is done once", async () => {
  expect(await failureOf(bulk([website, "gone"], { action: "archive" }))).toEqual({ name: "missing" });
  expect(await failureOf(bulk([website], { action: "archive" }, "responder"))).toMatchObject({ name: "forbidden" });
  expect(await failureOf(bulk([website], { action: "regroup", groupId: "" }, "responder"))).toMatchObject({
    name: "forbidden",
  });
  expect(await failureOf(bulkChangeComponents(desk.as(null), { pageId, ids: [website], action: "mute" }))).toEqual({
    name: "missing",
  });
  const commitId = "01bulkcomponents0000000000";
  await good(bulk([website], { action: "archive", commitId }));
  await good(bulk([website], { action: "archive", commitId }));
});

test.each([
  [{ ids: [], action: "unmute" }, "ids"],
  [{ ids: Array.from({ length: 501 }, (_, at) => `c${at}`), action: "unmute" }, "ids"],
  [{ ids: ["c"], action: "mute", minutes: "0" }, "minutes"],
  [{ ids: ["c"], action: "mute", minutes: "10081" }, "minutes"],
  [{ ids: ["c"], action: "set_status", status: "no_data", until: null }, "status"],
  [{ ids: ["c"], action: "forget" }, "action"],
])("%o is refused", async (given, field) => {
  const failure = await failureOf(bulkChangeComponents(desk.as("admin"), { pageId, ...given }));
  expect(failure).toMatchObject({ name: "invalid", fields: { [field]: expect.anything() } });
});
