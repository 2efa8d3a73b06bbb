import { z } from "zod";
import { said } from "~/failures/refusal";
import { changeBounds, wholeBounds } from "~/fields/field-bounds";
import { absentIfEmpty, bodyText, committed, idText, ofPage, oneOf, versioned } from "~/fields/text";
import { correctionFields, incidentFields, openStatuses, promiseFields } from "./fields";
import { incidentStatuses } from "./incident";

const instant = z.number().int().positive();

/** What stands over it: absent = as before. */
const { components: touched, ...head } = changeBounds(incidentFields);
/** Of a new one; what is not given is open. */
const opening = wholeBounds(incidentFields);

const promise = changeBounds(promiseFields);

export const openIncidentInput = z.object({
  ...ofPage,
  ...committed,
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
  ...committed,
  ...opening,
  startedAt: instant,
  endsAt: instant,
  updates: z.array(pastUpdate).max(20, said("incident.updates_limit")).default([]),
  /** The final update, posted when it was resolved. */
  resolution: bodyText.default(""),
});
export type BackfillIncidentInput = z.input<typeof backfillIncidentInput>;

/** Which components it touches from now on, and how. */
const touching = {
  /** Absent = as before. */
  components: touched,
  /** The components as the form showed them: what it only repeats stays as it is by now. */
  shown: z.record(idText, z.string().max(64)).optional(),
  /** `components` names only those that change; the others stay. */
  merge: z.boolean().default(false),
  /** With `merge`: just these stay; one without a status is only named. */
  componentIds: z.array(idText).max(200).optional(),
};

const target = { ...ofPage, ...committed, ...versioned, id: idText };

export const incidentTarget = z.object(target);
export type IncidentTarget = z.input<typeof incidentTarget>;

/** What is said of a draft before anybody sees it; absent = as before. */
const drafted = {
  status: absentIfEmpty(oneOf(openStatuses)),
  /** Of its newest update. */
  body: bodyText.optional(),
  ...promise,
  ...touching,
  ...head,
};

export const editDraftInput = z.object({ ...target, ...drafted });
export type EditDraftInput = z.input<typeof editDraftInput>;

/** A draft may be published as it stands, or with what is said in the same moment. */
export const publishIncidentInput = z.object({ ...target, ...drafted, notify: z.boolean().default(true) });
export type PublishIncidentInput = z.input<typeof publishIncidentInput>;

export const postUpdateInput = z.object({
  ...target,
  /** Absent = keeps the status it has. */
  status: absentIfEmpty(oneOf(incidentStatuses)),
  body: bodyText.default(""),
  ...promise,
  ...touching,
  ...head,
  notify: z.boolean().default(true),
  shownAt: instant.optional(),
});
export type PostUpdateInput = z.input<typeof postUpdateInput>;

/** An alert says worse of its components than the incident does. */
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
  /** What `before` of the page listed before said. */
  before: z.string().max(120).optional(),
  /** Part of the title. */
  search: z.string().max(255).optional(),
  limit: z.number().int().min(1).max(100).default(50),
  /** Instead of `before`, for programs that count pages. */
  skip: z.number().int().min(0).max(10_000).default(0),
});
export type ListIncidentsInput = z.input<typeof listIncidentsInput>;
