import { authorizeAndParse } from "~/change/authorize-and-parse";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { importJobTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { missingImportPartStatements, planningImportColumns } from "./engine/end-reading";
import { runImportAfterAnswer } from "./engine/run-after-answer";
import { importChangeTarget, importJobVersionExpectation, importNotReadyFailure } from "./import-access";
import { importJobByIdQuery } from "./queries/import-job";
import { type ImportTargetInput, importTargetInputSchema } from "./rules/input";
import { importReadingStateOf } from "./rules/reading-state";

/**
 * Ends the upload of a document in parts; the preview is made then. Said again, it changes nothing. Failures: conflict
 * (`not_ready`), missing.
 */
export async function startImportReading(ctx: Ctx, given: ImportTargetInput): Promise<Result<{ id: string }>> {
  const { role } = importChangeTarget;
  const authorized = authorizeAndParse(ctx, { role, input: importTargetInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, id } = authorized.value.input;
  const done = await commitChangeWithRetry(ctx, async () => {
    const [[job]] = await readBatch(ctx, importJobByIdQuery(ctx, pageId, id));
    if (!job) return missingFailure;
    if (job.state === "planning" || job.state === "preview") return ok({ id });
    if (job.state !== "uploading") return importNotReadyFailure;
    const next = { id, ...planningImportColumns(ctx.now(), importReadingStateOf(job.readState)), updatedAt: ctx.now() };
    const changes = [
      ...(await missingImportPartStatements(ctx, job)),
      ...updateRowsStatements(importJobTable, pageId, [next]),
    ];
    await commitPlan(ctx, { id: ctx.id(), pageId, expect: [importJobVersionExpectation(job)], changes });
    return ok({ id });
  });
  if (done.ok) runImportAfterAnswer(ctx, pageId, id);
  return done;
}
