import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas } from "~/fields/field-bounds";
import { commitIdInput, idTextSchema, pageIdInput, versionInput } from "~/fields/text-inputs";
import { privateNoteFields } from "./fields";

/** Most notes of an incident, because all of them are in its timeline. */
export const maxNotesPerIncident = 200;

/** Text of a note, which may not be empty. */
const text = changeFieldSchemas(privateNoteFields)
  .body.unwrap()
  .refine((given) => given.trim() !== "", refusalFor("value.required"));

const ofIncident = { ...pageIdInput, ...commitIdInput, incidentId: idTextSchema };

export const addIncidentNoteInput = z.object({ ...ofIncident, body: text });
export type AddIncidentNoteInput = z.input<typeof addIncidentNoteInput>;

/** `id` and `version` are the note's. */
const target = { ...ofIncident, ...versionInput, id: idTextSchema };

export const incidentNoteTargetInput = z.object(target);
export type IncidentNoteTarget = z.input<typeof incidentNoteTargetInput>;

export const editIncidentNoteInput = z.object({ ...target, body: text });
export type EditIncidentNoteInput = z.input<typeof editIncidentNoteInput>;
