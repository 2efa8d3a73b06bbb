import { z } from "zod";
import { said } from "~/failures/refusal";
import { changeBounds } from "~/fields/field-bounds";
import { committed, idText, ofPage, versioned } from "~/fields/text";
import { noteFields } from "./fields";

/** Most notes of an incident, because all of them are in its timeline. */
export const notesAtMost = 200;

/** Text of a note, which may not be empty. */
const text = changeBounds(noteFields)
  .body.unwrap()
  .refine((given) => given.trim() !== "", said("value.required"));

const ofIncident = { ...ofPage, ...committed, incidentId: idText };

export const addNoteInput = z.object({ ...ofIncident, body: text });
export type AddNoteInput = z.input<typeof addNoteInput>;

/** `id` and `version` are the note's. */
const target = { ...ofIncident, ...versioned, id: idText };

export const noteTarget = z.object(target);
export type NoteTarget = z.input<typeof noteTarget>;

export const editNoteInput = z.object({ ...target, body: text });
export type EditNoteInput = z.input<typeof editNoteInput>;
