import type { SqlStatement } from "~/db/write";
import type { Ctx } from "~/platform/ctx";
import type { ImportJobRow } from "../queries/import-job";
import { deletePartsStatement, writePartStatements } from "../queries/import-part";
import { firstImportPlace } from "../rules/import-job";
import { emptyMoveDocument } from "../rules/move-document-parts";
import { endedImportReadingState, type ImportReadingState } from "../rules/reading-state";
import { sealImportPartRow } from "./document-parts";
import { commitImportStep } from "./job-step";
import type { ImportStepOutcome } from "./step-outcome";

/** Returns the fields of a job whose document is complete: its settings are forgotten, and the plan begins. */
export const planningImportColumns = (now: number, state: ImportReadingState) => ({
  state: "planning" as const,
  settingsSealed: null,
  readState: { ...endedImportReadingState(state) },
  parts: state.fill.keys.length,
  place: firstImportPlace,
  counts: null,
  done: 0,
  dueAt: now,
});

/** Returns the statements that make part 0 where nothing was read, so that the plan finds one. */
export async function missingImportPartStatements(
  ctx: Ctx,
  { id, origin, parts }: Pick<ImportJobRow, "id" | "origin" | "parts">,
): Promise<SqlStatement[]> {
  return parts > 0
    ? []
    : writePartStatements([await sealImportPartRow(ctx, id, "document", 0, emptyMoveDocument(origin))]);
}

/** Ends the reading in one commit: uploaded files and settings are forgotten in it. */
export async function endImportReading(
  ctx: Ctx,
  job: ImportJobRow,
  state: ImportReadingState,
  changes: readonly SqlStatement[] = [],
): Promise<ImportStepOutcome> {
  const missing = changes.length > 0 ? [] : await missingImportPartStatements(ctx, job);
  const all = [...changes, ...missing, deletePartsStatement(job.id, "upload")];
  return commitImportStep(ctx, job, { changes: all, columns: planningImportColumns(ctx.now(), state) });
}
