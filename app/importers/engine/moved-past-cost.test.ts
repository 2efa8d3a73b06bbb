import { afterAll, beforeAll, expect, it } from "vitest";
import { type Desk, openDesk } from "../../../tests/support/desk";
import { entryOf, type MovedWorld, movedWorld, runStatements, writeThings } from "../../../tests/support/moved-world";
import { unmetered } from "../../../tests/support/restored";
import { isLong } from "../../../tests/support/sizes";
import type { MovedIncident } from "../rules/move-document";
import { planImportRestatementStep } from "./past-days";
import { incidentImportWriter } from "./writers/incident";

/** Components, and incidents with six updates each, over five years, a fourth of which names two components; with `--long`, as large as a page that moves here. */
const size = isLong ? { components: 200, incidents: 5000 } : { components: 12, incidents: 240 };
const updates = 6;
/** Incidents of one step. */
const portion = 100;
/** Most rows for each incident and update, and most statements of one step. */
const bounds = { rows: 3.5, statements: 20 };

const hour = 3600_000;
const now = Date.UTC(2026, 10, 20, 12);

let desk: Desk;
let world: MovedWorld;
beforeAll(async () => {
  desk = await openDesk();
  const began = Date.UTC(2021, 10, 20);
  await unmetered(desk.deployment.bindings.DB, [
    {
      sql: `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ?1 - 1)
        INSERT INTO component (id, page_id, name, position, start_date, observed_since, kept_by, coverage, created_at, updated_at)
        SELECT printf('c%04d', i), ?2, 'Component ' || i, i, '2021-11-20', ?3, 'manual', 'operational', ?3, ?3 FROM n`,
      params: [size.components, desk.pageId, began],
    },
  ]);
  const own = movedWorld(desk);
  world = { ...own, facts: { ...own.facts, idOf: ({ theirId }) => theirId } };
});
afterAll(() => desk.close());

const componentId = (number: number) => `c${String(number % size.components).padStart(4, "0")}`;

function incidentOf(index: number): MovedIncident {
  const startedAt = now - Math.floor(((size.incidents - index) * 5 * 365 * 24 * hour) / size.incidents);
  const ids = [componentId(index * 7), ...(index % 4 === 0 ? [componentId(index * 7 + 1)] : [])];
  const given = (status: "partial_outage" | null) => ids.map((id) => ({ componentId: id, status }));
  return {
    id: `i${index}`,
    title: `API degraded ${index}`,
    impact: "major",
    startedAt,
    resolvedAt: startedAt + 3 * hour,
    updates: Array.from({ length: updates }, (_, number) => ({
      status: number === updates - 1 ? "resolved" : "identified",
      body: `Update ${number} says what we know about the failure of component ${index}.`,
      shownAt: startedAt + Math.floor((number * 3 * hour) / (updates - 1)),
      changes: number === 0 ? given("partial_outage") : number === updates - 1 ? given(null) : [],
    })),
    components: [],
    postmortem: null,
    path: null,
    isBackfilled: false,
  };
}

async function countPast(): Promise<{ written: number; statements: number; steps: number }> {
  let [written, statements, steps] = [0, 0, 0];
  for (let cursor: string | null = ""; cursor !== null; steps++) {
    const ctx = desk.deployment.ctx();
    const step = await planImportRestatementStep(ctx, world.facts, cursor);
    written += await runStatements(desk, [...step.guards, ...step.changes]);
    statements = Math.max(statements, ctx.meter.statements + step.guards.length + step.changes.length);
    cursor = step.next;
  }
  return { written, statements, steps };
}

it("writes few rows for each incident and update, with its days, in few statements", async () => {
  let written = 0;
  for (let from = 0; from < size.incidents; from += portion) {
    const events = Array.from({ length: Math.min(portion, size.incidents - from) }, (_, index) => {
      const thing = incidentOf(from + index);
      return entryOf(world, { noun: "incident", thing });
    });
    written += await writeThings(world, incidentImportWriter, events);
  }
  const days = await countPast();
  const things = size.incidents * (1 + updates);
  // A row in the table of ids, and one of its index by path.
  const rows = written + days.written + size.incidents * 2;
  expect(rows / things).toBeLessThanOrEqual(bounds.rows);
  expect(days.statements).toBeLessThanOrEqual(bounds.statements);
}, 600_000);
