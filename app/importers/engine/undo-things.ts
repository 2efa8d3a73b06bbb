import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { foreignIdsOfImport, forgetForeignIds } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import type { TrackedNoun } from "../rules/foreign-ids";
import { estimatedImportRows, undoPortionOf } from "../rules/import-bounds";
import type { ImportPlace } from "../rules/import-job";
import { type ImportUndo, importUndo } from "../rules/import-undo";
import type { MovedNoun } from "../rules/move-document";
import { readApplyPart } from "./apply-facts";
import { importIdMaker } from "./import-ids";
import type { ImportStepPlan } from "./job-step";
import type { RemovableThing } from "./noun-writer";
import { nounWriters } from "./writers/all-writers";

/** Most things that the record of an undo lists by name; it counts the others. */
const maxLeftThings = 100;

export const placeOfNextPhase = ({ part }: ImportPlace): ImportPlace => ({
  part: part + 1,
  step: 0,
  stage: "things",
  cursor: "",
});

/** Returns the columns of the job after a portion: what it left is listed for people. */
function columnsAfter(job: ImportJobRow, { takenBack, left }: ImportUndo, place: ImportPlace) {
  return {
    place,
    done: job.done + takenBack.length + left.length,
    undoLeft: [...(job.undoLeft ?? []), ...left].slice(0, maxLeftThings),
    undoLeftCount: job.undoLeftCount + left.length,
  };
}

async function removalStatements(
  ctx: Ctx,
  pageId: string,
  noun: MovedNoun,
  here: readonly RemovableThing[],
  { takenBack }: ImportUndo,
) {
  const ids = new Set(takenBack.map(({ ourId }) => ourId));
  const things = here.filter(({ id }) => ids.has(id));
  return things.length > 0 ? nounWriters[noun].remove(ctx, pageId, things) : [];
}

/** Takes back a portion of the things of one noun. */
export async function planNounUndoStep(ctx: Ctx, job: ImportJobRow, kind: TrackedNoun): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const limit = undoPortionOf(ctx.config.plan, kind);
  const portion = { pageId, origin, importId, kind, after: place.cursor, limit };
  const [rows] = await readBatch(ctx, foreignIdsOfImport(ctx, portion));
  const last = rows.at(-1);
  if (!last) return { columns: { place: placeOfNextPhase(place) } };
  const here = await nounWriters[kind].readRemovable(
    ctx,
    pageId,
    rows.map(({ ourId }) => ourId),
  );
  const undo = importUndo({
    importId,
    foreignIds: rows,
    here: here.map((each) => ({ ...each, noun: kind })),
    subscribers: [],
  });
  const forgotten = new Set(undo.forgotten.map(({ theirId }) => theirId));
  const next = rows.length < limit ? placeOfNextPhase(place) : { ...place, step: place.step + 1, cursor: last.theirId };
  return {
    changes: [
      ...(await removalStatements(ctx, pageId, kind, here, undo)),
      ...forgetForeignIds(
        pageId,
        rows.filter(({ theirId }) => forgotten.has(theirId)),
      ),
    ],
    rows: estimatedImportRows(kind, undo.takenBack.length),
    columns: columnsAfter(job, undo, next),
  };
}

/** Takes back a portion of the subscribers of a part: they have no row of ids, and are found by what they were named. */
export async function planSubscriberUndoStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const { id: importId, pageId, place } = job;
  const part = await readApplyPart(ctx, job);
  const idOf = await importIdMaker(ctx, job);
  const made = (part?.things ?? []).filter(({ noun, verdict }) => noun === "subscriber" && verdict === "make");
  const from = Number(place.cursor);
  const limit = undoPortionOf(ctx.config.plan, "subscriber");
  const ids = made.slice(from, from + limit).map(({ theirId }) => idOf("subscriber", theirId));
  if (ids.length === 0) return { columns: { place: placeOfNextPhase(place) } };
  const here = await nounWriters.subscriber.readRemovable(ctx, pageId, ids);
  const subscribers = here.map(({ id, name, version }) => ({ id, address: name, hasChangedSince: version !== 0 }));
  const undo = importUndo({ importId, foreignIds: [], here: [], subscribers });
  const isOver = from + limit >= made.length;
  const next = isOver ? placeOfNextPhase(place) : { ...place, step: place.step + 1, cursor: String(from + limit) };
  return {
    changes: await removalStatements(ctx, pageId, "subscriber", here, undo),
    rows: estimatedImportRows("subscriber", undo.takenBack.length),
    columns: columnsAfter(job, undo, next),
  };
}
