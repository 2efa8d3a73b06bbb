import { choice, type Fields } from "~/fields/fields";
import { named } from "~/fields/named";
import { option } from "~/fields/typed";
import { alertSeverities } from "~/status/severity";
import { visibilities } from "./page-door";
import { fieldWords } from "./words/words";

/** What the page is called, and where and in which words it is. */
export const identityFields = named(fieldWords, "page", {
  name: { kind: "line", required: true },
  slug: { kind: "line", required: true, literal: true, api: "subdomain" },
  about: { kind: "text", rows: 2, longest: 2000, api: "page_description" },
  timeZone: { kind: "line", required: true, literal: true },
  language: { kind: "line", literal: true },
}) satisfies Fields;

export const historyFields = named(fieldWords, "page", {
  historyDays: { kind: "number", unit: "days", initial: 90, least: 7, most: 90 },
  partialWeight: { kind: "decimal", initial: 0.3, least: 0, most: 1, api: "partial_outage_weight" },
  noindex: { kind: "tick", initial: false, api: "hidden_from_search" },
}) satisfies Fields;

/** What only the team notices. The form asks for hours where all else speaks of minutes. */
export const teamFields = named(fieldWords, "page", {
  nagHours: { kind: "decimal", initial: 6, least: 0, most: 168 },
  deliveryDays: { kind: "number", unit: "days", initial: 7, least: 1, most: 30 },
}) satisfies Fields;

export const generalFields = { ...identityFields, ...historyFields, ...teamFields } as const satisfies Fields;

export const brandingFields = named(fieldWords, "page", {
  accent: { kind: "line", required: true, literal: true },
  logoNamed: { kind: "tick", initial: false },
  footer: { kind: "markdown", rows: 4 },
}) satisfies Fields;

export const visibilityFields = named(fieldWords, "page", {
  visibility: choice({ choices: visibilities, initial: "public" }),
}) satisfies Fields;

/** Who is told of alerts that nobody acknowledges, after how long, how often and at which hours. */
export const escalationFields = named(fieldWords, "page", {
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

/** A host of the page's own, as it is asked for. */
export const hostFields = named(fieldWords, "page", {
  host: { kind: "line", required: true, literal: true },
}) satisfies Fields;

const { nagHours: _hours, ...storedTeamFields } = teamFields;

const reminderFields = named(fieldWords, "page", {
  nagMinutes: { kind: "number", unit: "minutes", initial: 360, least: 0, most: 10_080 },
}) satisfies Fields;

/** All that is kept of a page and that people say, by the names of its row. */
export const pageFields = {
  ...identityFields,
  ...historyFields,
  ...reminderFields,
  ...storedTeamFields,
  ...brandingFields,
  ...visibilityFields,
  ...escalationFields,
} as const satisfies Fields;
