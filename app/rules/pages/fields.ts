import { choice, type Fields } from "../fields/fields";
import type { PageVisibility } from "./page-door";

/** What the page is called, and where and in which words it is. */
export const identityFields = {
  name: { kind: "line", label: "Name", hint: "Of the service or the company.", required: true },
  slug: {
    kind: "line",
    label: "Address",
    hint: "The slug: the page is then at /slug",
    required: true,
    literal: true,
    api: "subdomain",
  },
  about: {
    kind: "text",
    label: "About",
    hint: "One or two sentences under the name.",
    rows: 2,
    longest: 2000,
    api: "page_description",
  },
  timeZone: {
    kind: "line",
    label: "Time zone",
    hint: "As in Europe/Berlin. Days on the page follow this time zone.",
    required: true,
    literal: true,
  },
  language: {
    kind: "line",
    label: "Language",
    hint: "Used when a visitor’s browser language isn’t available.",
    literal: true,
  },
} as const satisfies Fields;

export const historyFields = {
  historyDays: {
    kind: "number",
    label: "Days shown",
    hint: "Number of daily bars, and the period for uptime.",
    unit: "days",
    initial: 90,
    least: 7,
    most: 90,
  },
  partialWeight: {
    kind: "decimal",
    label: "Weight of a partial outage",
    hint: "From 0 to 1: 0.3 counts ten minutes of it as three minutes of downtime. The formula is shown on the page.",
    initial: 0.3,
    least: 0,
    most: 1,
    api: "partial_outage_weight",
  },
  noindex: {
    kind: "tick",
    label: "Ask search engines not to index this page",
    short: "Hidden from search engines",
    hint: "Anyone with the address can still open it. Access is set under Visibility.",
    initial: false,
    api: "hidden_from_search",
  },
} as const satisfies Fields;

/** What only the team notices. */
const nagMinutes = {
  kind: "number",
  label: "Reminder after, minutes",
  hint: "Minutes without an update until the team is reminded; 0 = never",
  unit: "minutes",
  initial: 360,
  least: 0,
  most: 10_080,
} as const;
export const teamFields = {
  /** The form asks for hours where all else speaks of minutes. */
  nagHours: {
    kind: "decimal",
    label: "Remind after (hours)",
    hint: "Notify channels when an open incident has had no update for this long, and again at the same interval. 0 = never.",
    initial: 6,
    least: 0,
    most: 168,
  },
  deliveryDays: {
    kind: "number",
    label: "Keep deliveries (days)",
    hint: "Raw data received from your tools is deleted after this many days (1–30).",
    unit: "days",
    initial: 7,
    least: 1,
    most: 30,
  },
} as const satisfies Fields;

export const generalFields = { ...identityFields, ...historyFields, ...teamFields } as const satisfies Fields;

export const brandingFields = {
  accent: {
    kind: "line",
    label: "Accent colour",
    hint: "Such as #1f5f4a. Dark enough to read on white (4.5:1); in dark mode it is lightened automatically.",
    required: true,
    literal: true,
  },
  footer: { kind: "markdown", label: "Footer", rows: 4 },
} as const satisfies Fields;

export const visibilityWords: Record<PageVisibility, string> = {
  public: "Everyone",
  passphrase: "Anyone with the passphrase",
  members: "Only members",
};

export const visibilityFields = {
  visibility: choice({
    label: "Who may see the page?",
    short: "Who may see it",
    choices: visibilityWords,
    initial: "public",
  }),
} as const satisfies Fields;

/** A host of the page's own, as it is asked for. */
export const hostFields = {
  host: {
    kind: "line",
    label: "Domain",
    hint: "Such as status.example.com. It must be yours: the next step verifies it with a DNS record.",
    required: true,
    literal: true,
  },
} as const satisfies Fields;

const { nagHours: _hours, ...storedTeamFields } = teamFields;

/** All that is kept of a page and that people say, by the names of its row. */
export const pageFields = {
  ...identityFields,
  ...historyFields,
  nagMinutes,
  ...storedTeamFields,
  ...brandingFields,
  ...visibilityFields,
} as const satisfies Fields;
