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
  label: "Affected components",
  hint: "Choose at least one component, or set an impact.",
} as const;
const impactOverride = option({ label: "Impact", choices: impactWords, none: "Based on affected components" });

/** What stands over an incident. */
export const incidentFields = {
  title: { kind: "line", label: "Title", required: true, api: "name" },
  impactOverride,
  components,
} as const satisfies Fields;

const { resolved: _closed, ...stillOpen } = incidentStatusWords;
export const openStatusWords = stillOpen;

/** A new one. */
export const openingFields = {
  title: { ...incidentFields.title, hint: "Describe what visitors notice." },
  status: choice({ label: "Status", choices: openStatusWords, initial: "investigating" }),
  body: { kind: "markdown", label: "Update", required: true },
  components: touched,
  impactOverride: { ...impactOverride, optional: true },
  startedAt: { kind: "moment", label: "Started at" },
} as const satisfies Fields;

/** One of the past; what was said in its time stands beside these. */
export const backfillFields = {
  title: openingFields.title,
  startedAt: { kind: "moment", label: "Started at", required: true },
  endsAt: { kind: "moment", label: "Resolved at", required: true, api: "resolved_at" },
  components: { ...touched, hint: "For the whole duration. Their uptime will be recalculated." },
  impactOverride: openingFields.impactOverride,
  resolution: {
    kind: "text",
    label: "Resolution",
    hint: "The final update, posted when it was resolved.",
    rows: 3,
    longest: 25_000,
  },
} as const satisfies Fields;

/** What is posted while it lasts; with the status resolved it is the last. */
export const updateFields = {
  status: choice({ label: "Status", choices: incidentStatusWords, initial: "investigating" }),
  body: { kind: "markdown", label: "Update", short: "Text of the last update", required: true },
  components,
} as const satisfies Fields;

/** An update that is corrected, of an incident or of a maintenance. */
export const correctionFields = {
  body: { kind: "markdown", label: "Text", short: "Text of the update", required: true },
  shownAt: { kind: "moment", label: "Displayed time", required: true, api: "display_at" },
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
