import { z } from "zod";
import { refusalFor } from "~/failures/refusal";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { absentIfEmpty, bodyText, commitIdInput, idText, ofPage, oneOf, versionInput } from "~/fields/text-inputs";
import { correctionFields, incidentFields, openStatuses, promiseFields } from "./fields";
import { incidentStatuses } from "./incident";

const instant = z.number().int().positive();

/** Fields of the head: absent for no change. */
const { components: touched, ...head } = changeBounds(incidentFields);
/** Fields of a new incident; omitted ones are open. */
const opening = wholeBounds(incidentFields);

const promise = changeBounds(promiseFields);

export const openIncidentInput = z.object({
  ...ofPage,
  ...commitIdInput,
  ...opening,
  status: absentIfEmpty(oneOf(incidentStatuses)),
  body: bodyText.default(""),
  ...promise,
  startedAt: instant.optional(),
  visibility: oneOf(["draft", "published"]).default("published"),
  notify: z.boolean().default(true),
});
export type OpenIncidentInput = z.input<typeof openIncidentInput>;

const pastUpdate = z.object({
  status: oneOf(["investigating", "identified", "monitoring"]),
  body: bodyText,
  shownAt: instant,
});

export const backfillIncidentInput = z.object({
  ...ofPage,
  ...commitIdInput,
  ...opening,
  startedAt: instant,
  endsAt: instant,
  updates: z.array(pastUpdate).max(20, refusalFor("incident.updates_limit")).default([]),
  /** The final update, posted when it was resolved. */
  resolution: bodyText.default(""),
});
export type BackfillIncidentInput = z.input<typeof backfillIncidentInput>;

/** The components that it affects from now on, and how. */
const touching = {
  /** Absent for no change. */
  components: touched,
  /** The components as the form showed them: values that it only repeats stay as they are now. */
  shown: z.record(idText, z.string().max(64)).optional(),
  /** When true, `components` names only those that change; the others stay. */
  merge: z.boolean().default(false),
  /** With `merge`: only these stay; one without a status is only named. */
  componentIds: z.array(idText).max(200).optional(),
};

const target = { ...ofPage, ...commitIdInput, ...versionInput, id: idText };

export const incidentTarget = z.object(target);
export type IncidentTarget = z.input<typeof incidentTarget>;

/** Changes of a draft before it is published; absent for no change. */
const drafted = {
  status: absentIfEmpty(oneOf(openStatuses)),
  /** Text of its newest update. */
  body: bodyText.optional(),
  ...promise,
  ...touching,
  ...head,
};

export const editDraftInput = z.object({ ...target, ...drafted });
export type EditDraftInput = z.input<typeof editDraftInput>;

/** Input to publish a draft, as saved or with changes in the same request. */
export const publishIncidentInput = z.object({ ...target, ...drafted, notify: z.boolean().default(true) });
export type PublishIncidentInput = z.input<typeof publishIncidentInput>;

export const postUpdateInput = z.object({
  ...target,
  /** Absent to keep the present status. */
  status: absentIfEmpty(oneOf(incidentStatuses)),
  body: bodyText.default(""),
  ...promise,
  ...touching,
  ...head,
  notify: z.boolean().default(true),
  shownAt: instant.optional(),
});
export type PostUpdateInput = z.input<typeof postUpdateInput>;

/** Input to raise an incident whose components have better statuses than the alert gives them. */
export const raiseIncidentInput = z.object({
  ...target,
  alertId: idText,
  body: bodyText.default(""),
  notify: z.boolean().default(true),
});
export type RaiseIncidentInput = z.input<typeof raiseIncidentInput>;

export const editIncidentInput = z.object({
  ...target,
  ...touching,
  ...head,
});
export type EditIncidentInput = z.input<typeof editIncidentInput>;

export const editUpdateInput = z.object({
  ...target,
  updateId: idText,
  ...changeBounds(correctionFields),
});
export type EditUpdateInput = z.input<typeof editUpdateInput>;

export const previewInput = z.object({ ...ofPage, body: bodyText });

export const listIncidentsInput = z.object({
  ...ofPage,
  filter: oneOf(["all", "published", "open", "unresolved", "draft", "closed"]).default("all"),
  /** The `before` value of the previous page of the list. */
  before: z.string().max(120).optional(),
  /** Part of the title. */
  search: z.string().max(255).optional(),
  limit: z.number().int().min(1).max(100).default(50),
  /** Offset in place of `before`, for programs that count pages. */
  skip: z.number().int().min(0).max(10_000).default(0),
});
export type ListIncidentsInput = z.input<typeof listIncidentsInput>;
