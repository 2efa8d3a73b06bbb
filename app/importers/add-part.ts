import { authorizeAndParse } from "~/change/authorize-and-parse";
import { commitChangeWithRetry } from "~/change/commit-with-retry";
import { commitPlan } from "~/commit/commit";
import { readBatch } from "~/db/read";
import { importJobTable } from "~/db/schema";
import { updateRowsStatements } from "~/db/write";
import { fail, missingFailure, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { fillImportParts } from "./engine/fill-parts";
import {
  importChangeTarget,
  importJobVersionExpectation,
  importNotReadyFailure,
  importUnusableFailure,
} from "./import-access";
import { importJobByIdQuery } from "./queries/import-job";
import { writePartStatements } from "./queries/import-part";
import { type AddImportPartInput, addImportPartInputSchema, maxSentImportPartBytes } from "./rules/import-input";
import { importReadingStateOf } from "./rules/reading-state";

/**
 * Adds a part to the document of an import that waits for parts; one that is sent again changes nothing, as things are
 * known by their ids. It has no audit entry of its own: the import has one. Failures: conflict (`not_ready`), invalid,
 * missing, too_large.
 */
export async function addImportPart(
  ctx: Ctx,
  given: AddImportPartInput,
): Promise<Result<{ id: string; parts: number }>> {
  const { role } = importChangeTarget;
  const authorized = authorizeAndParse(ctx, { role, input: addImportPartInputSchema }, given);
  if (!authorized.ok) return authorized;
  const { pageId, id, part } = authorized.value.input;
  if (new TextEncoder().encode(JSON.stringify(part)).length > maxSentImportPartBytes)
    return fail({ name: "too_large", limit: maxSentImportPartBytes });
  return commitChangeWithRetry(ctx, async () => {
    const [[job]] = await readBatch(ctx, importJobByIdQuery(ctx, pageId, id));
    if (!job) return missingFailure;
    if (job.state !== "uploading") return importNotReadyFailure;
    const state = importReadingStateOf(job.readState);
    const filled = await fillImportParts(ctx, job, state.fill, part);
    if (!filled.ok) return importUnusableFailure("part", filled.refusal);
    const parts = filled.fill.keys.length;
    const next = {
      id,
      readState: { ...state, fill: filled.fill },
      parts,
      done: filled.fill.things,
      updatedAt: ctx.now(),
    };
    const changes = [...writePartStatements(filled.rows), ...updateRowsStatements(importJobTable, pageId, [next])];
    await commitPlan(ctx, { id: ctx.id(), pageId, expect: [importJobVersionExpectation(job)], changes });
    return ok({ id, parts });
  });
}
