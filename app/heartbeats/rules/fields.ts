import { withWords } from "~/fields/field-words";
import {
  choice,
  type Fields,
  type FieldValues,
  type FormValues,
  type PostedTexts,
  postedValuesIn,
  valuesIn,
} from "~/fields/fields";
import { movingFields } from "~/moving/rules/fields";
import type { Schedule } from "./heartbeat";
import { fieldWords } from "./words/words";

const yearSeconds = 365 * 24 * 3600;
const daySeconds = 86_400;

/** Fields of a heartbeat, in the parts of its form. */
export const reportingFields = withWords(fieldWords, "heartbeat", {
  name: { kind: "line", required: true },
  slug: { kind: "line", literal: true },
  tags: { kind: "list", most: 20, longest: 50 },
}) satisfies Fields;

const byClock = { field: "scheduleKind", is: ["cron", "calendar"] };

/** Fields for all kinds of schedule, side by side on the form; one kind is chosen. */
export const scheduleFields = withWords(fieldWords, "heartbeat", {
  scheduleKind: choice({ choices: ["simple", "cron", "calendar"], initial: "simple" }),
  "schedule.periodSeconds": {
    kind: "duration",
    unitName: "periodUnit",
    countsWhere: { field: "scheduleKind", is: ["simple"] },
    initial: daySeconds,
    least: 60,
    most: yearSeconds,
  },
  "schedule.expression": { kind: "line", countsWhere: byClock, literal: true },
  "schedule.timeZone": { kind: "line", countsWhere: byClock, literal: true },
}) satisfies Fields;

export const graceField = withWords(fieldWords, "heartbeat", {
  graceSeconds: { kind: "duration", unitName: "graceUnit", initial: 3600, least: 60, most: yearSeconds, api: "grace" },
}) satisfies Fields;

export const pingFields = withWords(fieldWords, "heartbeat", {
  postOnly: { kind: "tick", initial: false },
  manualResume: { kind: "tick", initial: false },
}) satisfies Fields;

const wordList = { kind: "list", most: 10, longest: 100 } as const;

/** Words in a ping's text that give its kind. */
export const wordFields = withWords(fieldWords, "heartbeat", {
  successWords: wordList,
  failWords: wordList,
  startWords: wordList,
  wordsIn: choice({ choices: ["anywhere", "subject", "body"], initial: "anywhere" }),
}) satisfies Fields;

export const heartbeatMovingFields = withWords(
  fieldWords,
  "heartbeat",
  movingFields({ hold: 0, resolveAfter: 0 }),
) satisfies Fields;

export const heartbeatDependsField = withWords(fieldWords, "heartbeat", {
  dependsOn: { kind: "pick" },
}) satisfies Fields;

/** Fields except the schedule, which is one value of several kinds, and the affected components. */
export const heartbeatOwnFields = {
  ...reportingFields,
  ...graceField,
  ...pingFields,
  ...wordFields,
  ...heartbeatDependsField,
} as const satisfies Fields;

export const heartbeatFields = { ...heartbeatOwnFields, ...heartbeatMovingFields } as const satisfies Fields;

/** Fields in the order of the form. */
export const heartbeatFormFields = {
  ...reportingFields,
  ...scheduleFields,
  ...graceField,
  ...pingFields,
  ...wordFields,
  ...heartbeatMovingFields,
  ...heartbeatDependsField,
} as const satisfies Fields;

type ScheduleValues = FieldValues<typeof scheduleFields>;

/** Returns a schedule as its form shows it; the page's zone is the default for an expression. */
export function scheduleValues(schedule: Schedule, pageZone: string): ScheduleValues {
  const simple = schedule.kind === "simple" ? schedule : null;
  const clock = schedule.kind === "simple" ? null : schedule;
  return {
    scheduleKind: schedule.kind,
    "schedule.periodSeconds": simple?.periodSeconds ?? daySeconds,
    "schedule.expression": clock?.expression ?? "",
    "schedule.timeZone": clock?.timeZone ?? pageZone,
  };
}

/** Returns the schedule of a posted form. */
function scheduleOf(values: FormValues<typeof scheduleFields>): Schedule {
  const { scheduleKind: kind, "schedule.expression": expression, "schedule.timeZone": timeZone } = values;
  const isClock = kind === "cron" || kind === "calendar";
  return isClock ? { kind, expression, timeZone } : { kind: "simple", periodSeconds: values["schedule.periodSeconds"] };
}

/** Returns a heartbeat's form as the use case expects it. */
export const heartbeatIn = (posted: PostedTexts) => ({
  ...postedValuesIn(heartbeatFields, posted),
  ...("scheduleKind" in posted ? { schedule: scheduleOf(valuesIn(scheduleFields, posted)) } : {}),
});
