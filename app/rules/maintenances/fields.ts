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
    short: "Told 24 hours before",
    initial: false,
    api: "remind_24h",
  },
  remindHour: {
    kind: "tick",
    label: "60 minutes before it starts",
    short: "Told 60 minutes before",
    initial: false,
    api: "remind_60m",
  },
  tellStart: { kind: "tick", label: "When it starts", short: "Told when it starts", initial: true },
  tellEnd: { kind: "tick", label: "When it ends", short: "Told when it ends", initial: true },
} as const satisfies Fields;

export const automaticFields = {
  autoStart: {
    kind: "tick",
    label: "Starts at its time",
    hint: "Off: it waits until somebody starts it.",
    initial: true,
  },
  autoEnd: {
    kind: "tick",
    label: "Ends at its time",
    hint: "Off: its components stay as they are until somebody finishes it.",
    initial: true,
  },
} as const satisfies Fields;

/** What is done, and to what. */
export const workFields = {
  title: { kind: "line", label: "Title", hint: "In the words of visitors.", required: true },
  body: { kind: "markdown", label: "What happens, and what visitors notice", short: "What happens" },
  components: {
    kind: "statuses",
    label: "What it touches",
    short: "Components",
    hint: "Each takes this status while it goes on, unless something worse is true, and has its own again after.",
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
  body: { kind: "markdown", label: "What is new?", short: "Text of the last update", required: true },
} as const satisfies Fields;
