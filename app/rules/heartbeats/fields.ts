import { movingFields } from "../alerts/fields";
import { choice, type Fields, type PostedTexts, type ShownOf, type ValuesOf, valuesIn } from "../fields/fields";
import type { Schedule } from "./heartbeat";

const year = 365 * 24 * 3600;
const day = 86_400;

/** What an admin says about a heartbeat, in the parts of its form. */
export const reportingFields = {
  name: { kind: "line", label: "Name", hint: "As your team calls it: Nightly backup.", required: true },
  slug: {
    kind: "line",
    label: "Slug",
    hint: "For an address by the page's ping key: small letters, digits, - and _. Two with the same slug cannot be pinged by it.",
    literal: true,
  },
  tags: {
    kind: "list",
    label: "Tags",
    hint: "Such as backup, eu: to filter the list.",
    each: "tag",
    most: 20,
    longest: 50,
  },
} as const satisfies Fields;

/** The two kinds of schedule, side by side on the form; which one counts is chosen. */
export const scheduleFields = {
  scheduleKind: choice({
    label: "Schedule",
    choices: { simple: "At a fixed interval", cron: "By a cron expression" },
    initial: "simple",
  }),
  "schedule.periodSeconds": {
    kind: "duration",
    label: "Period",
    hint: "The longest time between two pings: 1 minute to 365 days.",
    unitName: "periodUnit",
    countsWhere: { field: "scheduleKind", is: "simple" },
    initial: day,
    least: 60,
    most: year,
  },
  "schedule.expression": {
    kind: "line",
    label: "Cron expression",
    hint: "Five fields, as 30 3 * * 1-5: minute, hour, day of the month, month, day of the week.",
    countsWhere: { field: "scheduleKind", is: "cron" },
    literal: true,
  },
  "schedule.timeZone": {
    kind: "line",
    label: "In the time zone",
    hint: "As in Europe/Berlin; changes of the clock are taken into account.",
    countsWhere: { field: "scheduleKind", is: "cron" },
    literal: true,
  },
} as const satisfies Fields;

export const graceField = {
  graceSeconds: {
    kind: "duration",
    label: "Grace",
    hint: "How late a ping may be, and how long a run may take: 1 minute to 365 days.",
    unitName: "graceUnit",
    initial: 3600,
    least: 60,
    most: year,
    api: "grace",
  },
} as const satisfies Fields;

export const pingFields = {
  postOnly: {
    kind: "tick",
    label: "Accept POST only",
    hint: "So that link previews and email scanners can’t trigger a ping.",
    initial: false,
  },
  manualResume: {
    kind: "tick",
    label: "Stay paused until resumed manually",
    hint: "Otherwise the next ping does.",
    initial: false,
  },
} as const satisfies Fields;

export const heartbeatMovingFields = movingFields({
  label: "Components, and their status while it is down",
  hold: 0,
  resolveAfter: 0,
  holdHint: "How long it must be down, beyond the grace, before an incident opens.",
  resolveHint: "How long it must be up again before the incident resolves itself.",
});

/** All but the schedule, which is one value of two kinds, and what it moves. */
export const heartbeatOwnFields = { ...reportingFields, ...graceField, ...pingFields } as const satisfies Fields;

export const heartbeatFields = { ...heartbeatOwnFields, ...heartbeatMovingFields } as const satisfies Fields;

/** In the order of the form. */
export const heartbeatFormFields = {
  ...reportingFields,
  ...scheduleFields,
  ...graceField,
  ...pingFields,
  ...heartbeatMovingFields,
} as const satisfies Fields;

type ScheduleValues = ValuesOf<typeof scheduleFields>;

/** A schedule as its form shows it; a cron expression is read in the page's zone where nothing else was chosen yet. */
export function scheduleValues(schedule: Schedule, pageZone: string): ScheduleValues {
  const isCron = schedule.kind === "cron";
  return {
    scheduleKind: schedule.kind,
    "schedule.periodSeconds": isCron ? day : schedule.periodSeconds,
    "schedule.expression": isCron ? schedule.expression : "",
    "schedule.timeZone": isCron ? schedule.timeZone : pageZone,
  };
}

/** The schedule that a form says. */
const scheduleOf = (values: ShownOf<typeof scheduleFields>): Schedule =>
  values.scheduleKind === "cron"
    ? { kind: "cron", expression: values["schedule.expression"], timeZone: values["schedule.timeZone"] }
    : { kind: "simple", periodSeconds: values["schedule.periodSeconds"] };

/** A heartbeat's form as the use case takes it. */
export const heartbeatIn = (posted: PostedTexts) => ({
  ...valuesIn(heartbeatFields, posted),
  schedule: scheduleOf(valuesIn(scheduleFields, posted)),
});
