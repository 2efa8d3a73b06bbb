import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeFieldSchemas, fieldSchemasWithDefaults } from "~/fields/field-bounds";
import {
  absentIfEmpty,
  bodyTextSchema,
  commitIdInputShape,
  idTextSchema,
  oneOfSchema,
  pageIdInputShape,
  versionInputShape,
} from "~/fields/text-inputs";
import { impacts } from "~/status/status";
import {
  incidentFields,
  incidentLeadFilters,
  nextUpdateFields,
  openIncidentStatuses,
  updateCorrectionFields,
} from "./fields";
import { incidentStatuses } from "./incident";

const instant = z.number().int().positive();

/** Fields of the incident's head; absent = unchanged. */
const { components: touched, ...head } = changeFieldSchemas(incidentFields);
/** Fields of a new incident, of which all have defaults. */
const opening = fieldSchemasWithDefaults(incidentFields);

const promise = changeFieldSchemas(nextUpdateFields);

/**
 * When true, the person becomes the lead unless there is one, and acknowledges the incident's alerts that nobody has
 * acknowledged.
 */
const leading = { takesLead: z.boolean().default(false) };

export const openIncidentInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...leading,
  /** The firing alert that the incident is about, which joins it with its group. */
  alertId: absentIfEmpty(idTextSchema),
  ...opening,
  status: absentIfEmpty(oneOfSchema(incidentStatuses)),
  body: bodyTextSchema.default(""),
  ...promise,
  startedAt: instant.optional(),
  visibility: oneOfSchema(["draft", "published"]).default("published"),
  notify: z.boolean().default(true),
});
export type OpenIncidentInput = z.input<typeof openIncidentInputSchema>;

const pastUpdate = z.object({
  status: oneOfSchema(["investigating", "identified", "monitoring"]),
  body: bodyTextSchema,
  shownAt: instant,
});

export const backfillIncidentInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...opening,
  startedAt: instant,
  endsAt: instant,
  updates: z.array(pastUpdate).max(20, refusalFor("incident.updates_limit")).default([]),
  /** The final update, posted when it was resolved. */
  resolution: bodyTextSchema.default(""),
});
export type BackfillIncidentInput = z.input<typeof backfillIncidentInputSchema>;

/** The components that it affects from now on, with their statuses. */
const touching = {
  /** Absent = unchanged. */
  components: touched,
  /** The components as the form showed them; values that the form only repeats stay as they are now. */
  shown: z.record(idTextSchema, z.string().max(64)).optional(),
  /** When true, `components` holds only those that change, and the others stay. */
  merge: z.boolean().default(false),
  /** With `merge`: only these components stay; those without a status are affected without one. */
  componentIds: z.array(idTextSchema).max(200).optional(),
};

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const incidentTargetInputSchema = z.object(target);
export type IncidentTargetInput = z.input<typeof incidentTargetInputSchema>;

/** Changes of a draft before it is published; absent = unchanged. */
const drafted = {
  status: absentIfEmpty(oneOfSchema(openIncidentStatuses)),
  /** Text of its newest update. */
  body: bodyTextSchema.optional(),
  ...promise,
  ...touching,
  ...head,
};

export const editIncidentDraftInputSchema = z.object({ ...target, ...drafted });
export type EditIncidentDraftInput = z.input<typeof editIncidentDraftInputSchema>;

/** Input to publish a draft, as saved or with changes in the same request. */
export const publishIncidentInputSchema = z.object({
  ...target,
  ...leading,
  ...drafted,
  notify: z.boolean().default(true),
});
export type PublishIncidentInput = z.input<typeof publishIncidentInputSchema>;

export const postIncidentUpdateInputSchema = z.object({
  ...target,
  /** Absent to keep the current status. */
  status: absentIfEmpty(oneOfSchema(incidentStatuses)),
  body: bodyTextSchema.default(""),
  ...promise,
  ...touching,
  ...head,
  notify: z.boolean().default(true),
  shownAt: instant.optional(),
  /** The proposal that it adopts. */
  proposalId: absentIfEmpty(idTextSchema),
});
export type PostIncidentUpdateInput = z.input<typeof postIncidentUpdateInputSchema>;

/** Input to raise an incident's components to the worse statuses that an alert gives them. */
export const raiseIncidentImpactInputSchema = z.object({
  ...target,
  alertId: idTextSchema,
  body: bodyTextSchema.default(""),
  notify: z.boolean().default(true),
});
export type RaiseIncidentImpactInput = z.input<typeof raiseIncidentImpactInputSchema>;

export const editIncidentInputSchema = z.object({
  ...target,
  ...touching,
  ...head,
});
export type EditIncidentInput = z.input<typeof editIncidentInputSchema>;

export const editIncidentUpdateInputSchema = z.object({
  ...target,
  updateId: idTextSchema,
  ...changeFieldSchemas(updateCorrectionFields),
});
export type EditIncidentUpdateInput = z.input<typeof editIncidentUpdateInputSchema>;

export const previewMarkdownInputSchema = z.object({ ...pageIdInputShape, body: bodyTextSchema });

const listedIncidentStates = ["all", "published", "open", "unresolved", "draft", "closed"] as const;

/** Input of programs that list incidents, newest start first. */
export const listIncidentsWithUpdatesInputSchema = z.object({
  ...pageIdInputShape,
  filter: oneOfSchema(listedIncidentStates).default("all"),
  /** Part of the title, or words in the updates or the postmortem. */
  search: z.string().max(255).optional(),
  limit: z.number().int().min(1).max(100).default(50),
  /** Number of incidents before the first one listed. */
  skip: z.number().int().min(0).max(10_000).default(0),
});
export type ListIncidentsWithUpdatesInput = z.input<typeof listIncidentsWithUpdatesInputSchema>;

/** Columns by which management's list can be sorted. */
export const incidentSortKeys = ["started", "updated", "impact", "duration"] as const;
export type IncidentSortKey = (typeof incidentSortKeys)[number];

export const listIncidentsInputSchema = z.object({
  ...pageIdInputShape,
  filter: oneOfSchema(listedIncidentStates).default("all"),
  impact: absentIfEmpty(oneOfSchema(impacts)),
  componentId: absentIfEmpty(idTextSchema),
  lead: absentIfEmpty(oneOfSchema(incidentLeadFilters)),
  /** Words in the title, the updates or the postmortem. */
  search: z.string().max(200).default(""),
  /** Limits of the start in ms; the second is exclusive. */
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  sort: oneOfSchema(incidentSortKeys).default("started"),
  descending: z.boolean().default(true),
  /** The `before` value of the previous page of the list. */
  before: z.string().max(120).optional(),
});
export type ListIncidentsInput = z.input<typeof listIncidentsInputSchema>;
