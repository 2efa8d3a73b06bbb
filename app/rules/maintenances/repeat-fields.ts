import { weekdayWords } from "../basics/recurrence-words";
import type { Repeat } from "../basics/repeat";
import { repeatLimits } from "../basics/repeat-limits";
import { choice, type Fields, type PostedTexts, type ValuesOf, valuesIn } from "../fields/fields";
import { set } from "../fields/grouped";

/** How a maintenance repeats, as the plain fields of its form. */
export const repeatFields = {
  "repeat.frequency": choice({
    label: "How often",
    choices: {
      once: "Does not repeat",
      daily: "Daily",
      weekly: "Weekly, by weekday",
      monthly_day: "Monthly, on the same day",
      monthly_weekday: "Monthly, on the same weekday",
    },
    initial: "once",
  }),
  "repeat.interval": {
    kind: "number",
    label: "Every",
    hint: "1 = every day, week or month; 2 = every other. Monthly uses the start’s date, or its weekday (for example, the second Sunday).",
    unit: "times",
    initial: 1,
    least: 1,
    most: repeatLimits.interval,
  },
  "repeat.weekdays": set({
    label: "On",
    hint: "If none is selected: the weekday of the start date.",
    prefix: "repeat.weekdays.",
    choices: weekdayWords,
    initial: [],
  }),
  "repeat.end.kind": choice({
    label: "Repeat ends",
    choices: { never: "Never", count: "After a number of times", until: "On a date" },
    initial: "never",
  }),
  "repeat.end.count": {
    kind: "number",
    label: "Number of occurrences",
    unit: "times",
    initial: null,
    optional: true,
    least: 1,
    most: repeatLimits.count,
  },
  "repeat.end.date": { kind: "day", label: "Last day" },
} as const satisfies Fields;

export type RepeatValues = ValuesOf<typeof repeatFields>;

/** A rule as its form shows it. */
export const repeatValues = (repeat: Repeat | null): RepeatValues => ({
  "repeat.frequency": repeat?.frequency ?? "once",
  "repeat.interval": repeat?.interval ?? 1,
  "repeat.weekdays": repeat?.weekdays ?? [],
  "repeat.end.kind": repeat?.end.kind ?? "never",
  "repeat.end.count": repeat?.end.kind === "count" ? repeat.end.count : null,
  "repeat.end.date": repeat?.end.kind === "until" ? repeat.end.date : "",
});

/** The rule of a form; null = it does not repeat. What the rule itself refuses is refused by its schema. */
export function repeatIn(posted: PostedTexts): Repeat | null {
  const values = valuesIn(repeatFields, posted);
  const frequency = values["repeat.frequency"];
  const weekdays = values["repeat.weekdays"];
  if (frequency === "" || frequency === "once") return null;
  return {
    frequency: frequency as Repeat["frequency"],
    interval: values["repeat.interval"] || 0,
    ...(frequency === "weekly" && weekdays.length > 0 ? { weekdays } : {}),
    end: endIn(values),
  };
}

function endIn(values: ReturnType<typeof valuesIn<typeof repeatFields>>): Repeat["end"] {
  const kind = values["repeat.end.kind"];
  if (kind === "until") return { kind, date: values["repeat.end.date"] };
  return kind === "count" ? { kind, count: values["repeat.end.count"] || 0 } : { kind: "never" };
}
