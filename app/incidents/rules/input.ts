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

/** Fields of the head: absent for no change. */
const { components: touched, ...head } = changeFieldSchemas(incidentFields);
/** Fields of a new incident; omitted ones are open. */
const opening = fieldSchemasWithDefaults(incidentFields);

const promise = changeFieldSchemas(nextUpdateFields);

/** When true, the person leads it unless someone does, and acknowledges those of its alerts that nobody acknowledged. */
const leading = { takesLead: z.boolean().default(false) };

export const openIncidentInputSchema = z.object({
  ...pageIdInputShape,
  ...commitIdInputShape,
  ...leading,
  /** The firing alert that it is about, which becomes its own with its group. */
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

/** The components that it affects from now on, and how. */
const touching = {
  /** Absent for no change. */
  components: touched,
  /** The components as the form showed them: values that it only repeats stay as they are now. */
  shown: z.record(idTextSchema, z.string().max(64)).optional(),
  /** When true, `components` names only those that change; the others stay. */
  merge: z.boolean().default(false),
  /** With `merge`: only these stay; one without a status is only named. */
  componentIds: z.array(idTextSchema).max(200).optional(),
};

const target = { ...pageIdInputShape, ...commitIdInputShape, ...versionInputShape, id: idTextSchema };

export const incidentTargetInputSchema = z.object(target);
export type IncidentTarget = z.input<typeof incidentTargetInputSchema>;

/** Changes of a draft before it is published; absent for no change. */
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
  /** Absent to keep the present status. */
  status: absentIfEmpty(oneOfSchema(incidentStatuses)),
  body: bodyTextSchema.default(""),
  ...promise,
  ...touching,
  ...head,
  notify: z.boolean().default(true),
  shownAt: instant.optional(),
  /** The proposal that it takes up. */
  proposalId: absentIfEmpty(idTextSchema),
});
export type PostIncidentUpdateInput = z.input<typeof postIncidentUpdateInputSchema>;

/** Input to raise an incident whose components have better statuses than the alert gives them. */
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
  /** Part of the title, or words of the updates and the postmortem. */
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
  /** Words that the title contains, or the updates and the postmortem. */
  search: z.string().max(200).default(""),
  /** Instants between which it started; the latter is not included. */
  from: z.number().int().optional(),
  to: z.number().int().optional(),
  sort: oneOfSchema(incidentSortKeys).default("started"),
  descending: z.boolean().default(true),
  /** The `before` value of the previous page of the list. */
  before: z.string().max(120).optional(),
});
export type ListIncidentsInput = z.input<typeof listIncidentsInputSchema>;
