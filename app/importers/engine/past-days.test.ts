import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { backfillIncident } from "~/incidents/backfill";
import { openIncident } from "~/incidents/open";
import type { Status } from "~/status/status";
import { type Desk, good, openDesk } from "../../../tests/support/desk";
import { bad, movedIncident, now, type PastIncident, pastIncident } from "../../../tests/support/moved-incidents";
import {
  closedDays,
  entryOf,
  foldedTimeline,
  type MovedWorld,
  movedWorld,
  ourIdOf,
  runStatements,
  theirComponents,
  writeThings,
} from "../../../tests/support/moved-world";
import { type KeptState, keepState, unmetered } from "../../../tests/support/restored";
import type { MovedIncident, MovedMaintenance } from "../rules/move-document";
import { sealImportPartRow } from "./document-parts";
import { type ImportRestatementStep, planImportRestatementStep, planImportRestatementUndoStep } from "./past-days";
import { incidentImportWriter } from "./writers/incident";
import { maintenanceImportWriter } from "./writers/maintenance";

const hour = 3600_000;
const day = 24 * hour;

/** The same page twice: into one things move, in the other people add past incidents. */
let moved: Desk;
let added: Desk;
let kept: KeptState[] = [];

/** Tables that these tests write. */
const touched = [
  ...["incident", "incident_update", "incident_component", "maintenance", "maintenance_update"],
  ...["maintenance_component", "component", "component_year", "status_change", "settle", "foreign_id"],
  ...["import_part", "search_words", "notice", "audit_entry"],
];
const putBack = () => Promise.all(kept.map((each) => each.restore(touched)));

beforeAll(async () => {
  [moved, added] = await Promise.all([openDesk(), openDesk()]);
  for (const { deployment } of [moved, added]) {
    await unmetered(deployment.bindings.DB, [
      { sql: "UPDATE component SET start_date = '2026-01-01', created_at = ?1", params: [Date.UTC(2026, 0, 1)] },
    ]);
  }
  kept = [await keepState(moved.deployment.bindings.DB), await keepState(added.deployment.bindings.DB)];
});
beforeEach(putBack);
afterAll(() => Promise.all([moved.close(), added.close()]));

type Share = typeof planImportRestatementStep;

/** Counts, or takes back, to its end; returns the number of steps and the most statements that one writes. */
async function untilDone({ desk, facts }: MovedWorld, share: Share, bounds?: Parameters<Share>[3]) {
  let [steps, statements, written] = [0, 0, 0];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const ctx = desk.deployment.ctx();
    const step: ImportRestatementStep = await share(ctx, facts, cursor, bounds);
    written += await runStatements(desk, [...step.guards, ...step.changes]);
    statements = Math.max(statements, step.guards.length + step.changes.length + ctx.meter.statements);
    cursor = step.next;
    steps += 1;
    expect(steps).toBeLessThan(200);
  }
  return { steps, statements, written };
}

const asIncident = (thing: MovedIncident) => ({ noun: "incident", thing }) as const;
const asMaintenance = (thing: MovedMaintenance) => ({ noun: "maintenance", thing }) as const;

const componentsHere = (desk: Desk, statuses: PastIncident["statuses"]) =>
  Object.fromEntries(
    Object.entries(statuses).map(([id, status]) => [
      desk.components[theirComponents.indexOf(id as never)] ?? "",
      status,
    ]),
  );

const backfill = (desk: Desk, { startedAt, endsAt, statuses, between }: PastIncident) =>
  good(
    backfillIncident(desk.as("responder"), {
      pageId: desk.pageId,
      title: "Incident",
      components: componentsHere(desk, statuses),
      startedAt,
      endsAt,
      updates: between.map((shownAt) => ({ status: "identified", body: "We know why.", shownAt })),
      resolution: "It is over.",
    }),
  );

/** Both pages had these incidents of their own before, one of which is open. */
async function livePast(desk: Desk, own: readonly PastIncident[]): Promise<void> {
  for (const each of own) await backfill(desk, each);
  await good(
    openIncident(desk.as("responder"), {
      pageId: desk.pageId,
      title: "Open",
      components: { [desk.components[1]]: "partial_outage" },
      body: "We look.",
      startedAt: now - 30 * hour,
    }),
  );
}

describe("the past of imported incidents", () => {
  it("is that of incidents that people add one by one, and an undo puts it back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(pastIncident, { minLength: 1, maxLength: 6 }),
        fc.array(pastIncident, { maxLength: 2 }),
        fc.integer({ min: 1, max: 3 }),
        async (incidents, own, stories) => {
          await putBack();
          for (const desk of [moved, added]) await livePast(desk, own);
          const before = [await closedDays(moved), await foldedTimeline(moved)];
          const world = movedWorld(moved);
          const events = incidents.map((each, index) => asIncident(movedIncident(each, `i${index}`)));
          await writeThings(
            world,
            incidentImportWriter,
            events.map((event) => entryOf(world, event)),
          );
          await untilDone(world, planImportRestatementStep, { components: 2, stories });
          for (const each of incidents) await backfill(added, each);
          expect(await closedDays(moved)).toEqual(await closedDays(added));
          expect(await foldedTimeline(moved)).toEqual(await foldedTimeline(added));
          const ids = events.map((event) => ourIdOf(world, event));
          const things = await incidentImportWriter.readRemovable(moved.deployment.ctx(), moved.pageId, ids);
          expect(things).toHaveLength(ids.length);
          await runStatements(moved, await incidentImportWriter.remove(moved.deployment.ctx(), moved.pageId, things));
          await untilDone(world, planImportRestatementUndoStep, { components: 2, stories });
          expect([await closedDays(moved), await foldedTimeline(moved)]).toEqual(before);
        },
      ),
      { numRuns: 12, seed: 43 },
    );
  }, 120_000);

  it("loses a race for the timeline cleanly, and counts the same when it is made again", async () => {
    const world = movedWorld(moved);
    const past = { startedAt: now - 50 * hour, endsAt: now - 48 * hour, statuses: { a: bad[2] }, between: [] };
    await writeThings(world, incidentImportWriter, [entryOf(world, asIncident(movedIncident(past, "i")))]);
    const step = await planImportRestatementStep(moved.deployment.ctx(), world.facts, "");
    await livePast(moved, []);
    await expect(runStatements(moved, [...step.guards, ...step.changes])).rejects.toThrow();
    await untilDone(world, planImportRestatementStep);
    await untilDone(world, planImportRestatementStep);
    expect(Object.entries(await closedDays(moved))).toContainEqual([
      `${moved.components[0]} 2026-11-18`,
      [2 * hour, 0, 0, 0, 0],
    ]);
  });

  it("follows an incident that a later run resolves", async () => {
    const world = movedWorld(moved);
    const past = {
      startedAt: now - 50 * hour,
      endsAt: now - 26 * hour,
      statuses: { a: bad[2] },
      between: [now - 49 * hour],
    };
    const whole = movedIncident(past, "i");
    const open = { ...whole, resolvedAt: null, updates: whole.updates.slice(0, 1) };
    await writeThings(world, incidentImportWriter, [entryOf(world, asIncident(open))]);
    await untilDone(world, planImportRestatementStep);
    const later = { ...movedWorld(moved, "job2"), job: world.job };
    await writeThings(later, incidentImportWriter, [entryOf(later, asIncident(whole), "change")]);
    await untilDone(later, planImportRestatementStep);
    await backfill(added, past);
    expect(await closedDays(moved)).toEqual(await closedDays(added));
    expect(await foldedTimeline(moved)).toEqual(await foldedTimeline(added));
    expect(
      await incidentImportWriter.readHere(moved.deployment.ctx(), moved.pageId, [ourIdOf(world, asIncident(whole))]),
    ).toEqual([{ id: ourIdOf(world, asIncident(whole)), name: "Incident i", version: 1 }]);
  });
});

const work: MovedMaintenance = {
  id: "m",
  title: "Database",
  startsAt: Date.UTC(2026, 10, 10, 23),
  endsAt: Date.UTC(2026, 10, 11, 1),
  state: "completed",
  updates: [{ body: "We begin.", shownAt: Date.UTC(2026, 10, 10, 23) }],
  componentIds: ["a"],
  autoStart: true,
  autoEnd: true,
  path: null,
};

it("counts maintenance of the past, beside an incident of the same time, and takes it back", async () => {
  const world = movedWorld(moved);
  const past = { startedAt: work.startsAt + hour, endsAt: work.endsAt, statuses: { a: bad[0] }, between: [] };
  await writeThings(world, incidentImportWriter, [entryOf(world, asIncident(movedIncident(past, "i")))]);
  await writeThings(world, maintenanceImportWriter, [entryOf(world, asMaintenance(work))]);
  await untilDone(world, planImportRestatementStep);
  const id = moved.components[0];
  expect(await closedDays(moved)).toEqual({
    [`${id} 2026-11-10`]: [0, 0, 0, hour, 0],
    [`${id} 2026-11-11`]: [0, 0, hour, 0, 0],
  });
  const ctx = moved.deployment.ctx();
  const things = await maintenanceImportWriter.readRemovable(ctx, moved.pageId, [ourIdOf(world, asMaintenance(work))]);
  await runStatements(moved, await maintenanceImportWriter.remove(ctx, moved.pageId, things));
  await untilDone(world, planImportRestatementUndoStep);
  expect(await closedDays(moved)).toEqual({
    [`${id} 2026-11-11`]: [0, 0, hour, 0, 0],
  });
});

it("knows a watched component where its history and those of its monitors say so, and nowhere else", async () => {
  const world = movedWorld(moved);
  const [id] = moved.components;
  const { DB } = moved.deployment.bindings;
  const at = (date: number, hours = 0) => Date.UTC(2026, 10, date, hours);
  const history = (stretches: [from: number, to: number | null, status: Status][]) =>
    stretches.map(([from, to, status]) => ({ from, to, status }));
  const monitors = [
    {
      id: "w1",
      componentIds: ["a"],
      history: history([
        [at(14, 12), at(15, 6), "operational"],
        [at(15, 6), at(15, 8), "major_outage"],
        [at(15, 8), at(17), "operational"],
      ]),
    },
    { id: "not-made", componentIds: ["a"], history: history([[at(18), null, "major_outage"]]) },
  ];
  const own = history([[at(15, 7), at(15, 9), "degraded_performance"]]);
  const components = [{ id: "a", history: own }, { id: "b" }];
  const { importId } = world.facts;
  const part = await sealImportPartRow(moved.deployment.ctx(), importId, "document", 0, { components, monitors });
  const foreign = (kind: string, theirId: string) => ({
    sql: `INSERT INTO foreign_id (page_id, origin, kind, their_id, our_id, hash, version, import_id, is_made)
      VALUES (?1, 'statuspage', ?2, ?3, ?4, 'h', 0, 'job1', 1)`,
    params: [moved.pageId, kind, theirId, kind === "component" ? id : theirId],
  });
  await unmetered(DB, [
    {
      sql: "INSERT INTO import_part (import_job_id, kind, number, name, sealed) VALUES (?1, 'document', 0, '', ?2)",
      params: ["job1", part.sealed],
    },
    foreign("component", "a"),
    foreign("monitor", "w1"),
    { sql: "DELETE FROM status_change WHERE component_id = ?1", params: [id] },
    {
      sql: `UPDATE component SET start_date = '2026-11-20', kept_by = 'watched', coverage = 'no_data', coverage_since = ?2,
        created_at = ?2 WHERE id = ?1`,
      params: [id, now],
    },
  ]);
  const { statements } = await untilDone(world, planImportRestatementStep);
  expect(await closedDays(moved)).toEqual({
    [`${id} 2026-11-14`]: [0, 0, 0, 0, 12 * hour],
    [`${id} 2026-11-15`]: [2 * hour, 0, hour, 0, 0],
    [`${id} 2026-11-17`]: [0, 0, 0, 0, day],
    [`${id} 2026-11-18`]: [0, 0, 0, 0, day],
    [`${id} 2026-11-19`]: [0, 0, 0, 0, day],
  });
  const [rows] = await unmetered(DB, [
    { sql: "SELECT start_date, version FROM component WHERE id = ?1", params: [id] },
  ]);
  expect(rows?.[0]).toEqual({ start_date: "2026-11-14", version: 0 });
  expect(statements).toBeLessThanOrEqual(20);
  const before = await foldedTimeline(moved);
  await untilDone(world, planImportRestatementStep);
  expect(await foldedTimeline(moved)).toEqual(before);
});
