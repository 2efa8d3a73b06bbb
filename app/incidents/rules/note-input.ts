import { z } from "zod";
import { fail } from "~/failures/failure";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas } from "~/fields/field-bounds";
import { commitIdInputShape, idTextSchema, pageIdInputShape, versionInputShape } from "~/fields/text-inputs";
import { leadFields, privateNoteFields } from "./fields";

/** Most notes of an incident, because all of them are in its timeline. */
export const maxNotesPerIncident = 200;

export const tooManyNotesFailure = fail({
  name: "conflict",
  code: "too_many",
  detail: refusalFor("incident.notes_limit", { most: maxNotesPerIncident }),
});

/** Text of a note, which may not be empty. */
const text = changeFieldSchemas(privateNoteFields)
  .body.unwrap()
  .refine((given) => given.trim() !== "", refusalFor("value.required"));

const ofIncident = { ...pageIdInputShape, ...commitIdInputShape, incidentId: idTextSchema };

export const addIncidentNoteInputSchema = z.object({ ...ofIncident, body: text });
export type AddIncidentNoteInput = z.input<typeof addIncidentNoteInputSchema>;

/** `id` and `version` are the note's. */
const target = { ...ofIncident, ...versionInputShape, id: idTextSchema };

export const incidentNoteTargetInputSchema = z.object(target);
export type IncidentNoteTargetInput = z.input<typeof incidentNoteTargetInputSchema>;

export const editIncidentNoteInputSchema = z.object({ ...target, body: text });
export type EditIncidentNoteInput = z.input<typeof editIncidentNoteInputSchema>;

const personOrNobody = idTextSchema.nullable();

/** Input of a change of the lead; `version` is the incident's. */
export const changeLeadInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...versionInputShape,
  id: idTextSchema,
  leadId: personOrNobody,
  /** The lead as the form showed it; absent when the request has read none. */
  shownLeadId: personOrNobody.optional(),
  note: changeFieldSchemas({ note: leadFields.note })
    .note.unwrap()
    .transform((text) => text.trim())
    .default(""),
});
export type ChangeLeadInput = z.input<typeof changeLeadInputSchema>;
