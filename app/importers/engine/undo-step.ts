import { requestSettleStatement } from "~/clock/wishes/queries/wish";
import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { deletePartsStatement } from "../queries/import-part";
import { commitImportStep, commitLastImportStep, type ImportStepPlan } from "./job-step";
import { planImportRestatementUndoStep } from "./past-days";
import { mustWaitForRowsOfNextDay, planUntilNextRowsDay, undoneImportDueAt } from "./rows-day";
import type { ImportStepOutcome } from "./step-outcome";
import { type ImportUndoPhase, importUndoPhases } from "./undo-phases";
import { importUndoPlaceOfNextPhase, planImportNounUndoStep, planImportSubscriberUndoStep } from "./undo-things";
import { showImportedStatements } from "./writers/component";

/** Puts back a share of the days of the past. */
async function planDaysUndoStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepPlan> {
  const { id: importId, pageId, origin, place } = job;
  const { next, ...statements } = await planImportRestatementUndoStep(ctx, { pageId, importId, origin }, place.cursor);
  const after = next === null ? importUndoPlaceOfNextPhase(place) : { ...place, step: place.step + 1, cursor: next };
  return { ...statements, columns: { place: after } };
}

function planPhaseStep(ctx: Ctx, job: ImportJobRow, phase: ImportUndoPhase): Promise<ImportStepPlan> {
  if (phase === "subscriber") return planImportSubscriberUndoStep(ctx, job);
  return phase === "days" ? planDaysUndoStep(ctx, job) : planImportNounUndoStep(ctx, job, phase);
}

/** Ends the undo: visitors see the page as it is now, with what was left, and what was read is forgotten. */
const endUndo = (ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> =>
  commitLastImportStep(ctx, job, {
    changes: [
      ...showImportedStatements(job.pageId, job.id),
      requestSettleStatement(job.pageId, ctx.now(), false),
      deletePartsStatement(job.id),
    ],
    columns: {
      state: "undone",
      undoneAt: ctx.now(),
      dueAt: undoneImportDueAt(ctx),
      place: { ...job.place, stage: "end" },
    },
  });

/** Takes one step of an undo: from the last noun to the first. */
export async function runImportUndoStep(ctx: Ctx, job: ImportJobRow): Promise<ImportStepOutcome> {
  const phase = importUndoPhases[job.place.part];
  if (!phase) return endUndo(ctx, job);
  const plan = await planPhaseStep(ctx, job, phase);
  const waits = await mustWaitForRowsOfNextDay(ctx, plan.rows ?? 0);
  return commitImportStep(ctx, job, waits ? planUntilNextRowsDay(ctx) : plan);
}
