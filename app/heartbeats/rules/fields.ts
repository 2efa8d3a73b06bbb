import { withFieldWords } from "~/fields/field-words";
import {
  choiceField,
  type Fields,
  type FieldValues,
  type FormValues,
  type PostedTexts,
  parseFieldValues,
  parsePostedFieldValues,
} from "~/fields/fields";
import { alertEffectFieldsWith } from "~/moving/rules/fields";
import type { HeartbeatSchedule } from "./heartbeat";
import { fieldWords } from "./words/words";

const yearSeconds = 365 * 24 * 3600;
const daySeconds = 86_400;

/** Fields of a heartbeat, in the parts of its form. */
export const heartbeatBasicFields = withFieldWords(fieldWords, "heartbeat", {
  name: { kind: "line", required: true },
  slug: { kind: "line", literal: true },
  tags: { kind: "list", most: 20, longest: 50 },
}) satisfies Fields;

const byClock = { field: "scheduleKind", is: ["cron", "calendar"] };

/** Fields for all kinds of schedule, side by side on the form; one kind is chosen. */
export const heartbeatScheduleFields = withFieldWords(fieldWords, "heartbeat", {
  scheduleKind: choiceField({ choices: ["simple", "cron", "calendar"], initial: "simple" }),
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

export const heartbeatGraceField = withFieldWords(fieldWords, "heartbeat", {
  graceSeconds: { kind: "duration", unitName: "graceUnit", initial: 3600, least: 60, most: yearSeconds, api: "grace" },
}) satisfies Fields;

export const heartbeatPingFields = withFieldWords(fieldWords, "heartbeat", {
  postOnly: { kind: "tick", initial: false },
  manualResume: { kind: "tick", initial: false },
}) satisfies Fields;

const wordList = { kind: "list", most: 10, longest: 100 } as const;

/** Words in a ping's text that decide its kind. */
export const pingKeywordFields = withFieldWords(fieldWords, "heartbeat", {
  successWords: wordList,
  failWords: wordList,
  startWords: wordList,
  wordsIn: choiceField({ choices: ["anywhere", "subject", "body"], initial: "anywhere" }),
}) satisfies Fields;

export const heartbeatAlertEffectFields = withFieldWords(
  fieldWords,
  "heartbeat",
  alertEffectFieldsWith({ hold: 0, resolveAfter: 0 }),
) satisfies Fields;

export const heartbeatDependencyField = withFieldWords(fieldWords, "heartbeat", {
  dependsOn: { kind: "pick" },
}) satisfies Fields;

/** All fields except the affected components and the schedule, which is one value of several kinds. */
export const heartbeatOwnFields = {
  ...heartbeatBasicFields,
  ...heartbeatGraceField,
  ...heartbeatPingFields,
  ...pingKeywordFields,
  ...heartbeatDependencyField,
} as const satisfies Fields;

export const heartbeatFields = { ...heartbeatOwnFields, ...heartbeatAlertEffectFields } as const satisfies Fields;

/** Fields in the order of the form. */
export const heartbeatFormFields = {
  ...heartbeatBasicFields,
  ...heartbeatScheduleFields,
  ...heartbeatGraceField,
  ...heartbeatPingFields,
  ...pingKeywordFields,
  ...heartbeatAlertEffectFields,
  ...heartbeatDependencyField,
} as const satisfies Fields;

type ScheduleFormValues = FieldValues<typeof heartbeatScheduleFields>;

/** Returns a schedule as its form shows it; the page's time zone is the default for an expression. */
export function scheduleFormValues(schedule: HeartbeatSchedule, pageZone: string): ScheduleFormValues {
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
function scheduleOf(values: FormValues<typeof heartbeatScheduleFields>): HeartbeatSchedule {
  const { scheduleKind: kind, "schedule.expression": expression, "schedule.timeZone": timeZone } = values;
  const isClock = kind === "cron" || kind === "calendar";
  return isClock ? { kind, expression, timeZone } : { kind: "simple", periodSeconds: values["schedule.periodSeconds"] };
}

/** Returns a posted heartbeat form as the use case expects it. */
export const heartbeatFromForm = (posted: PostedTexts) => ({
  ...parsePostedFieldValues(heartbeatFields, posted),
  ...("scheduleKind" in posted ? { schedule: scheduleOf(parseFieldValues(heartbeatScheduleFields, posted)) } : {}),
});
