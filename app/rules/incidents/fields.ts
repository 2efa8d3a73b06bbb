import type { Impact } from "../basics/status";
import type { Fields } from "../fields/fields";
import { choice } from "../fields/fields";
import { option } from "../fields/typed";
import type { IncidentStatus } from "./incident";

/** Worst first, as forms offer them. */
export const impactWords: Record<Impact, string> = {
  critical: "Critical",
  major: "Major",
  minor: "Minor",
  none: "None (announcement)",
};

export const incidentStatusWords: Record<IncidentStatus, string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

const components = { kind: "statuses", label: "Components", none: "Not affected" } as const;
const touched = {
  ...components,
  label: "What it touches",
  hint: "An incident needs components or an impact of its own.",
} as const;
const impactOverride = option({ label: "Impact", choices: impactWords, none: "By its components" });

/** What stands over an incident. */
export const incidentFields = {
  title: { kind: "line", label: "Title", required: true, api: "name" },
  impactOverride,
  components,
} as const satisfies Fields;

const { resolved: _closed, ...openStatusWords } = incidentStatusWords;

/** A new one. */
export const openingFields = {
  title: { ...incidentFields.title, hint: "What visitors notice, in their words." },
  status: choice({ label: "Status", choices: openStatusWords, initial: "investigating" }),
  body: { kind: "markdown", label: "What do you know?", required: true },
  components: touched,
  impactOverride: { ...impactOverride, optional: true },
  startedAt: { kind: "moment", label: "Began at" },
} as const satisfies Fields;

/** One of the past; what was said in its time stands beside these. */
export const backfillFields = {
  title: openingFields.title,
  startedAt: { kind: "moment", label: "Began at", required: true },
  endsAt: { kind: "moment", label: "Over at", required: true, api: "resolved_at" },
  components: { ...touched, hint: "From its beginning to its end. Their uptime is counted anew." },
  impactOverride: openingFields.impactOverride,
  resolution: {
    kind: "text",
    label: "When it was over",
    hint: "The last word, said at its end.",
    rows: 3,
    longest: 25_000,
  },
} as const satisfies Fields;

/** What is posted while it lasts; with the status resolved it is the last. */
export const updateFields = {
  status: choice({ label: "Status", choices: incidentStatusWords, initial: "investigating" }),
  body: { kind: "markdown", label: "What is new?", short: "Text of the last update", required: true },
  components,
} as const satisfies Fields;

/** An update that is corrected, of an incident or of a maintenance. */
export const correctionFields = {
  body: { kind: "markdown", label: "Text", short: "Text of the update", required: true },
  shownAt: { kind: "moment", label: "Shown as of", required: true, api: "display_at" },
} as const satisfies Fields;

export const postmortemFields = {
  body: {
    kind: "markdown",
    label: "What happened, why, and what changes now",
    short: "The text",
    rows: 18,
    required: true,
  },
} as const satisfies Fields;

/** What is written in a calm hour; whatever is left open is "" or null. */
export const templateFields = {
  name: { kind: "line", label: "Name", hint: "Only your team sees it.", required: true },
  title: { kind: "line", label: "Title", hint: "For a new incident. An update takes only the text." },
  body: { kind: "markdown", label: "Text" },
  status: option({
    label: "Status",
    choices: incidentStatusWords,
    none: "Leave it as it is",
    api: "update_status",
  }),
  impactOverride,
  components: { ...components, none: "Leave it as it is", api: "component_statuses" },
} as const satisfies Fields;
