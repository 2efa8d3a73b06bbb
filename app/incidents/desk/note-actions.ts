import { type PageDeskRequest, routeParam } from "~/ui/frame/desk";
import { formResultResponse, type PostedForm, readPostedText } from "~/ui/parts/posted-form";
import { addIncidentNote, deleteIncidentNote, editIncidentNote } from "../notes/verbs";

/** Handles the actions on private notes, by the name of the button; null when the form is another one. */
export async function handleNotePost(desk: PageDeskRequest, posted: PostedForm, here: string) {
  const { ctx, pageId } = desk;
  const { commitId, version, fields } = posted;
  const ofIncident = { pageId, incidentId: routeParam(desk, "id"), commitId };
  const subject = { ...ofIncident, version, id: readPostedText(fields, "noteId") };
  const body = readPostedText(fields, "body");
  // A note's form without a pressed button saves.
  switch (posted.intent === posted.form && posted.form.startsWith("note-") ? "edit-note" : posted.intent) {
    case "note":
      return formResultResponse(posted, await addIncidentNote(ctx, { ...ofIncident, body }), here, "note-added");
    case "edit-note":
      return formResultResponse(posted, await editIncidentNote(ctx, { ...subject, body }), here, "note-saved");
    case "delete-note":
      return formResultResponse(posted, await deleteIncidentNote(ctx, subject), here, "note-deleted");
    default:
      return null;
  }
}
