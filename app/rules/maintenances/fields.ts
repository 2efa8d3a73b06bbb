import type { Fields } from "../fields/fields";

/** What a component may be while it is worked on, the usual first. */
export const workStatusWords: Record<string, string> = {
  under_maintenance: "Under maintenance",
  degraded_performance: "Degraded performance",
  partial_outage: "Partial outage",
  major_outage: "Major outage",
};

/** When it is. */
export const windowFields = {
  startsAt: { kind: "moment", label: "Starts", required: true },
  endsAt: { kind: "moment", label: "Ends", required: true },
} as const satisfies Fields;

/** Who is told of what; whether they are told that it is planned is asked only once, beside these. */
export const tellFields = {
  remindDay: {
    kind: "tick",
    label: "24 hours before it starts",
    short: "Sent 24 hours before",
    initial: false,
    api: "remind_24h",
  },
  remindHour: {
    kind: "tick",
    label: "60 minutes before it starts",
    short: "Sent 60 minutes before",
    initial: false,
    api: "remind_60m",
  },
  tellStart: { kind: "tick", label: "When it starts", short: "Sent when it starts", initial: true },
  tellEnd: { kind: "tick", label: "When it ends", short: "Sent when it ends", initial: true },
} as const satisfies Fields;

export const automaticFields = {
  autoStart: {
    kind: "tick",
    label: "Start automatically",
    hint: "If off, someone must start it.",
    initial: true,
  },
  autoEnd: {
    kind: "tick",
    label: "Complete automatically",
    hint: "If off, components stay under maintenance until someone completes it.",
    initial: true,
  },
} as const satisfies Fields;

/** What is done, and to what. */
export const workFields = {
  title: { kind: "line", label: "Title", hint: "In the words of visitors.", required: true },
  body: { kind: "markdown", label: "Description for visitors", short: "What happens" },
  components: {
    kind: "statuses",
    label: "Affected components",
    short: "Components",
    hint: "Each component has this status during the maintenance, unless a worse status applies, and returns to its own afterwards.",
    none: "Not affected",
    choices: workStatusWords,
  },
} as const satisfies Fields;

/** All of a plan but its window. */
export const choiceFields = { ...workFields, ...tellFields, ...automaticFields } as const satisfies Fields;

/** One maintenance; of a series the window of the one that comes next. */
export const maintenanceFields = {
  ...workFields,
  ...windowFields,
  ...tellFields,
  ...automaticFields,
} as const satisfies Fields;

/** What is said while it is planned or goes on. */
export const maintenanceUpdateFields = {
  body: { kind: "markdown", label: "Update", short: "Text of the last update", required: true },
} as const satisfies Fields;
