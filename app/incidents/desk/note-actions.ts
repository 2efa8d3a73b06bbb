import { type PageDesk, param } from "~/ui/frame/desk";
import { answer, type Posted, typed } from "~/ui/parts/posted";
import { addNote } from "../notes/add";
import { deleteNote } from "../notes/delete";
import { editNote } from "../notes/edit";

/** Handles the actions on private notes, by the name of the button; null when the form is another one. */
export async function actOnNotes(desk: PageDesk, posted: Posted, here: string) {
  const { ctx, pageId } = desk;
  const { commitId, version, fields } = posted;
  const ofIncident = { pageId, incidentId: param(desk, "id"), commitId };
  const subject = { ...ofIncident, version, id: typed(fields, "noteId") };
  const body = typed(fields, "body");
  // A note's form without a pressed button saves.
  switch (posted.intent === posted.form && posted.form.startsWith("note-") ? "edit-note" : posted.intent) {
    case "note":
      return answer(posted, await addNote(ctx, { ...ofIncident, body }), here, "note-added");
    case "edit-note":
      return answer(posted, await editNote(ctx, { ...subject, body }), here, "note-saved");
    case "delete-note":
      return answer(posted, await deleteNote(ctx, subject), here, "note-deleted");
    default:
      return null;
  }
}
