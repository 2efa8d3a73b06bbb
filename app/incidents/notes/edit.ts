import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type EditNoteInput, editNoteInput } from "../rules/note-input";
import { noteAccess, permitNote } from "./note-access";

export type { EditNoteInput };

/** Changes a note's text; the audit log keeps the former one. Failures: invalid, forbidden, conflict, missing. */
export const editNote = (ctx: Ctx, given: EditNoteInput): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...noteAccess, input: editNoteInput }, given, ({ row, input: { body } }) => {
    const may = permitNote(ctx, row);
    if (!may.ok) return may;
    if (row.body === body) return ok(null);
    return ok({
      action: "incident.note_edit",
      fields: { body },
      before: { body: row.body },
      after: { incidentId: row.incidentId, body },
    });
  });
