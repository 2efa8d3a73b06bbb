import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { updateComponent } from "~/components/update";
import {
  auditEntryTable,
  componentTable,
  componentYearTable,
  monitorHourTable,
  monitorShardTable,
  monitorTable,
  monitorYearTable,
  noticeTable,
  restatingTable,
  ruleComponentTable,
  ruleTable,
  sourceTable,
} from "~/db/schema";
import { backfillIncident } from "~/incidents/backfill";
import { packMinute } from "~/text/ring";
import { type Desk, failureOf, good } from "../../../tests/support/desk";
import { faulty } from "../../../tests/support/faults";
import { openOlderPage, seldomTicks } from "../../../tests/support/older-page";
import { put } from "../../../tests/support/scenario";
import { restatePageHistory } from "./engine/restate";
import { readPageRestatement, startPageRestatement } from "./verbs";

const hour = 3600_000;
const day = 24 * hour;
let desk: Desk;

beforeEach(async () => {
  desk = await openOlderPage();
});
afterEach(() => desk.close());

async function daysOf(componentId: string): Promise<Record<string, number[]>> {
  const rows = await desk.deployment.ctx().db.select().from(componentYearTable);
  return Object.assign({}, ...rows.filter((each) => each.componentId === componentId).map(({ days }) => days));
}

const found = () => good(readPageRestatement(desk.as("viewer"), { pageId: desk.pageId }));
const start = () => startPageRestatement(desk.owner(), { pageId: desk.pageId });
const stage = async () => (await desk.deployment.ctx().db.select().from(restatingTable))[0]?.stage;

async function untilStage(wanted: string): Promise<void> {
  for (let round = 0; round < 12 && (await stage()) !== wanted; round++) await seldomTicks(desk);
  expect(await stage()).toBe(wanted);
}

const entries = async (action: string) =>
  (await desk.deployment.ctx().db.select().from(auditEntryTable)).filter((each) => each.action === action);

describe("what is known to be false of the past", () => {
  test("is found in the audit log and shown before anything is written; owners get one email", async () => {
    expect(await found()).toBeNull();
    await untilStage("found");
    const view = await found();
    expect(view?.isWaiting).toBe(true);
    const [website, api, signIn] = desk.components;
    expect(view?.components.map(({ id, days, first, last }) => [id, days, first, last])).toEqual([
      [website, 23, "2026-11-20", "2026-12-20"],
      [api, 16, "2026-11-20", "2026-12-05"],
      [signIn, 42, "2026-11-20", "2026-12-31"],
    ]);
    expect(view?.components[2]?.quarter).toEqual({ before: 10_000, after: null });
    expect(view?.components[0]?.quarter.after).toBeLessThan(view?.components[0]?.quarter.before ?? 0);
    expect(await daysOf(signIn)).toEqual({});
    const told = (await desk.deployment.ctx().db.select().from(noticeTable)).filter(
      ({ kind }) => kind === "past_restated",
    );
    expect(told.map(({ scope }) => scope.person_id)).toEqual(["owner"]);
  });

  test("is written once when an owner starts it, by nobody else, each component with its entry", async () => {
    await untilStage("found");
    expect(await failureOf(startPageRestatement(desk.as("admin"), { pageId: desk.pageId }))).toMatchObject({
      name: "forbidden",
    });
    await Promise.all([good(start()), good(start())]);
    await untilStage("done");
    const [website, api, signIn] = desk.components;
    const days = await daysOf(website);
    expect(days["11-25"]).toEqual([0, 0, 0, 0, day]);
    expect(days["12-01"]).toEqual([0, 0, 0, 0, day / 2]);
    expect(days["12-03"]).toEqual([2 * hour, 0, 0, 0, 0]);
    expect(days["12-15"]).toEqual([0, 0, 0, 0, day]);
    expect(days["12-21"]).toBeUndefined();
    expect(Object.keys(await daysOf(api)).length).toBe(16);
    expect(Object.keys(await daysOf(signIn)).length).toBe(42);
    expect(await found()).toBeNull();
    const restated = await entries("component.restate");
    expect(restated.map(({ subjectId }) => subjectId).sort()).toEqual([...desk.components].sort());
    const own = restated.find(({ subjectId }) => subjectId === signIn);
    expect([own?.actorKind, own?.actorId]).toEqual(["person", "founder"]);
    expect(own?.before).toEqual({ restatedDays: { "2026-11-20/2026-12-31": [0, 0, 0, 0, 0] } });
    expect((await entries("page.restate")).length).toBe(1);
  });

  test("is written after 14 days where no owner did, and not a day before", async () => {
    await untilStage("found");
    desk.deployment.clock.now += 13 * day;
    await seldomTicks(desk, 3);
    expect(await stage()).toBe("found");
    desk.deployment.clock.now += day;
    await untilStage("done");
    const restated = await entries("component.restate");
    expect(restated.map(({ actorKind, actorId }) => `${actorKind} ${actorId}`)).toEqual(Array(3).fill("machine tick"));
  });
});

test("a component that people keep up to date themselves by then keeps every bar", async () => {
  await untilStage("found");
  const { db } = desk.deployment.ctx();
  await db.update(componentTable).set({ keptBy: "manual", coverage: "operational" });
  expect(await found()).toBeNull();
  await good(start());
  await untilStage("done");
  expect(await daysOf(desk.components[2])).toEqual({});
  expect(await entries("component.restate")).toEqual([]);
});

test("a day that counted twice is mended also where people keep the component, unless it was packed again since", async () => {
  await untilStage("found");
  const { DB } = desk.deployment.bindings;
  const mended = {
    "2026-11-25": [
      [0, 0, 0, 0, 0],
      [0, 0, 0, 0, hour],
    ],
    "2026-11-26": [
      [hour, 0, 0, 0, 0],
      [0, 0, 0, 0, 0],
    ],
  };
  const sql = "UPDATE restated_component SET figures = json_set(figures, '$.mended', json(?1)) WHERE component_id = ?2";
  await DB.prepare(sql).bind(JSON.stringify(mended), desk.components[2]).run();
  await desk.deployment.ctx().db.update(componentTable).set({ keptBy: "manual", coverage: "operational" });
  expect((await found())?.components.map(({ id }) => id)).toEqual([desk.components[2]]);
  await good(start());
  await untilStage("done");
  expect(await daysOf(desk.components[2])).toEqual({ "11-25": [0, 0, 0, 0, hour] });
  expect((await entries("component.restate")).length).toBe(1);
});

test("nothing to restate: nobody is asked and nobody gets an email", async () => {
  const { db } = desk.deployment.ctx();
  await db.update(componentTable).set({ keptBy: "manual", coverage: "operational" });
  await untilStage("done");
  const kinds = (await db.select().from(noticeTable)).map(({ kind }) => kind);
  expect([await found(), kinds.includes("past_restated")]).toEqual([null, false]);
  expect(await failureOf(start())).toMatchObject({ name: "missing" });
});

/**
 * Writes a monitor of these components whose row dates from 25 November; on some days it had no results for three
 * hours.
 */
async function lookedAt(componentIds: readonly string[], days: readonly string[]): Promise<void> {
  const { deployment, pageId } = desk;
  const createdAt = Date.parse("2026-11-25T00:00:00Z");
  const own = { id: "looks", pageId, createdAt, updatedAt: createdAt };
  const sealed = { tokenHash: "looks", tokenSealed: "", settingsSealed: "" };
  const watched = { shardId: "shard", watchedSince: createdAt, stateSince: createdAt, regions: [], tags: [] };
  await put(deployment, sourceTable, [{ ...own, ...sealed, family: "monitor", kind: "http", name: "Looks" }]);
  await put(deployment, monitorShardTable, [
    { id: "shard", pageId, minute: 0, plan: [], rings: {}, states: {}, lookAt: null },
  ]);
  await put(deployment, monitorTable, [{ ...own, ...watched }]);
  await put(deployment, ruleTable, [
    { ...own, id: "r", sourceId: "looks", position: 0, match: {}, groupBy: [], catchAll: true },
  ]);
  const named = componentIds.map((componentId) => ({
    pageId,
    ruleId: "r",
    componentId,
    status: "major_outage" as const,
  }));
  await put(deployment, ruleComponentTable, named);
  const counts = days.map((each) => [each.slice(5), [1260, 0, 0, 180, 0]]);
  await put(deployment, monitorYearTable, [{ monitorId: "looks", year: 2026, days: Object.fromEntries(counts) }]);
  const hours = days.flatMap((each) => [9, 10, 11, 12, 13].map((of) => Date.parse(each) / hour + of));
  const letters = (at: number) =>
    packMinute({ state: [10, 11, 12].includes(at % 24) ? "no_data" : "up", milliseconds: null });
  await put(
    deployment,
    monitorHourTable,
    hours.map((at) => ({ monitorId: "looks", hour: at, minutes: letters(at).repeat(60) })),
  );
}

test("hours in which the only monitor of a component found nothing out are no data; beside another observer they stay", async () => {
  const [website, , signIn] = desk.components;
  await lookedAt([website, signIn], ["2026-12-15", "2026-12-25"]);
  await untilStage("found");
  await good(start());
  await untilStage("done");
  const [alone, beside] = [await daysOf(signIn), await daysOf(website)];
  expect(Object.keys(alone)).toEqual(["11-20", "11-21", "11-22", "11-23", "11-24", "12-15", "12-25"]);
  expect(alone["12-25"]).toEqual([0, 0, 0, 0, 3 * hour]);
  expect([beside["12-15"], beside["12-25"]]).toEqual([[0, 0, 0, 0, 3 * hour], undefined]);
});

test("days that are packed again later stay restated, with what is new in them", async () => {
  await untilStage("found");
  await good(start());
  await untilStage("done");
  const { pageId, components } = desk;
  // Rules observe them since then, and rows from before the coverage layer do not show that.
  await desk.deployment.ctx().db.update(componentTable).set({ keptBy: "watched", coverage: null });
  const [website, , signIn] = components;
  const outage = { startedAt: Date.parse("2026-12-15T10:00:00Z"), endsAt: Date.parse("2026-12-15T12:00:00Z") };
  const named = { [website]: "major_outage", [signIn]: "major_outage" } as const;
  const past = { pageId, title: "Gone", resolution: "", components: named, ...outage };
  await good(backfillIncident(desk.as("responder"), past));
  for (const id of [website, signIn]) {
    expect((await daysOf(id))["12-15"]).toEqual([2 * hour, 0, 0, 0, 22 * hour]);
    expect((await daysOf(id))["12-16"]).toEqual([0, 0, 0, 0, day]);
  }
});

test.each(["before", "after"] as const)(
  "cut off at any call (%s it is done) it loses nothing, and does nothing twice",
  async (mode) => {
    const { clock, bindings, ctx } = desk.deployment;
    const { pageId } = desk;
    for (let call = 1; call < 60 && (await stage()) !== "done"; call++) {
      clock.now += 60_000;
      const { database } = faulty(bindings.DB, 1 + (call % 6), mode);
      await restatePageHistory(ctx(undefined, { database }), { pageId }).catch(() => undefined);
      if (call % 8 === 0) await restatePageHistory(ctx(), { pageId });
      if ((await stage()) === "found") await good(start());
    }
    expect(await stage()).toBe("done");
    expect((await entries("component.restate")).length).toBe(3);
    expect(Object.keys(await daysOf(desk.components[2])).length).toBe(42);
  },
);

test("a page that was deleted meanwhile is left alone", async () => {
  await untilStage("found");
  await good(updateComponent(desk.as("admin"), { pageId: desk.pageId, id: desk.components[0], name: "Web" }));
  const { db } = desk.deployment.ctx();
  await db.update(restatingTable).set({ dueAt: desk.deployment.clock.now });
  await desk.deployment.bindings.DB.prepare("UPDATE page SET deleted_at = 1").run();
  await restatePageHistory(desk.deployment.ctx(), { pageId: desk.pageId });
  expect((await db.select().from(restatingTable))[0]).toMatchObject({ dueAt: null });
  expect(await daysOf(desk.components[2])).toEqual({});
});
