import { changeOne } from "~/change/change-one";
import type { ChangeResult } from "~/change/change-result";
import { incidentNote } from "~/db/schema";
import { deleteRows } from "~/db/write";
import { ok, type Result } from "~/failures/failure";
import type { Ctx } from "~/platform/ctx";
import { type NoteTarget, noteTarget } from "../rules/note-input";
import { noteAccess, permitNote } from "./note-access";

export type { NoteTarget };

/** Deletes a note; the audit log keeps it. Failures: forbidden, conflict, missing. */
export const deleteNote = (ctx: Ctx, given: NoteTarget): Promise<Result<ChangeResult>> =>
  changeOne(ctx, { ...noteAccess, input: noteTarget }, given, ({ row }) => {
    const may = permitNote(ctx, row);
    if (!may.ok) return may;
    const { id, pageId, incidentId, body } = row;
    return ok({
      action: "incident.note_delete",
      changes: deleteRows(incidentNote, pageId, [{ id }]),
      before: { incidentId, body },
    });
  });
