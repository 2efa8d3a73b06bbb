import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { fail, ok, type Result } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { dayMs } from "~/time/durations";
import { runImportAfterAnswer } from "./engine/run-after-answer";
import { importBusyFailure, importChangeTarget, importNotReadyFailure } from "./import-access";
import { busyImportOfPageQuery, guardNoBusyImportStatement } from "./queries/import-busy";
import type { ImportJobRow } from "./queries/import-job";
import { firstImportPlace, importUndoDays } from "./rules/import-job";
import { type ImportTargetInput, importTargetInputSchema } from "./rules/input";

/** True while an import that was applied at this time can be undone. */
const canBeUndone = (appliedAt: number | null, now: number): boolean =>
  appliedAt !== null && now < appliedAt + importUndoDays * dayMs;

const tooLateFailure = fail({
  name: "conflict",
  code: "undo_over",
  detail: refusalFor("import.undo_over", { most: importUndoDays }),
});

/** Returns why an import cannot be undone; null = it can. One that is being applied is stopped by it. */
function undoFailure({ id, state, appliedAt }: ImportJobRow, busy: readonly { id: string }[], now: number) {
  if (state === "applying") return null;
  if (state !== "applied") return importNotReadyFailure;
  if (!canBeUndone(appliedAt, now)) return tooLateFailure;
  return busy.some((each) => each.id !== id) ? importBusyFailure : null;
}

/**
 * Undoes an import: a job in steps takes back what it made and nobody touched since, and lists what it leaves. Failures:
 * conflict (`not_ready`, `undo_over`, `busy`), missing.
 */
export async function undoImport(ctx: Ctx, given: ImportTargetInput): Promise<Result<ChangeResult>> {
  const facts = (_: Ctx, { pageId }: ImportTargetInput) => ({ busy: busyImportOfPageQuery(ctx, pageId) });
  const verb = { ...importChangeTarget, input: importTargetInputSchema, facts };
  const done = await changeOneRow(ctx, verb, given, ({ row, busy }) => {
    const failure = undoFailure(row, busy, ctx.now());
    if (failure) return failure;
    const progress = { place: firstImportPlace, done: 0, dueAt: ctx.now(), notBefore: 0, tries: 0, reason: null };
    return ok({
      action: "import.undo",
      fields: { state: "undoing", ...progress, undoLeft: [], undoLeftCount: 0, refusal: null },
      guards: row.state === "applied" ? [guardNoBusyImportStatement(row.pageId)] : [],
      after: { origin: row.origin },
    });
  });
  if (done.ok) runImportAfterAnswer(ctx, given.pageId, given.id);
  return done;
}
