import { withWords } from "~/fields/field-words";
import { choice, type Fields } from "~/fields/fields";
import { option } from "~/fields/typed-fields";
import { incidentStatuses } from "./incident";
import { fieldWords } from "./words/words";

const told = withWords(fieldWords, "incident", {
  title: { kind: "line", required: true, api: "name" },
  impactOverride: option({ choices: ["critical", "major", "minor", "none"] }),
  components: { kind: "statuses" },
  status: choice({ choices: incidentStatuses, initial: "investigating" }),
}) satisfies Fields;

const { title, impactOverride, components, status } = told;

/** Fields in the head of an incident. */
export const incidentFields = { title, impactOverride, components } as const satisfies Fields;

export const openStatuses = ["investigating", "identified", "monitoring"] as const;

/** The statuses in the order of an incident's course. */
export const statusField = status;

/** Status of an open incident, which only an update resolves. */
export const openStatusField = { ...status, choices: openStatuses } as const;

const optionalImpact = { ...impactOverride, optional: true } as const;

/**
 * Field for when the next update is due, which waiting visitors ask for most; the promise belongs to the newest update
 * alone.
 */
export const promiseFields = withWords(fieldWords, "update", {
  nextMinutes: { kind: "number", unit: "minutes", initial: null, optional: true, least: 1, most: 10_080 },
}) satisfies Fields;

/** Fields of a new incident. */
export const openingFields = withWords(fieldWords, "opening", {
  title: { kind: "line", required: true, api: "name" },
  status: openStatusField,
  body: { kind: "markdown", required: true },
  components: { kind: "statuses" },
  impactOverride: optionalImpact,
  nextMinutes: promiseFields.nextMinutes,
  startedAt: { kind: "moment" },
}) satisfies Fields;

/** Fields of an incident of the past; its updates are beside these. */
export const backfillFields = withWords(fieldWords, "backfill", {
  title: openingFields.title,
  startedAt: { kind: "moment", required: true },
  endsAt: { kind: "moment", required: true, api: "resolved_at" },
  components: { kind: "statuses" },
  impactOverride: optionalImpact,
  resolution: { kind: "text", rows: 3, longest: 25_000 },
}) satisfies Fields;

/** Fields of an update; with the status resolved it is the last. */
export const updateFields = withWords(fieldWords, "update", {
  status,
  body: { kind: "markdown", required: true },
  components,
  nextMinutes: promiseFields.nextMinutes,
}) satisfies Fields;

/** Fields of a draft, published with it or saved for later. */
export const draftFields = withWords(fieldWords, "opening", {
  title: openingFields.title,
  status: openStatusField,
  body: openingFields.body,
  components: openingFields.components,
  impactOverride: optionalImpact,
  nextMinutes: promiseFields.nextMinutes,
}) satisfies Fields;

/** Fields to correct an update of an incident or a maintenance. */
export const correctionFields = withWords(fieldWords, "correction", {
  body: { kind: "markdown", required: true },
  shownAt: { kind: "moment", required: true, api: "display_at" },
}) satisfies Fields;

/** Fields of a private note: plain text, so that pasted text stays as it is. */
export const noteFields = withWords(fieldWords, "note", {
  body: { kind: "text", rows: 4, longest: 25_000 },
}) satisfies Fields;

export const postmortemFields = withWords(fieldWords, "postmortem", {
  body: { kind: "markdown", rows: 18, required: true },
}) satisfies Fields;
