import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { runImportAfterAnswer } from "./engine/run-after-answer";
import { importChangeTarget, importNotReadyFailure } from "./import-access";
import { type ChooseForImportInput, chooseForImportInputSchema } from "./rules/import-input";
import { firstImportPlace, type StoredImportChoices } from "./rules/import-job";

/**
 * Chooses what an import brings; the preview is made again from the first part. Failures: conflict (another version,
 * `not_ready`), missing.
 */
export async function chooseForImport(ctx: Ctx, given: ChooseForImportInput): Promise<Result<ChangeResult>> {
  const done = await changeOneRow(
    ctx,
    { ...importChangeTarget, input: chooseForImportInputSchema },
    given,
    ({ row, fields }) => {
      if (row.state !== "preview" && row.state !== "planning") return importNotReadyFailure;
      const before = row.choices;
      const choices: StoredImportChoices = {
        untickedNouns: [...new Set(fields.untickedNouns ?? before.untickedNouns)],
        untickedThings: [...new Set(fields.untickedThings ?? before.untickedThings)],
        conflicts: fields.conflicts ?? before.conflicts,
        handKeptStartMs: fields.handKeptStart === undefined ? before.handKeptStartMs : fields.handKeptStart,
        timeZone: fields.timeZone === undefined ? before.timeZone : fields.timeZone || null,
      };
      return ok({
        action: "import.choose",
        fields: { choices, state: "planning", place: firstImportPlace, counts: null, done: 0, dueAt: ctx.now() },
        after: { origin: row.origin },
      });
    },
  );
  if (done.ok) runImportAfterAnswer(ctx, given.pageId, given.id);
  return done;
}
