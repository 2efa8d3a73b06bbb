import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeBounds } from "~/fields/field-bounds";
import { commitIdInput, idText, ofPage, versionInput } from "~/fields/text-inputs";
import { noteFields } from "./fields";

/** Most notes of an incident, because all of them are in its timeline. */
export const maxNotes = 200;

/** Text of a note, which may not be empty. */
const text = changeBounds(noteFields)
  .body.unwrap()
  .refine((given) => given.trim() !== "", refusalFor("value.required"));

const ofIncident = { ...ofPage, ...commitIdInput, incidentId: idText };

export const addNoteInput = z.object({ ...ofIncident, body: text });
export type AddNoteInput = z.input<typeof addNoteInput>;

/** `id` and `version` are the note's. */
const target = { ...ofIncident, ...versionInput, id: idText };

export const noteTarget = z.object(target);
export type NoteTarget = z.input<typeof noteTarget>;

export const editNoteInput = z.object({ ...target, body: text });
export type EditNoteInput = z.input<typeof editNoteInput>;
