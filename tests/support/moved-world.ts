import { beforeAll } from "vitest";
import type { SqlStatement } from "~/db/write";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "~/importers/engine/noun-writer";
import { derivedImportId, importedId } from "~/importers/rules/import-ids";
import type { MovedIncident, MovedMaintenance } from "~/importers/rules/move-document";
import { type PlannedImportThing, plainThingArrival } from "~/importers/rules/planned-thing";
import type { ImportStepAction } from "~/importers/rules/step-costs";
import { layerStepsOf, type StatusChange } from "~/status-page/timeline/rules/timeline";
import type { Desk } from "./desk";
import { deskOfFile, standIn } from "./of-file";
import { unmetered } from "./restored";

/** The job in whose name things are written. */
export interface MovedJob {
  id: string;
  createdAt: number;
}

/** A desk into which things move: their ids of its three components are a, b and c. */
export interface MovedWorld {
  desk: Desk;
  job: MovedJob;
  facts: ImportWriteFacts;
}

export const theirComponents = ["a", "b", "c"] as const;

export function movedWorld(desk: Desk, id = "job1"): MovedWorld {
  const job = { id, createdAt: desk.deployment.clock.now };
  const ours = new Map<string, string>(theirComponents.map((each, index) => [each, desk.components[index] ?? ""]));
  const facts: ImportWriteFacts = {
    pageId: desk.pageId,
    importId: id,
    origin: "statuspage",
    timeZone: "Etc/UTC",
    language: "en",
    startedAt: job.createdAt,
    idOf: ({ theirId }) => ours.get(theirId) ?? null,
    derivedId: (ourId, name) => derivedImportId(job, ourId, name),
  };
  return { desk, job, facts };
}

/** Opens a desk for all tests of a file, into which things move. */
export function movedWorldOfFile(): { desk: Desk; world: MovedWorld } {
  const desk = deskOfFile({ UPFRONT_PLAN: "own" });
  let world: MovedWorld;
  beforeAll(() => {
    world = movedWorld(desk);
  });
  return { desk, world: standIn(() => world) };
}

type MovedEvent = { noun: "incident"; thing: MovedIncident } | { noun: "maintenance"; thing: MovedMaintenance };

const plannedOf = ({ noun, thing }: MovedEvent): PlannedImportThing => ({
  noun,
  theirId: thing.id,
  name: thing.title,
  verdict: "make",
  ourId: null,
  hash: "h",
  reasons: [],
  without: [],
  arrival: plainThingArrival,
});

export const ourIdOf = ({ job }: MovedWorld, { noun, thing }: MovedEvent): string => importedId(job, noun, thing.id);

/** Returns the entry of a step that writes a thing, or a range of its updates. */
export function entryOf(
  world: MovedWorld,
  event: MovedEvent,
  action: ImportStepAction = "make",
  { from, to } = { from: 0, to: event.thing.updates.length },
) {
  const isLast = to >= event.thing.updates.length;
  const ourId = ourIdOf(world, event);
  return { action, planned: plannedOf(event), ourId, updates: { from, to }, isLast, thing: event.thing };
}

/** Runs statements as one transaction, and returns the rows that it wrote. */
export async function runStatements({ deployment }: Desk, statements: readonly SqlStatement[]): Promise<number> {
  const { DB } = deployment.bindings;
  if (statements.length === 0) return 0;
  const results = await DB.batch(statements.map(({ sql, params }) => DB.prepare(sql).bind(...params)));
  return results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
}

/** Writes things as a step does, with their rows of ids; returns the rows that the writer wrote. */
export async function writeThings<Noun extends "incident" | "maintenance">(
  world: MovedWorld,
  writer: ImportNounWriter<Noun>,
  entries: readonly ReturnType<typeof entryOf>[],
): Promise<number> {
  const { desk, facts } = world;
  const things = entries as unknown as WrittenImportThing<Noun>[];
  const written = await runStatements(desk, await writer.write(desk.deployment.ctx(), facts, things));
  await unmetered(
    desk.deployment.bindings.DB,
    entries.map(({ planned, ourId, action }) => ({
      sql: `INSERT INTO foreign_id (page_id, origin, kind, their_id, our_id, hash, version, import_id, is_made, changed_by_import_id)
        VALUES (?1, ?2, ?3, ?4, ?5, 'h', 0, ?6, 1, NULL)
        ON CONFLICT DO UPDATE SET changed_by_import_id = iif(?7, ?6, changed_by_import_id)`,
      params: [
        facts.pageId,
        facts.origin,
        planned.noun,
        planned.theirId,
        ourId,
        facts.importId,
        action === "change" ? 1 : 0,
      ],
    })),
  );
  return written;
}

/** Returns the closed days of each component that were not fully operational. */
export async function closedDays({ deployment }: Desk): Promise<Record<string, unknown>> {
  const [rows] = await unmetered<{ component_id: string; year: number; days: string }>(deployment.bindings.DB, [
    { sql: "SELECT component_id, year, days FROM component_year ORDER BY component_id, year", params: [] },
  ]);
  return Object.fromEntries(
    (rows ?? []).flatMap(({ component_id, year, days }) =>
      Object.entries(JSON.parse(days) as Record<string, unknown>)
        .map(([day, parts]) => [`${component_id} ${year}-${day}`, parts] as const)
        .sort(),
    ),
  );
}

type StoredChange = {
  component_id: string;
  layer: string;
  from_status: string | null;
  to_status: string | null;
} & Pick<StatusChange, "at" | "sequence"> & { recorded_at: number };

/** Returns the folded timeline: the instants at which a layer of a component changes, and its status from then on. */
export async function foldedTimeline({ deployment }: Desk): Promise<Record<string, unknown>> {
  const [rows] = await unmetered<StoredChange>(deployment.bindings.DB, [
    { sql: "SELECT * FROM status_change ORDER BY recorded_at, id", params: [] },
  ]);
  const groups = Map.groupBy(rows ?? [], ({ component_id, layer }) => `${component_id} ${layer}`);
  return Object.fromEntries(
    [...groups].sort().flatMap(([key, own]) => {
      const changes = own.map(({ from_status: from, to_status: to, at, recorded_at, sequence, layer }) => ({
        layer: layer as StatusChange["layer"],
        from: from as StatusChange["from"],
        to: to as StatusChange["to"],
        at,
        recordedAt: recorded_at,
        sequence,
      }));
      const steps = layerStepsOf(changes, null).filter(
        ({ status }, index, all) => index === 0 || status !== all[index - 1]?.status,
      );
      return steps.length > 1 ? [[key, steps]] : [];
    }),
  );
}
