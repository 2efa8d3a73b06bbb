import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields } from "~/fields/fields";
import { optionField } from "~/fields/typed-fields";
import { alertSeverities } from "~/status/severity";
import { pageVisibilities } from "./page-door";
import { fieldWords } from "./words/words";

/** Fields for the page's name, address and language. */
export const pageIdentityFields = withFieldWords(fieldWords, "page", {
  name: { kind: "line", required: true },
  slug: { kind: "line", required: true, literal: true, api: "subdomain" },
  about: { kind: "text", rows: 2, longest: 2000, api: "page_description" },
  timeZone: { kind: "line", required: true, literal: true },
  language: { kind: "line", literal: true },
}) satisfies Fields;

export const pageHistoryFields = withFieldWords(fieldWords, "page", {
  historyDays: { kind: "number", unit: "days", initial: 90, least: 7, most: 90 },
  partialWeight: { kind: "decimal", initial: 0.3, least: 0, most: 1, api: "partial_outage_weight" },
  noindex: { kind: "tick", initial: false, api: "hidden_from_search" },
}) satisfies Fields;

/** Fields that only concern the team. The form uses hours where all else uses minutes. */
export const pageTeamFields = withFieldWords(fieldWords, "page", {
  nagHours: { kind: "decimal", initial: 6, least: 0, most: 168 },
  deliveryDays: { kind: "number", unit: "days", initial: 7, least: 1, most: 30 },
}) satisfies Fields;

export const pageGeneralFields = {
  ...pageIdentityFields,
  ...pageHistoryFields,
  ...pageTeamFields,
} as const satisfies Fields;

export const pageBrandingFields = withFieldWords(fieldWords, "page", {
  accent: { kind: "line", required: true, literal: true },
  logoNamed: { kind: "tick", initial: false },
  footer: { kind: "markdown", rows: 4 },
}) satisfies Fields;

export const pageVisibilityFields = withFieldWords(fieldWords, "page", {
  visibility: choiceField({ choices: pageVisibilities, initial: "public" }),
}) satisfies Fields;

/**
 * Fields of the escalation policy: who is notified of unacknowledged alerts, after how long, how often and at which
 * hours.
 */
export const pageEscalationFields = withFieldWords(fieldWords, "page", {
  escalates: { kind: "tick", initial: false },
  escalateAfter: { kind: "number", unit: "minutes", initial: 15, least: 1, most: 1440 },
  escalateSeverity: optionField({ choices: alertSeverities, optional: true }),
  escalateChannelIds: { kind: "several", most: 50, of: "channels" },
  escalatePersonIds: { kind: "several", most: 50, of: "people" },
  escalateEvery: { kind: "number", unit: "minutes", initial: 30, least: 5, most: 1440 },
  escalateTimes: { kind: "number", unit: "times", initial: 3, least: 1, most: 20 },
  escalateQuietFrom: { kind: "clock" },
  escalateQuietUntil: { kind: "clock" },
  escalateQuietBreak: optionField({ choices: alertSeverities, optional: true }),
}) satisfies Fields;

/** Field to request a host of the page's own. */
export const pageHostFields = withFieldWords(fieldWords, "page", {
  host: { kind: "line", required: true, literal: true },
}) satisfies Fields;

const { nagHours: _hours, ...storedTeamFields } = pageTeamFields;

const reminderFields = withFieldWords(fieldWords, "page", {
  nagMinutes: { kind: "number", unit: "minutes", initial: 360, least: 0, most: 10_080 },
}) satisfies Fields;

/** All stored fields of a page that people set, by the names of its row. */
export const pageFields = {
  ...pageIdentityFields,
  ...pageHistoryFields,
  ...reminderFields,
  ...storedTeamFields,
  ...pageBrandingFields,
  ...pageVisibilityFields,
  ...pageEscalationFields,
} as const satisfies Fields;
