import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { deleteForeignIdsStatements, deleteFormerIdsStatements, foreignIdsOfImportQuery } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import { subscribersOfImportQuery } from "../queries/imported-subscriber";
import type { ForeignIdNoun } from "../rules/foreign-ids";
import { estimatedImportRows, undoPortionOf } from "../rules/import-bounds";
import { importIdPrefix } from "../rules/import-ids";
import type { ImportPlace } from "../rules/import-job";
import { type ImportUndo, planImportUndo } from "../rules/import-undo";
import type { MovedNoun } from "../rules/moved-nouns";
import type { ImportStepPlan } from "./job-step";
import type { RemovableImportThing } from "./noun-writer";
import { importWriterByNoun } from "./writers/all-writers";

/** Most things that the record of an undo lists by name; it counts the others. */
const maxLeftThings = 100;

export const importUndoPlaceOfNextPhase = ({ part }: ImportPlace): ImportPlace => ({
  part: part + 1,
  step: 0,
  stage: "things",
  cursor: "",
});

/** Returns the columns in which the job lists for people what was left. */
export const importUndoLeftColumns = (job: ImportJobRow, left: ImportUndo["left"]) => ({
  undoLeft: [...(job.undoLeft ?? []), ...left].slice(0, maxLeftThings),
  undoLeftCount: job.undoLeftCount + left.length,
});

/** Returns the columns of the job after a portion. */
function columnsAfter(job: ImportJobRow, { takenBack, left }: ImportUndo, place: ImportPlace) {
  return {
    place,
    done: job.done + takenBack.length + left.length,
    ...importUndoLeftColumns(job, left),
  };
}

async function removalStatements(
  ctx: Ctx,
  pageId: string,
  noun: MovedNoun,
  here: readonly RemovableImportThing[],
  { takenBack }: ImportUndo,
) {
  const ids = new Set(takenBack.map(({ ourId }) => ourId));
  const things = here.filter(({ id }) => ids.has(id));
  return things.length > 0 ? importWriterByNoun[noun].remove(ctx, pageId, things) : [];
}

/** Takes back a portion of the things of one noun. */
export async function planImportNounUndoStep(
  ctx: Ctx,
  job: ImportJobRow,
  kind: ForeignIdNoun,
): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const limit = undoPortionOf(ctx.config.plan, kind);
  const portion = { pageId, origin, importId, kind, after: place.cursor, limit };
  const [rows] = await readBatch(ctx, foreignIdsOfImportQuery(ctx, portion));
  const last = rows.at(-1);
  if (!last) return { columns: { place: importUndoPlaceOfNextPhase(place) } };
  const here = await importWriterByNoun[kind].readRemovable(
    ctx,
    pageId,
    rows.map(({ ourId }) => ourId),
  );
  const undo = planImportUndo({
    importId,
    foreignIds: rows,
    here: here.map((each) => ({ ...each, noun: kind })),
    subscribers: [],
  });
  const forgotten = new Set(undo.forgotten.map(({ theirId }) => theirId));
  const next =
    rows.length < limit ? importUndoPlaceOfNextPhase(place) : { ...place, step: place.step + 1, cursor: last.theirId };
  return {
    changes: [
      ...(await removalStatements(ctx, pageId, kind, here, undo)),
      ...deleteForeignIdsStatements(
        pageId,
        rows.filter(({ theirId }) => forgotten.has(theirId)),
      ),
      ...deleteFormerIdsStatements(
        pageId,
        importId,
        undo.forgotten.map(({ ourId }) => ourId),
      ),
    ],
    rows: estimatedImportRows(kind, undo.takenBack.length),
    columns: columnsAfter(job, undo, next),
  };
}

/**
 * Takes back a portion of the subscribers. They have no row of ids and are found by how their ids begin: parts of the
 * document may be lost by then. One who has subscribed here anew since came by no import any more, and stays.
 */
export async function planImportSubscriberUndoStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const limit = undoPortionOf(ctx.config.plan, "subscriber");
  const portion = { pageId, idStart: importIdPrefix(job), after: place.cursor, limit };
  const [rows] = await readBatch(ctx, subscribersOfImportQuery(ctx, portion));
  const last = rows.at(-1);
  if (!last) return { columns: { place: importUndoPlaceOfNextPhase(place) } };
  const ids = rows.map(({ id }) => id);
  const imported = new Set(rows.filter(({ importedFrom }) => importedFrom === origin).map(({ id }) => id));
  const here = await importWriterByNoun.subscriber.readRemovable(ctx, pageId, ids);
  const subscribers = here.map(({ id, name, version }) => {
    return { id, address: name, hasChangedSince: version !== 0 || !imported.has(id) };
  });
  const undo = planImportUndo({ importId, foreignIds: [], here: [], subscribers });
  const next =
    rows.length < limit ? importUndoPlaceOfNextPhase(place) : { ...place, step: place.step + 1, cursor: last.id };
  return {
    changes: await removalStatements(ctx, pageId, "subscriber", here, undo),
    rows: estimatedImportRows("subscriber", undo.takenBack.length),
    columns: columnsAfter(job, undo, next),
  };
}
