import { movingFields } from "../alerts/fields";
import type { Fields } from "../fields/fields";
import { set } from "../fields/grouped";
import { intervals, type Region } from "./monitor";

/** "every minute", "every 5 minutes" */
export const intervalWords = (minutes: number): string => (minutes === 1 ? "every minute" : `every ${minutes} minutes`);

export const regionWords: Record<Region, string> = {
  wnam: "North America, west",
  enam: "North America, east",
  sam: "South America",
  weur: "Europe, west",
  eeur: "Europe, east",
  apac: "Asia and Pacific",
  oc: "Oceania",
  afr: "Africa",
  me: "Middle East",
};

/** What an admin says about a monitor, in the parts of its form; the settings of its kind stand behind the name. */
export const monitorNameField = {
  name: {
    kind: "line",
    label: "Name",
    hint: "A name your team will recognise. Visitors read it where its response times are shown.",
    required: true,
  },
} as const satisfies Fields;

export const intervalField = {
  interval: {
    kind: "number",
    label: "Check",
    unit: "minutes",
    initial: 1,
    least: 1,
    most: 60,
    among: Object.fromEntries(intervals.map((minutes) => [minutes, intervalWords(minutes)])),
  },
} as const satisfies Fields;

export const patienceFields = {
  timeoutSeconds: {
    kind: "number",
    label: "Time-out, seconds",
    hint: "At most 8. No answer by then is a failure.",
    unit: "seconds",
    initial: 8,
    least: 1,
    most: 8,
  },
  retries: {
    kind: "number",
    label: "Retries",
    hint: "Immediate retries before a failure counts (up to 2).",
    unit: "tries",
    initial: 0,
    least: 0,
    most: 2,
  },
  inARow: {
    kind: "number",
    label: "Confirmations",
    hint: "Number of consecutive results needed to change the state (up to 5).",
    unit: "results",
    initial: 2,
    least: 1,
    most: 5,
  },
  degradedAboveMs: {
    kind: "number",
    label: "Slow above, milliseconds",
    hint: "Slower responses count as degraded (up to 8000). Leave empty to ignore speed.",
    unit: "milliseconds",
    initial: null,
    optional: true,
    least: 1,
    most: 8000,
  },
} as const satisfies Fields;

export const regionsField = {
  regions: set({
    label: "Confirm from other regions",
    hint: "Check from these regions too before the state changes (up to three, if available in this deployment).",
    prefix: "region-",
    choices: regionWords,
    initial: [],
    most: 3,
    each: "region",
    narrow: true,
  }),
} as const satisfies Fields;

export const monitorMovingFields = movingFields({
  label: "Components, and their status while it is down",
  hint: "While it is only slow they show degraded performance.",
  hold: 120,
  resolveAfter: 300,
  holdHint: "How long it must be down before an incident opens.",
  resolveHint: "How long everything must be healthy before the incident resolves automatically.",
});

export const belongingFields = {
  dependsOn: {
    kind: "pick",
    label: "Depends on",
    hint: "While that monitor is down, this one sends no notifications and opens no incidents.",
    none: "Nothing",
  },
  tags: {
    kind: "list",
    label: "Tags",
    hint: "Such as shop, eu: to filter the list and to change many at once.",
    each: "tag",
    most: 10,
    longest: 30,
  },
  chartShown: {
    kind: "tick",
    label: "Show its response times on the public pages of its components",
    hint: "Visitors then read this monitor's name too, never its address.",
    initial: true,
  },
} as const satisfies Fields;

export const monitorFields = {
  ...monitorNameField,
  ...intervalField,
  ...patienceFields,
  ...regionsField,
  ...monitorMovingFields,
  ...belongingFields,
} as const satisfies Fields;
