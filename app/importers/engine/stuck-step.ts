import { readBatch } from "~/db/read";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { foreignIdsOfImportQuery } from "../queries/foreign-id";
import type { ImportJobRow } from "../queries/import-job";
import { type ImportPlace, type ImportRefusal, importUndoDays } from "../rules/import-job";
import { importPlaceAfterPart } from "../rules/import-place";
import { failImportJob } from "./fail-job";
import { commitImportStep, type ImportStepPlan } from "./job-step";
import { undoneImportDueAt } from "./rows-day";
import type { ImportStepOutcome } from "./step-outcome";
import { importUndoPhases } from "./undo-phases";
import { importUndoLeftColumns, importUndoPlaceOfNextPhase } from "./undo-things";

/** Failed tries after which a step is given up: about four hours. */
export const maxImportStepTries = 120;

/** Most things of a step that are listed as left. */
const mostLeftThings = 5000;

const refusalOf = ({ reason }: ImportJobRow, rest: string): ImportRefusal => ({
  code: "step_failed",
  message: `A step failed ${maxImportStepTries} times${reason ? ` (${reason})` : ""}. ${rest}`,
});

/** Returns the refusal of a job that ends without its last commit, after what was given up before. */
function lastRefusalOf(job: ImportJobRow, rest: string): ImportRefusal {
  const { code, message } = refusalOf(job, rest);
  return { code, message: job.refusal ? `${job.refusal.message} ${message}` : message };
}

/** Ends applying without its last commit, of which something fails: the job’s row alone is written. */
function endWithoutShowing(now: number, job: ImportJobRow): ImportStepPlan {
  const refusal = lastRefusalOf(job, "Visitors do not see what came yet. Run the import again, or undo it.");
  const end = { state: "applied", appliedAt: now, dueAt: now + importUndoDays * dayMs } as const;
  return { columns: { ...end, refusal }, goesOn: false };
}

/** Goes on without the rest of the stage, or ends. */
function afterApplyStage(now: number, job: ImportJobRow): ImportStepPlan {
  const { place, parts } = job;
  if (place.stage === "end") return endWithoutShowing(now, job);
  const after: ImportPlace =
    place.stage === "things"
      ? importPlaceAfterPart({ ...place, part: parts }, parts)
      : { ...place, step: 0, stage: "end", cursor: "" };
  const refusal = refusalOf(job, "The rest of it did not come. Run the import again, or undo it.");
  return { columns: { place: after, refusal } };
}

/** Ends an undo without its last commit; the parts that it would have deleted are forgotten as after an import. */
function endUndoAlone(ctx: Ctx, job: ImportJobRow): ImportStepPlan {
  const now = ctx.now();
  const refusal = lastRefusalOf(job, "Visitors see the page as it is now with its next change.");
  return { columns: { state: "undone", undoneAt: now, dueAt: undoneImportDueAt(ctx) ?? now, refusal }, goesOn: false };
}

/** Goes on with the next phase of an undo, and lists what this one leaves; after the last one it ends. */
async function afterUndoPhase(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const phase = importUndoPhases[place.part];
  if (!phase) return endUndoAlone(ctx, job);
  const kind = phase === "days" || phase === "subscriber" ? null : phase;
  const portion = { pageId, origin, importId, after: place.cursor, limit: mostLeftThings };
  const [rows] = kind ? await readBatch(ctx, foreignIdsOfImportQuery(ctx, { ...portion, kind })) : [[]];
  const left = rows.map(({ kind: noun, ourId, theirId }) => ({
    noun,
    ourId,
    name: theirId,
    reason: "failed" as const,
  }));
  const refusal = refusalOf(job, "Something that the import brought may have stayed. Remove it by hand.");
  return { columns: { ...importUndoLeftColumns(job, left), place: importUndoPlaceOfNextPhase(place), refusal } };
}

/** Gives up a step that fails again and again, so that it does not hold the page for ever; null = nothing holds it. */
export async function giveUpStuckImportStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome | null> {
  switch (job.state) {
    case "reading":
    case "planning":
      return failImportJob(ctx, job, refusalOf(job, "Nothing was changed. Start the import again."));
    case "applying":
      return commitImportStep(ctx, job, afterApplyStage(ctx.now(), job));
    case "undoing":
      return commitImportStep(ctx, job, await afterUndoPhase(ctx, job));
    default:
      return null;
  }
}
