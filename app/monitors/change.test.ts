import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { alertRulesOfPageQuery } from "~/alert-rules/queries/rule";
import { ruleViewOf } from "~/alert-rules/rule-view";
import { readBatch } from "~/db/read";
import {
  alertTable,
  auditEntryTable,
  episodeTable,
  monitorHourTable,
  monitorTable,
  monitorYearTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import { refusalFor } from "~/failures/refusal";
import { secretMask } from "~/fields/secret";
import { type Desk, failureOf, good, openDesk } from "../../tests/support/desk";
import { firing, hush, planOf, watch } from "../../tests/support/monitors";
import { deskOfFile } from "../../tests/support/of-file";
import { put } from "../../tests/support/scenario";
import { readMonitor } from "./read";
import { updateMonitor } from "./update";
import { deleteMonitor, pauseMonitor, resumeMonitor } from "./verbs";

const desk = deskOfFile({ UPFRONT_PLAN: "own" });
let other: Desk;
beforeAll(async () => {
  other = await openDesk(desk.deployment, "other");
});

const admin = () => {
  desk.deployment.clock.now += 1000;
  return desk.as("admin");
};
const target = (id: string, over: object = {}) => ({ pageId: desk.pageId, id, ...over });
const view = (id: string) => good(readMonitor(admin(), target(id)));
const alertsOf = async (id: string) => {
  const ctx = admin();
  const [alerts, episodes] = await readBatch(
    ctx,
    ctx.db.select().from(alertTable).where(eq(alertTable.sourceId, id)),
    ctx.db.select().from(episodeTable).where(eq(episodeTable.pageId, desk.pageId)),
  );
  return alerts.map((row) => ({
    state: row.state,
    ended: row.endedAt !== null,
    open: episodes.some((each) => each.alertId === row.id && each.endedAt === null),
  }));
};

test("what is changed is in the plan of the next minute, what is not given stays", async () => {
  const id = await watch(desk, { tags: ["eu"] });
  const changed = { name: "Till", interval: 10, degradedAboveMs: 700, inARow: 1, regions: ["weur"] };
  await good(updateMonitor(admin(), target(id, { version: 0, ...changed })));
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject(changed);
  expect(await view(id)).toMatchObject({ ...changed, tags: ["eu"], timeoutSeconds: 8, version: 1, mode: "draft" });
  await good(updateMonitor(admin(), target(id, { degradedAboveMs: null })));
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ degradedAboveMs: null });
});

test("no more places can agree than are chosen, by what is given and what is there", async () => {
  const id = await watch(desk, { regions: ["weur"], agree: 2 });
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ agree: 2, regions: ["weur"] });
  const refused = (places: number) => ({
    name: "invalid",
    fields: { agree: refusalFor("monitor.places", { places }) },
  });
  expect(await failureOf(updateMonitor(admin(), target(id, { agree: 3 })))).toMatchObject(refused(2));
  expect(await failureOf(updateMonitor(admin(), target(id, { regions: [] })))).toMatchObject(refused(1));
  await good(updateMonitor(admin(), target(id, { agree: 3, regions: ["weur", "me"] })));
  expect(await view(id)).toMatchObject({ agree: 3, regions: ["weur", "me"] });
  await good(updateMonitor(admin(), target(id, { agree: null })));
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ agree: null });
});

test("components and what becomes of incidents change both rules", async () => {
  const id = await watch(desk);
  const components = { [desk.components[1]]: "partial_outage" };
  await good(updateMonitor(admin(), target(id, { components, mode: "publish", hold: 0, resolveAfter: 60 })));
  const ctx = admin();
  const [rules] = await readBatch(ctx, alertRulesOfPageQuery(ctx, desk.pageId, id));
  expect(rules.map(ruleViewOf)).toMatchObject([
    { mode: "none", components: { [desk.components[1]]: "degraded_performance" } },
    { mode: "publish", holdSeconds: 0, resolveAfterSeconds: 60, components },
  ]);
  expect(Object.keys(ruleViewOf(rules[0] as never).components)).toHaveLength(1);
  await good(updateMonitor(admin(), target(id, { components: {} })));
  expect((await view(id)).components).toEqual({});
});

test("a secret behind the mask stays, an empty text takes it away, and neither is in the log", async () => {
  const id = await watch(desk);
  const opened = async () => {
    const ctx = admin();
    const [[row]] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.id, id)));
    return JSON.parse(String(await ctx.secrets.open(row?.settingsSealed ?? "")));
  };
  await good(updateMonitor(admin(), target(id, { settings: { method: "HEAD", token: secretMask } })));
  expect(await opened()).toMatchObject({ method: "HEAD", token: hush });
  await good(updateMonitor(admin(), target(id, { settings: { auth: "none", token: "" } })));
  expect(await opened()).not.toHaveProperty("token");
  const ctx = admin();
  const [log] = await readBatch(ctx, ctx.db.select().from(auditEntryTable).where(eq(auditEntryTable.subjectId, id)));
  expect(JSON.stringify(log)).not.toContain(hush);
});

test("at another origin a secret is asked for again, and what was there stays", async () => {
  const id = await watch(desk);
  const change = (settings: Record<string, unknown>) => updateMonitor(admin(), target(id, { settings }));
  for (const settings of [{ url: "https://evil.example/" }, { url: "https://evil.example/", token: secretMask }]) {
    expect(await failureOf(change(settings))).toMatchObject({
      fields: { "settings.token": "setting.moved" },
    });
  }
  await good(change({ url: "https://b.example.com", token: "typed-again" }));
});

test("an address that is not called is refused in a change too", async () => {
  const id = await watch(desk);
  const change = updateMonitor(admin(), target(id, { settings: { url: "http://10.0.0.1/", token: hush } }));
  expect(await failureOf(change)).toMatchObject({
    fields: { "settings.url": expect.any(String) },
    code: "private_address",
  });
});

test("a version is compared once, and the refusal shows no setting", async () => {
  const id = await watch(desk);
  const commitId = admin().id();
  await good(updateMonitor(admin(), target(id, { version: 0, name: "One", commitId })));
  await good(updateMonitor(admin(), target(id, { version: 0, name: "One", commitId })));
  const late = await failureOf(updateMonitor(admin(), target(id, { version: 0, name: "Late" })));
  expect(late).toMatchObject({ name: "conflict", current: { name: "One", version: 1 } });
  expect(JSON.stringify(late)).not.toContain("ealed");
  for (const step of [pauseMonitor, resumeMonitor, deleteMonitor]) {
    expect(await failureOf(step(admin(), target(id, { version: 0 })))).toMatchObject({ name: "conflict" });
  }
});

test("two who change it at once are both heard, one after the other", async () => {
  const id = await watch(desk);
  await Promise.all([
    good(updateMonitor(admin(), target(id, { inARow: 4 }))),
    good(updateMonitor(admin(), target(id, { retries: 2 }))),
  ]);
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ inARow: 4, retries: 2 });
});

test("causes are monitors of the page, and never come round to where they began", async () => {
  const [line, router, shop] = [await watch(desk), await watch(desk), await watch(desk)];
  await good(updateMonitor(admin(), target(router, { dependsOn: line })));
  await good(updateMonitor(admin(), target(shop, { dependsOn: router })));
  for (const on of [shop, router, line]) {
    const circle = updateMonitor(admin(), target(line, { dependsOn: on }));
    expect(await failureOf(circle)).toMatchObject({
      code: "depends_on_itself",
      fields: { dependsOn: expect.any(String) },
    });
  }
  const theirs = await watch(other, { components: { [other.components[0]]: "major_outage" } });
  expect(await failureOf(updateMonitor(admin(), target(line, { dependsOn: theirs })))).toMatchObject({
    name: "invalid",
  });
  await good(updateMonitor(admin(), target(shop, { dependsOn: null })));
  expect((await view(shop)).dependsOn).toBeNull();
});

test("two who depend on each other at the same moment: one is refused", async () => {
  const [one, two] = [await watch(desk), await watch(desk)];
  const answers = await Promise.all([
    updateMonitor(admin(), target(one, { dependsOn: two })),
    updateMonitor(admin(), target(two, { dependsOn: one })),
  ]);
  expect(answers.filter((each) => each.ok)).toHaveLength(1);
});

test("a pause is silence, ends what fires, and is no pause twice", async () => {
  const id = await watch(desk);
  await firing(desk, id);
  await good(pauseMonitor(admin(), target(id, { version: 0 })));
  const at = desk.deployment.clock.now;
  expect(await alertsOf(id)).toEqual([{ state: "resolved", ended: true, open: false }]);
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ paused: true });
  expect(await view(id)).toMatchObject({ state: "paused", since: at, nextCheckAt: null });
  await good(pauseMonitor(admin(), target(id)));
  const ctx = admin();
  const [[row]] = await readBatch(ctx, ctx.db.select().from(sourceTable).where(eq(sourceTable.id, id)));
  expect(row?.silentSince).toBe(at);
  expect(await view(id)).toMatchObject({ since: at });
});

test("resumed, nothing is known of it until it is seen; resumed while it runs, nothing changes", async () => {
  const id = await watch(desk);
  await good(pauseMonitor(admin(), target(id)));
  const paused = desk.deployment.clock.now;
  await good(resumeMonitor(admin(), target(id)));
  const at = desk.deployment.clock.now;
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ paused: false, watchedSince: at });
  expect(await view(id)).toMatchObject({ state: "no_data", since: paused });
  await good(resumeMonitor(admin(), target(id)));
  expect(await planOf(admin(), desk.pageId, id)).toMatchObject({ watchedSince: at });
});

test("a deleted monitor takes all of its own with it, and nothing of others", async () => {
  const [id, child] = [await watch(desk), await watch(desk)];
  await good(updateMonitor(admin(), target(child, { dependsOn: id })));
  await firing(desk, id);
  const hour = Math.floor(desk.deployment.clock.now / 3_600_000) - 1;
  for (const monitorId of [id, child]) {
    await put(desk.deployment, monitorHourTable, [{ monitorId, hour, minutes: "" }]);
    await put(desk.deployment, monitorYearTable, [{ monitorId, year: 2026, days: {} }]);
  }
  const commitId = admin().id();
  await good(deleteMonitor(admin(), target(id, { commitId })));
  await good(deleteMonitor(admin(), target(id, { commitId })));
  expect(await failureOf(readMonitor(admin(), target(id)))).toMatchObject({ name: "missing" });
  expect(await planOf(admin(), desk.pageId, id)).toBeUndefined();
  expect(await planOf(admin(), desk.pageId, child)).toBeDefined();
  expect(await alertsOf(id)).toEqual([{ state: "resolved", ended: true, open: false }]);
  const ctx = admin();
  const [rules, moved, hours, years, rows] = await readBatch(
    ctx,
    ctx.db.select().from(ruleTable).where(eq(ruleTable.sourceId, id)),
    ctx.db.select().from(ruleComponentTable).where(eq(ruleComponentTable.pageId, desk.pageId)),
    ctx.db.select().from(monitorHourTable),
    ctx.db.select().from(monitorYearTable),
    ctx.db.select().from(monitorTable).where(eq(monitorTable.id, id)),
  );
  expect([rules, rows]).toEqual([[], []]);
  expect([hours.map((each) => each.monitorId), years.map((each) => each.monitorId)]).toEqual([[child], [child]]);
  const [known] = await readBatch(ctx, ctx.db.select().from(ruleTable).where(eq(ruleTable.pageId, desk.pageId)));
  for (const { ruleId } of moved) expect(known.some((each) => each.id === ruleId)).toBe(true);
  expect((await view(child)).dependsOn).toBeNull();
});
