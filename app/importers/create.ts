import { personIdOfActor } from "~/access/actor";
import { withOtherFailures } from "~/change/and-also";
import { createOnce } from "~/change/create-one";
import { importJobTable, importPartTable } from "~/db/schema";
import { type InsertRow, insertRowsInPartsStatements, insertRowsStatements } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { runImportAfterAnswer } from "./engine/run-after-answer";
import { importBusyFailure } from "./import-access";
import { judgeOriginFields, type PreparedImport, prepareImport } from "./new-import";
import { busyImportOfPageQuery, guardNoBusyImportStatement } from "./queries/import-busy";
import { type CreateImportInput, createImportInputSchema } from "./rules/import-input";
import { firstImportPlace, noStoredImportChoices } from "./rules/import-job";

export type { CreateImportInput };

const jobRow = (
  ctx: Ctx,
  { pageId, id, timeZone }: { pageId: string; id: string; timeZone: string },
  { origin, url, fields, waitsForParts }: PreparedImport,
): InsertRow<typeof importJobTable> => ({
  id,
  pageId,
  origin,
  url,
  state: waitsForParts ? "uploading" : "reading",
  choices: { ...noStoredImportChoices, timeZone: timeZone || null },
  place: firstImportPlace,
  createdBy: personIdOfActor(ctx.actor),
  createdAt: ctx.now(),
  updatedAt: ctx.now(),
  ...fields,
});

/**
 * Starts an import of a page: files or an API are read, or a document is taken. Nothing of the page changes before it
 * is applied. Failures: invalid, conflict (`busy`: another import of the page is not finished).
 */
export async function createImport(ctx: Ctx, given: CreateImportInput): Promise<Result<{ id: string }>> {
  const done = await createOnce(
    ctx,
    {
      role: "owner",
      subject: "import",
      input: createImportInputSchema,
      facts: (_, { pageId }) => ({ busy: busyImportOfPageQuery(ctx, pageId) }),
      prepare: prepareImport,
    },
    given,
    ({ id, input: { pageId, timeZone = "" }, made, busy }) => {
      if (busy.length > 0) return importBusyFailure;
      const parts = made.rows.map((row) => ({ ...row, importJobId: id }));
      return ok({
        action: "import.create",
        guards: [guardNoBusyImportStatement(pageId)],
        changes: [
          ...insertRowsStatements(importJobTable, [jobRow(ctx, { pageId, id, timeZone }, made)]),
          ...insertRowsInPartsStatements(importPartTable, parts),
        ],
        after: { origin: made.origin },
      });
    },
  );
  const judged = await withOtherFailures(done, () => judgeOriginFields(ctx, given));
  if (!judged.ok) return judged;
  const { id } = judged.value;
  if (!given.awaitsParts) runImportAfterAnswer(ctx, given.pageId, id);
  return ok({ id });
}
