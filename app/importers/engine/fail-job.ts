import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { deletePartsStatement } from "../queries/import-part";
import type { ImportRefusal } from "../rules/import-job";
import { commitImportStep } from "./job-step";
import type { ImportStepOutcome } from "./step-outcome";

/** Ends a job with the reason; its settings, files and document are forgotten in the same commit. */
export const failImportJob = (ctx: Ctx, job: ImportJobRow, refusal: ImportRefusal): Promise<ImportStepOutcome> =>
  commitImportStep(ctx, job, {
    changes: [deletePartsStatement(job.id)],
    columns: { state: "failed", refusal, settingsSealed: null, readState: null, dueAt: null },
    goesOn: false,
  });
