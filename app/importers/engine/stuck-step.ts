import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { foreignIdsOfImport } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import type { ImportPlace, ImportRefusal } from "../rules/import-job";
import { placeAfterPart } from "../rules/import-place";
import { failJob } from "./fail-job";
import { commitImportStep, type ImportStepPlan } from "./job-step";
import type { ImportStepOutcome } from "./step-outcome";
import { undoPhases } from "./undo-phases";
import { leftColumns, placeOfNextPhase } from "./undo-things";

/** Failed tries after which a step is given up: about four hours. */
export const mostStepTries = 120;

/** Most things of a step that are listed as left. */
const mostLeftThings = 5000;

const refusalOf = ({ reason }: ImportJobRow, rest: string): ImportRefusal => ({
  code: "step_failed",
  message: `A step failed ${mostStepTries} times${reason ? ` (${reason})` : ""}. ${rest}`,
});

/** Goes on without the rest of the stage; null at the end, which is tried for as long as it takes. */
function afterApplyStage({ place, parts, ...job }: ImportJobRow): ImportStepPlan | null {
  const next: Record<ImportPlace["stage"], ImportPlace | null> = {
    things: placeAfterPart({ ...place, part: parts }, parts),
    days: { ...place, step: 0, stage: "end", cursor: "" },
    end: null,
  };
  const refusal = refusalOf({ ...job, place, parts }, "The rest of it did not come. Run the import again, or undo it.");
  const after = next[place.stage];
  return after && { columns: { place: after, refusal } };
}

/** Goes on with the next phase of an undo, and lists what this one leaves; null at the end. */
async function afterUndoPhase(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan | null> {
  const { id: importId, pageId, origin, place } = job;
  const phase = undoPhases[place.part];
  if (!phase) return null;
  const kind = phase === "days" || phase === "subscriber" ? null : phase;
  const portion = { pageId, origin, importId, after: place.cursor, limit: mostLeftThings };
  const [rows] = kind ? await readBatch(ctx, foreignIdsOfImport(ctx, { ...portion, kind })) : [[]];
  const left = rows.map(({ kind: noun, ourId, theirId }) => ({
    noun,
    ourId,
    name: theirId,
    reason: "failed" as const,
  }));
  const refusal = refusalOf(job, "Something that the import brought may have stayed. Remove it by hand.");
  return { columns: { ...leftColumns(job, left), place: placeOfNextPhase(place), refusal } };
}

/** Gives up a step that fails again and again, so that it does not hold the page for ever; null = it is tried again. */
export async function leaveStuckStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome | null> {
  switch (job.state) {
    case "reading":
    case "planning":
      return failJob(ctx, job, refusalOf(job, "Nothing was changed. Start the import again."));
    case "applying": {
      const plan = afterApplyStage(job);
      return plan && commitImportStep(ctx, job, plan);
    }
    case "undoing": {
      const plan = await afterUndoPhase(ctx, job);
      return plan && commitImportStep(ctx, job, plan);
    }
    default:
      return null;
  }
}
