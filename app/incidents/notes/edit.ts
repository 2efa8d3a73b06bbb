import type { Done } from "~/change/answers";
import { changeOne } from "~/change/change-one";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type EditNoteInput, editNoteInput } from "../rules/note-input";
import { oneNote, permitNote } from "./one";

export type { EditNoteInput };

/** Changes a note's text; the audit log keeps the former one. Failures: invalid, forbidden, conflict, missing. */
export const editNote = (ctx: Ctx, given: EditNoteInput): Promise<Result<Done>> =>
  changeOne(ctx, { ...oneNote, input: editNoteInput }, given, ({ row, input: { body } }) => {
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
