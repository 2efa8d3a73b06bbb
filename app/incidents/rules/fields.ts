import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields } from "~/fields/fields";
import { optionField } from "~/fields/typed-fields";
import { incidentStatuses } from "./incident";
import { fieldWords } from "./words/words";

const told = withFieldWords(fieldWords, "incident", {
  title: { kind: "line", required: true, api: "name" },
  impactOverride: optionField({ choices: ["critical", "major", "minor", "none"] }),
  components: { kind: "statuses" },
  status: choiceField({ choices: incidentStatuses, initial: "investigating" }),
}) satisfies Fields;

const { title, impactOverride, components, status } = told;

/** Fields in the head of an incident. */
export const incidentFields = { title, impactOverride, components } as const satisfies Fields;

export const openIncidentStatuses = ["investigating", "identified", "monitoring"] as const;

/** The statuses in the order of an incident's course. */
export const incidentStatusField = status;

/** Status of an open incident, which only an update resolves. */
export const openIncidentStatusField = { ...status, choices: openIncidentStatuses } as const;

const optionalImpact = { ...impactOverride, optional: true } as const;

/**
 * Field for the time of the next update, which visitors want most while they wait. Only the newest update's promise
 * counts.
 */
export const nextUpdateFields = withFieldWords(fieldWords, "update", {
  nextMinutes: {
    kind: "number",
    unit: "minutes",
    initial: null,
    optional: true,
    least: 1,
    most: 10_080,
    usual: [15, 30, 60, 120, 240],
  },
}) satisfies Fields;

/** Fields of a new incident. */
export const newIncidentFields = withFieldWords(fieldWords, "opening", {
  title: { kind: "line", required: true, api: "name" },
  status: openIncidentStatusField,
  body: { kind: "markdown", required: true },
  components: { kind: "statuses" },
  impactOverride: optionalImpact,
  nextMinutes: nextUpdateFields.nextMinutes,
  startedAt: { kind: "moment" },
}) satisfies Fields;

/** Fields of an incident in the past; its updates have their own fields. */
export const incidentBackfillFields = withFieldWords(fieldWords, "backfill", {
  title: newIncidentFields.title,
  startedAt: { kind: "moment", required: true },
  endsAt: { kind: "moment", required: true, api: "resolved_at" },
  components: { kind: "statuses" },
  impactOverride: optionalImpact,
  resolution: { kind: "text", rows: 3, longest: 25_000 },
}) satisfies Fields;

/** Fields of an update; the update with the status resolved is the last. */
export const incidentUpdateFields = withFieldWords(fieldWords, "update", {
  status,
  body: { kind: "markdown", required: true, rows: 5 },
  components,
  nextMinutes: nextUpdateFields.nextMinutes,
}) satisfies Fields;

/** Fields of a draft, published with it or saved for later. */
export const incidentDraftFields = withFieldWords(fieldWords, "opening", {
  title: newIncidentFields.title,
  status: openIncidentStatusField,
  body: newIncidentFields.body,
  components: newIncidentFields.components,
  impactOverride: optionalImpact,
  nextMinutes: nextUpdateFields.nextMinutes,
}) satisfies Fields;

/** Fields to correct an update of an incident or a maintenance. */
export const updateCorrectionFields = withFieldWords(fieldWords, "correction", {
  body: { kind: "markdown", required: true },
  shownAt: { kind: "moment", required: true, api: "display_at" },
}) satisfies Fields;

/** Fields of a private note: plain text, so that pasted text stays as it is. */
export const privateNoteFields = withFieldWords(fieldWords, "note", {
  body: { kind: "text", rows: 4, longest: 25_000 },
}) satisfies Fields;

/** Fields for handing over the lead; the note is stored as a private note. */
export const leadFields = withFieldWords(fieldWords, "lead", {
  leadId: { kind: "pick" },
  note: { kind: "text", rows: 3, longest: 25_000 },
}) satisfies Fields;

/** Filters of management's list by lead: the person who is signed in, or nobody. */
export const incidentLeadFilters = ["mine", "nobody"] as const;

export const postmortemFields = withFieldWords(fieldWords, "postmortem", {
  body: { kind: "markdown", rows: 18, required: true },
}) satisfies Fields;
