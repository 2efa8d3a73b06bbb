import { getTableColumns, getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { handleCronTick } from "~/clock/tick";
import * as schema from "~/db/schema";
import { deliveryTable, monitorHourTable, monitorYearTable, subscriberTable } from "~/db/schema";
import { setPageImage } from "~/pages/branding";
import { deletePage } from "~/pages/delete";
import { purgedPageTables } from "~/pages/queries/page-tables";
import { createPage } from "~/pages/verbs";
import { openDeployment, type TestDeployment } from "../support/database";
import { failureOf, good, operator } from "../support/desk";
import { faulty } from "../support/faults";
import { browserOf, makePeople, Owner, type Stage, setStage } from "../support/matrix-cast";
import { tracesOf, wholeDatabase } from "../support/page-traces";
import { aDeadNotice, arrange, put } from "../support/scenario";
import { type Browser, openBrowser } from "../support/worker";

let deployment: TestDeployment;
let kept: Stage;
let gone: Stage;
let owner: Browser;

const asOwner = (id: string) => ({
  ...deployment.ctx({ kind: "person", id: "owner", operator: false, sessionId: "s" }),
  member: { pageId: id, role: "owner" as const },
});

/** More of it than one step takes. */
async function addRows({ id, sourceId, monitor }: Stage): Promise<void> {
  const many = Array.from({ length: 1200 }, (_, at) => at);
  const { now } = deployment.clock;
  const raw = { headers: {}, body: "x", bodyHash: "x", outcome: "kept", signals: [] };
  const rows = many.map((at) => ({ ...raw, sourceId, id: `${id}-${at}`, pageId: id, receivedAt: now }));
  await put(deployment, deliveryTable, rows);
  await put(deployment, monitorHourTable, [{ monitorId: monitor, hour: Math.floor(now / 3600_000), minutes: "" }]);
  await put(deployment, monitorYearTable, [{ monitorId: monitor, year: 2026, days: {} }]);
  const reader = { scope: "page", componentIds: [], state: "active", language: "en", timeZone: "Etc/UTC" };
  const times = { confirmationsAt: [], createdAt: now, updatedAt: now };
  await put(deployment, subscriberTable, [
    { ...reader, ...times, pageId: id, id: `${id}-r`, address: `r@${id}.example` },
  ]);
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  await good(setPageImage(asOwner(id), { pageId: id, kind: "logo", bytes: png }));
  await arrange(deployment, aDeadNotice(id));
}

beforeAll(async () => {
  deployment = await openDeployment();
  await makePeople(deployment);
  const maker = new Owner(await openBrowser(deployment), deployment);
  [kept, gone] = [await setStage(deployment, maker, "kept"), await setStage(deployment, maker, "doomed")];
  for (const stage of [kept, gone]) await addRows(stage);
  const { d1 } = deployment.ctx();
  await d1.prepare("UPDATE page SET host = 'status.doomed.example' WHERE slug = 'doomed'").bind().run();
  await d1.prepare("UPDATE deployment SET home_page_id = ?1").bind(gone.id).run();
  owner = await browserOf(deployment, "owner");
});
afterAll(() => deployment.close());

const idsOf = (stage: Stage) => [
  stage.id,
  stage.sourceId,
  stage.ruleId,
  stage.incident,
  stage.maintenance,
  stage.group,
  stage.channel,
  stage.monitor,
  stage.heartbeat,
  stage.delivery,
  ...stage.components,
];

/** What nobody touches while the clock runs. */
const still = ["component", "channel", "membership", "subscriber", "delivery", "page_image", "source", "rule"];
const rowsOf = async ({ id }: Stage) => {
  const database = await wholeDatabase(deployment);
  return Object.fromEntries(still.map((table) => [table, database[table]?.filter((row) => row.page_id === id)]));
};

test("every table that belongs to a page is purged", () => {
  const tables = Object.values(schema).filter((each) => is(each, SQLiteTable)) as SQLiteTable[];
  const ofPages = tables.filter((table) => "pageId" in getTableColumns(table)).map((table) => getTableName(table));
  expect([...ofPages].filter((name) => !purgedPageTables.some(({ table }) => table === name))).toEqual([]);
});

test("only its owner, by its name, deletes it", async () => {
  const admin = { ...asOwner(gone.id), member: { pageId: gone.id, role: "admin" as const } };
  expect(await failureOf(deletePage(admin, { pageId: gone.id, name: "Acme" }))).toMatchObject({ name: "forbidden" });
  const typed = await owner.post("/manage/doomed/settings/danger", { form: "delete", version: "1", name: "Acmee" });
  expect([typed.status, (await typed.text()).includes("Type the exact name of the page: Acme")]).toEqual([422, true]);
});

test("it is gone at once, in every format and for everybody; its address is free", async () => {
  const { token } = gone;
  const answer = await owner.post("/manage/doomed/settings/danger", { form: "delete", version: "1", name: " Acme " });
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "/manage?done=page-deleted"]);
  const paths = ["/doomed", "/doomed/feed.atom", "/doomed/api/v2/summary.json", "/doomed/history", "/manage/doomed"];
  for (const path of paths) expect([path, (await owner.go(path)).status]).toEqual([path, 404]);
  const away = await openBrowser(deployment, {
    settings: { DB: faulty(deployment.bindings.DB, Number.POSITIVE_INFINITY, "before").database },
  });
  expect((await away.go("/doomed")).status).toBe(503);
  expect((await owner.go("https://status.doomed.example/")).status).toBe(421);
  expect((await owner.go("/")).headers.get("location")).toBe("/manage/sign-in");
  const chief = await browserOf(deployment, "operator");
  expect(await (await chief.go("/manage")).text()).not.toContain("doomed");
  const join = await chief.post("/manage", { form: "join", pageId: gone.id });
  expect(join.status).toBe(404);
  const ingest = await owner.go(`/ingest/${token}`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(ingest.status).toBe(404);
  expect(await good(createPage(deployment.ctx(operator), { name: "Again", slug: "doomed" }))).toMatchObject({
    slug: "doomed",
  });
});

/** But for since when an observer vouches, which a tick may find out. */
const asTheyWere = (rows: object): unknown =>
  JSON.parse(JSON.stringify(rows, (key, value) => (key === "vouches_since" ? undefined : value)));

test("ticks take away every row of it, also when they are killed on the way, and nothing of another page", async () => {
  const before = await rowsOf(kept);
  const isThere = async () =>
    (await wholeDatabase(deployment)).page?.some((row) => row.id === gone.id && row.deleted_at !== null);
  let rounds = 0;
  for (; rounds < 40 && (await isThere()); rounds++) {
    deployment.clock.now += 300_000;
    const killed =
      rounds % 2 === 0 ? faulty(deployment.bindings.DB, 3 + (rounds % 9), rounds % 4 ? "after" : "before") : null;
    const ctx = deployment.ctx(undefined, killed ? { database: killed.database } : undefined);
    await handleCronTick(ctx, deployment.clock.now).catch(() => undefined);
    await deployment.settled();
  }
  expect(rounds).toBeLessThan(40);
  const database = await wholeDatabase(deployment);
  expect(tracesOf(database, idsOf(gone))).toEqual({ audit_entry: 1 });
  expect(database.audit_entry?.filter((row) => row.action === "page.delete")).toMatchObject([
    { page_id: null, actor_id: "owner", subject_id: gone.id },
  ]);
  expect(asTheyWere(await rowsOf(kept))).toEqual(asTheyWere(before));
  expect(database.deployment?.[0]).toMatchObject({ home_page_id: null });
});
