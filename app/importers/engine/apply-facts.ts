import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { foreignIdsOfThingsQuery, type StoredForeignId } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import { importPartByNumberQuery } from "../queries/import-part";
import { importedPageByIdQuery, importRowCountOfDayQuery } from "../queries/import-rows";
import { moveThingKey } from "../rules/foreign-ids";
import { importRowsDay } from "../rules/import-bounds";
import type { ExistingThing } from "../rules/import-facts";
import type { MoveDocument } from "../rules/move-document";
import { type MoveThing, moveThings } from "../rules/move-things";
import type { MovedNoun } from "../rules/moved-nouns";
import type { PlannedImportThing } from "../rules/planned-thing";
import type { ImportStepEntry } from "../rules/step-costs";
import { openImportPart } from "./document-parts";
import { importWriterByNoun } from "./writers/all-writers";

export type ImportedPageRow = Awaited<ReturnType<typeof importedPageByIdQuery>>[number];

/** The part of the document that a step applies, with its plan. */
export interface ImportApplyPart {
  page: ImportedPageRow | undefined;
  document: MoveDocument;
  things: readonly PlannedImportThing[];
  /** Rows that all imports have written today. */
  rowsToday: number;
}

/** Reads the part at the job's place; null when it is not there, or its key is not set any more. */
export async function readImportApplyPart(ctx: Ctx, job: ImportJobRow): Promise<ImportApplyPart | null> {
  const { id, pageId, place } = job;
  const [[page], [documentRow], [planRow], [today]] = await readBatch(
    ctx,
    importedPageByIdQuery(ctx, pageId),
    importPartByNumberQuery(ctx, id, "document", place.part),
    importPartByNumberQuery(ctx, id, "plan", place.part),
    importRowCountOfDayQuery(ctx, importRowsDay(ctx.now())),
  );
  const [document, things] = await Promise.all([
    documentRow ? openImportPart<MoveDocument>(ctx, documentRow) : null,
    planRow ? openImportPart<PlannedImportThing[]>(ctx, planRow) : null,
  ]);
  return document && things ? { page, document, things, rowsToday: today?.rows ?? 0 } : null;
}

/** Facts that the entries of a step are written on, as they are now and not as they were planned. */
export interface ImportApplyFacts {
  /** Rows of the table of ids by the keys of their things. */
  known: ReadonlyMap<string, StoredForeignId>;
  /** Versions of things that are here, by noun and our id. */
  versions: ReadonlyMap<string, number>;
  /** Things of the part by their keys; of what came twice the first counts. */
  things: ReadonlyMap<string, MoveThing>;
}

export const existingThingKey = (noun: MovedNoun, ourId: string): string => `${noun}:${ourId}`;

function thingsByKey(document: MoveDocument): Map<string, MoveThing> {
  const things = new Map<string, MoveThing>();
  for (const each of moveThings(document)) if (!things.has(moveThingKey(each))) things.set(moveThingKey(each), each);
  return things;
}

/** Returns our ids of the things, by noun, of which the step has to know whether they are here, and in which version. */
function idsToLookAt(
  entries: readonly ImportStepEntry[],
  references: readonly MovedNoun[],
): [noun: MovedNoun, ids: string[]][] {
  const ids = new Map<MovedNoun, string[]>(references.map((noun) => [noun, []]));
  for (const { action, planned, ourId, updates } of entries) {
    const isGoingOn = action === "make" && updates.from > 0;
    if (action !== "change" && !isGoingOn) continue;
    const known = ids.get(planned.noun);
    if (known) known.push(ourId);
    else ids.set(planned.noun, [ourId]);
  }
  return [...ids];
}

async function readVersions(ctx: Ctx, pageId: string, [noun, ids]: [MovedNoun, string[]]) {
  const here: ExistingThing[] = await importWriterByNoun[noun].readHere(ctx, pageId, ids);
  return here.map(({ id, version }) => [existingThingKey(noun, id), version] as const);
}

/** Reads what the entries of a step are about: their rows of ids, what they name, and the versions that are here. */
export async function readImportApplyFacts(
  ctx: Ctx,
  { pageId, origin }: ImportJobRow,
  document: MoveDocument,
  entries: readonly ImportStepEntry[],
): Promise<ImportApplyFacts> {
  const things = thingsByKey(document);
  const references = entries.flatMap(({ planned }) => things.get(moveThingKey(planned))?.references ?? []);
  const nouns = [...new Set(references.map(({ noun }) => noun))];
  const keys = new Map(
    [...entries.map(({ planned }) => planned), ...references].map((each) => [moveThingKey(each), each]),
  );
  const [[rows], ...versions] = await Promise.all([
    readBatch(ctx, foreignIdsOfThingsQuery(ctx, pageId, origin, [...keys.values()])),
    ...idsToLookAt(entries, nouns).map((each) => readVersions(ctx, pageId, each)),
  ]);
  return {
    things,
    known: new Map(rows.map((row) => [moveThingKey({ noun: row.kind, theirId: row.theirId }), row])),
    versions: new Map(versions.flat()),
  };
}
