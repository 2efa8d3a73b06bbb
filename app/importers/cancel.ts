import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { importChangeTarget, importNotReadyFailure } from "./import-access";
import { deletePartsStatement } from "./queries/import-part";
import type { ImportState } from "./rules/import-job";
import { type ImportTargetInput, importTargetInputSchema } from "./rules/input";

const states: readonly ImportState[] = ["uploading", "reading", "planning", "preview", "failed"];

/**
 * Cancels an import before it is applied: its settings, files and document are deleted. Failures: conflict
 * (`not_ready`), missing.
 */
export const cancelImport = (ctx: Ctx, given: ImportTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...importChangeTarget, input: importTargetInputSchema }, given, ({ row }) => {
    if (row.state === "canceled") return ok(null);
    if (!states.includes(row.state)) return importNotReadyFailure;
    return ok({
      action: "import.cancel",
      fields: { state: "canceled", settingsSealed: null, readState: null, dueAt: null },
      changes: [deletePartsStatement(row.id)],
      before: { origin: row.origin },
    });
  });
