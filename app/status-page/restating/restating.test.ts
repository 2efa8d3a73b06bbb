import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setComponentStatus } from "~/components/set-status";
import { auditEntry, component, componentYear, notice, person } from "~/db/schema";
import { createHeartbeat } from "~/heartbeats/create";
import { deleteHeartbeat } from "~/heartbeats/delete";
import { type Desk, failureOf, good, openDesk } from "../../../tests/support/desk";
import { seldomTicks, upgraded } from "../../../tests/support/older-page";
import { put } from "../../../tests/support/scenario/arrange";
import { readRestating } from "./read";
import { startRestating } from "./start";

const hour = 3600_000;
const day = 24 * hour;
let desk: Desk;

const at = (date: string) => {
  desk.deployment.clock.now = Date.parse(`${date}T12:00:00Z`);
};

const watch = async (name: string, componentId: string) => {
  const schedule = { kind: "simple" as const, periodSeconds: 3600 };
  const components = { [componentId]: "major_outage" as const };
  return (await good(createHeartbeat(desk.as("admin"), { pageId: desk.pageId, name, schedule, components }))).id;
};

/**
 * Website is watched from 1 to 10 December and again since the 20th, API was spoken of on 5 December, nobody ever watched
 * Sign-in, and all began on 20 November. The upgrade is on 1 January, and on 3 December a major outage was reported.
 */
async function olderPage(): Promise<void> {
  const { pageId, components } = desk;
  const [website, api, signIn] = components;
  await put(desk.deployment, person, [
    { id: "founder", name: "Ada", email: "ada@example.com", createdAt: 1, updatedAt: 1 },
  ]);
  at("2026-12-01");
  const first = await watch("First", website);
  at("2026-12-05");
  await good(setComponentStatus(desk.as("responder"), { pageId, id: api, status: "operational" }));
  at("2026-12-10");
  await good(deleteHeartbeat(desk.as("admin"), { pageId, id: first }));
  at("2026-12-20");
  await watch("Second", website);
  at("2027-01-01");
  await seldomTicks(desk);
  await upgraded(desk, [{ componentId: website, day: "2026-12-03", parts: [2 * hour, 0, 0, 0, 0] }]);
  const { db } = desk.deployment.ctx();
  await db.update(component).set({ keptBy: null, coverage: "no_data" });
  expect(signIn).not.toBe("");
}

beforeAll(async () => {
  desk = await openDesk();
  await olderPage();
});
afterAll(() => desk.close());

const daysOf = async (componentId: string) => {
  const rows = await desk.deployment.ctx().db.select().from(componentYear);
  return Object.assign({}, ...rows.filter((each) => each.componentId === componentId).map(({ days }) => days));
};

const found = () => good(readRestating(desk.as("viewer"), { pageId: desk.pageId }));

describe("what is known to be false of the past", () => {
  test("is found in the audit log and shown before anything is written", async () => {
    expect(await found()).toBeNull();
    await seldomTicks(desk);
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
  });

  test("owners get one email", async () => {
    const rows = await desk.deployment.ctx().db.select().from(notice);
    expect(rows.filter(({ kind }) => kind === "past_restated").map(({ scope }) => scope.person_id)).toEqual([
      "founder",
    ]);
  });

  test("is written when an owner starts it, once, by nobody else", async () => {
    const { pageId } = desk;
    expect(await failureOf(startRestating(desk.as("admin"), { pageId }))).toMatchObject({ name: "forbidden" });
    await Promise.all([good(startRestating(desk.owner(), { pageId })), good(startRestating(desk.owner(), { pageId }))]);
    await seldomTicks(desk);
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
  });

  test("each component has its entry in the log, with what its days were", async () => {
    const rows = await desk.deployment.ctx().db.select().from(auditEntry);
    const restated = rows.filter(({ action }) => action === "component.restate");
    expect(restated.map(({ subjectId }) => subjectId).sort()).toEqual([...desk.components].sort());
    const own = restated.find(({ subjectId }) => subjectId === desk.components[2]);
    expect([own?.actorKind, own?.actorId]).toEqual(["person", "founder"]);
    expect(own?.before).toEqual({ restatedDays: { "2026-11-20/2026-12-31": [0, 0, 0, 0, 0] } });
    expect(rows.filter(({ action }) => action === "page.restate").length).toBe(1);
  });
});
