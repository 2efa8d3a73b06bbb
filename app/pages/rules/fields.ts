import { withWords } from "~/fields/field-words";
import { choice, type Fields } from "~/fields/fields";
import { option } from "~/fields/typed-fields";
import { alertSeverities } from "~/status/severity";
import { visibilities } from "./page-door";
import { fieldWords } from "./words/words";

/** Fields for the page's name, address and language. */
export const identityFields = withWords(fieldWords, "page", {
  name: { kind: "line", required: true },
  slug: { kind: "line", required: true, literal: true, api: "subdomain" },
  about: { kind: "text", rows: 2, longest: 2000, api: "page_description" },
  timeZone: { kind: "line", required: true, literal: true },
  language: { kind: "line", literal: true },
}) satisfies Fields;

export const historyFields = withWords(fieldWords, "page", {
  historyDays: { kind: "number", unit: "days", initial: 90, least: 7, most: 90 },
  partialWeight: { kind: "decimal", initial: 0.3, least: 0, most: 1, api: "partial_outage_weight" },
  noindex: { kind: "tick", initial: false, api: "hidden_from_search" },
}) satisfies Fields;

/** Fields that only concern the team. The form uses hours where all else uses minutes. */
export const teamFields = withWords(fieldWords, "page", {
  nagHours: { kind: "decimal", initial: 6, least: 0, most: 168 },
  deliveryDays: { kind: "number", unit: "days", initial: 7, least: 1, most: 30 },
}) satisfies Fields;

export const generalFields = { ...identityFields, ...historyFields, ...teamFields } as const satisfies Fields;

export const brandingFields = withWords(fieldWords, "page", {
  accent: { kind: "line", required: true, literal: true },
  logoNamed: { kind: "tick", initial: false },
  footer: { kind: "markdown", rows: 4 },
}) satisfies Fields;

export const visibilityFields = withWords(fieldWords, "page", {
  visibility: choice({ choices: visibilities, initial: "public" }),
}) satisfies Fields;

/**
 * Fields of the escalation policy: who is notified of unacknowledged alerts, after how long, how often and at which
 * hours.
 */
export const escalationFields = withWords(fieldWords, "page", {
  escalates: { kind: "tick", initial: false },
  escalateAfter: { kind: "number", unit: "minutes", initial: 15, least: 1, most: 1440 },
  escalateSeverity: option({ choices: alertSeverities, optional: true }),
  escalateChannelIds: { kind: "several", most: 50, of: "channels" },
  escalatePersonIds: { kind: "several", most: 50, of: "people" },
  escalateEvery: { kind: "number", unit: "minutes", initial: 30, least: 5, most: 1440 },
  escalateTimes: { kind: "number", unit: "times", initial: 3, least: 1, most: 20 },
  escalateQuietFrom: { kind: "clock" },
  escalateQuietUntil: { kind: "clock" },
  escalateQuietBreak: option({ choices: alertSeverities, optional: true }),
}) satisfies Fields;

/** Field to request a host of the page's own. */
export const hostFields = withWords(fieldWords, "page", {
  host: { kind: "line", required: true, literal: true },
}) satisfies Fields;

const { nagHours: _hours, ...storedTeamFields } = teamFields;

const reminderFields = withWords(fieldWords, "page", {
  nagMinutes: { kind: "number", unit: "minutes", initial: 360, least: 0, most: 10_080 },
}) satisfies Fields;

/** All stored fields of a page that people set, by the names of its row. */
export const pageFields = {
  ...identityFields,
  ...historyFields,
  ...reminderFields,
  ...storedTeamFields,
  ...brandingFields,
  ...visibilityFields,
  ...escalationFields,
} as const satisfies Fields;
