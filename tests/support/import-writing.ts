import { foreignIdTable, importJobTable } from "~/db/schema";
import { insertRowsStatements, type SqlStatement, upsertRowsStatements } from "~/db/write";
import type { ImportNounWriter, ImportWriteFacts, WrittenImportThing } from "~/importers/engine/noun-writer";
import { firstImportPlace, noStoredImportChoices } from "~/importers/rules/import-job";
import type { MovedNoun } from "~/importers/rules/moved-nouns";
import { plainThingArrival, type ThingArrival } from "~/importers/rules/planned-thing";
import type { ImportStepAction, ImportStepEntry } from "~/importers/rules/step-costs";
import type { Ctx } from "~/platform/ctx";

/** Statements that were run together, and the rows that the database says they wrote. */
export interface RunCosts {
  statements: number;
  rows: number;
}

/** Runs statements as one transaction. */
export async function runCounted(ctx: Ctx, statements: readonly SqlStatement[]): Promise<RunCosts> {
  if (statements.length === 0) return { statements: 0, rows: 0 };
  const results = await ctx.d1.batch(statements.map(({ sql, params }) => ctx.d1.prepare(sql).bind(...params)));
  return { statements: statements.length, rows: results.reduce((sum, { meta }) => sum + meta.rows_written, 0) };
}

/** Our id of a thing of the tests' origin. */
export const ourIdOf = (noun: MovedNoun, theirId: string): string => `made-${noun}-${theirId}`;

/** Returns the facts of an import that began now. */
export const writeFactsOf = (ctx: Ctx, pageId: string, given: Partial<ImportWriteFacts> = {}): ImportWriteFacts => ({
  pageId,
  importId: "import-1",
  origin: "kuma",
  timeZone: "Etc/UTC",
  language: "en",
  startedAt: ctx.now(),
  idOf: ({ noun, theirId }) => ourIdOf(noun, theirId),
  derivedId: (ourId, name) => `${ourId}-${name}`,
  ...given,
});

/** Returns a thing as a step has it. */
export function writtenThing<Noun extends MovedNoun>(
  noun: Noun,
  action: ImportStepAction,
  thing: WrittenImportThing<Noun>["thing"],
  { ourId, ...arrival }: Partial<ThingArrival> & { ourId?: string } = {},
): WrittenImportThing<Noun> {
  const theirId = "id" in thing ? thing.id : thing.address;
  const planned = {
    noun,
    theirId,
    name: "",
    verdict: action === "make" ? ("make" as const) : ("change" as const),
    ourId: null,
    hash: "hash",
    reasons: [],
    without: [],
    arrival: { ...plainThingArrival, ...arrival },
  };
  return {
    action,
    planned,
    ourId: ourId ?? ourIdOf(noun, theirId),
    updates: { from: 0, to: 0 },
    isLast: true,
    thing,
  };
}

/** Returns the rows by which an import knows what it wrote, as its steps write them. */
function noteStatements(facts: ImportWriteFacts, things: readonly ImportStepEntry[], versions: Map<string, number>) {
  const rows = things.map(({ planned: { noun, theirId }, ourId, action }) => ({
    pageId: facts.pageId,
    origin: facts.origin,
    kind: noun as Exclude<MovedNoun, "subscriber">,
    theirId,
    ourId,
    hash: "hash",
    version: action === "make" ? 0 : (versions.get(ourId) ?? 0) + 1,
    importId: facts.importId,
    isMade: true,
    changedByImportId: action === "change" ? facts.importId : null,
  }));
  const job = {
    id: facts.importId,
    pageId: facts.pageId,
    origin: facts.origin,
    state: "applying" as const,
    choices: noStoredImportChoices,
    place: firstImportPlace,
    createdAt: facts.startedAt,
    updatedAt: facts.startedAt,
  };
  return [
    ...insertRowsStatements(importJobTable, [job], { onConflict: { key: ["id"], set: null } }),
    ...upsertRowsStatements(foreignIdTable, rows, ["pageId", "origin", "kind", "theirId"]),
  ];
}

/** Writes things as a step does, with their rows of ids; returns what the writer's own statements cost. */
export async function writeThings<Noun extends MovedNoun>(
  ctx: Ctx,
  writer: ImportNounWriter<Noun>,
  facts: ImportWriteFacts,
  things: readonly WrittenImportThing<Noun>[],
): Promise<RunCosts> {
  const here = await writer.readHere(
    ctx,
    facts.pageId,
    things.map(({ ourId }) => ourId),
  );
  const costs = await runCounted(ctx, await writer.write(ctx, facts, things));
  const versions = new Map(here.map(({ id, version }) => [id, version]));
  await runCounted(ctx, noteStatements(facts, things, versions));
  return costs;
}
