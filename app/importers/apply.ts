import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { runImportAfterAnswer } from "./engine/run-after-answer";
import { importChangeTarget, importNotReadyFailure } from "./import-access";
import { firstImportPlace, type ImportCountsByNoun } from "./rules/import-job";
import { type ImportTargetInput, importTargetInputSchema } from "./rules/input";

const hasOpenConflicts = (counts: ImportCountsByNoun): boolean =>
  Object.values(counts).some(({ verdicts }) => verdicts.conflict > 0);

const openConflictsFailure = fail({ name: "conflict", code: "open_conflicts", detail: "import.conflicts" });

/**
 * Applies an import as its preview says: a job in steps, which begins after the answer and which ticks go on with.
 * Nobody is notified, and visitors see the page change once, at its end. Failures: conflict (`not_ready`,
 * `open_conflicts`), missing.
 */
export async function applyImport(ctx: Ctx, given: ImportTargetInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(ctx, { ...importChangeTarget, input: importTargetInputSchema }, given, ({ row }) => {
    if (row.state !== "preview" || row.counts === null) return importNotReadyFailure;
    if (hasOpenConflicts(row.counts)) return openConflictsFailure;
    const progress = { place: firstImportPlace, done: 0, dueAt: ctx.now(), notBefore: 0, tries: 0 };
    return ok({ action: "import.apply", fields: { state: "applying", ...progress }, after: { origin: row.origin } });
  });
  if (done.ok) runImportAfterAnswer(ctx, given.pageId, given.id);
  return done;
}
