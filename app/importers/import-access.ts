import { importJobTable } from "~/db/schema";
import { fail, invalidFieldFailure } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import type { Ctx } from "~/platform/ctx";
import { type ImportJobRow, importJobByIdQuery } from "./queries/import-job";
import type { ImportRefusal } from "./rules/import-job";

/** Definition of an import for the commands that change it. */
export const importChangeTarget = {
  role: "owner",
  subject: "import",
  table: importJobTable,
  row: (ctx: Ctx, { pageId, id }: { pageId: string; id: string }) => importJobByIdQuery(ctx, pageId, id),
  show: ({ id, state, choices, version }: ImportJobRow) => ({ id, state, choices, version }),
} as const;

/** Failure of an act for which the job is in the wrong state. */
export const importNotReadyFailure = fail({
  name: "conflict",
  code: "not_ready",
  detail: refusalFor("import.not_ready"),
});

/** Failure of a second import of a page. */
export const importBusyFailure = fail({ name: "conflict", code: "busy", detail: refusalFor("import.busy") });

/** Failure of a field with the words of the reader, which are English. */
export const importUnusableFailure = (field: string, { code, message }: ImportRefusal) =>
  invalidFieldFailure(field, refusalFor("import.unusable", { message }), code);

/** Expects an import as it was read, so that of two changes one is decided again. */
export const importJobVersionExpectation = ({ id, version }: Pick<ImportJobRow, "id" | "version">) => ({
  table: importJobTable,
  rows: [{ id, version }],
});
