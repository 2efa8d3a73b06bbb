import { changeOneRow } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { takeOverImportStatements } from "./engine/take-over";
import { importChangeTarget, importNotReadyFailure } from "./import-access";
import { type ImportTargetInput, importTargetInputSchema } from "./rules/input";

/**
 * Lets the monitors of an import notify people: until then they run beside those of the origin. Nothing changes when it
 * was done already. Failures: conflict (`not_ready`), missing.
 */
export const takeOverImport = (ctx: Ctx, given: ImportTargetInput): Promise<Result<ChangeResult>> =>
  changeOneRow(ctx, { ...importChangeTarget, input: importTargetInputSchema }, given, ({ row }) => {
    if (row.state !== "applied") return importNotReadyFailure;
    if (row.takenOverAt !== null) return ok(null);
    const { id: importId, pageId, origin } = row;
    return ok({
      action: "import.take_over",
      fields: { takenOverAt: ctx.now() },
      changes: takeOverImportStatements(ctx, { pageId, importId, origin }),
      after: { origin },
    });
  });
