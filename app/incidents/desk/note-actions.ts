import { type PageDesk, param } from "~/ui/frame/desk";
import { answerForm, type PostedForm, typedText } from "~/ui/parts/posted-form";
import { addNote, deleteNote, editNote } from "../notes/verbs";

/** Handles the actions on private notes, by the name of the button; null when the form is another one. */
export async function actOnNotes(desk: PageDesk, posted: PostedForm, here: string) {
  const { ctx, pageId } = desk;
  const { commitId, version, fields } = posted;
  const ofIncident = { pageId, incidentId: param(desk, "id"), commitId };
  const subject = { ...ofIncident, version, id: typedText(fields, "noteId") };
  const body = typedText(fields, "body");
  // A note's form without a pressed button saves.
  switch (posted.intent === posted.form && posted.form.startsWith("note-") ? "edit-note" : posted.intent) {
    case "note":
      return answerForm(posted, await addNote(ctx, { ...ofIncident, body }), here, "note-added");
    case "edit-note":
      return answerForm(posted, await editNote(ctx, { ...subject, body }), here, "note-saved");
    case "delete-note":
      return answerForm(posted, await deleteNote(ctx, subject), here, "note-deleted");
    default:
      return null;
  }
}
