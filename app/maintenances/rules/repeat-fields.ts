import { withFieldWords } from "~/fields/field-words";
import { choiceField, type Fields, type FieldValues, type PostedTexts, parseFieldValues } from "~/fields/fields";
import { choiceSetField } from "~/fields/grouped-fields";
import { type MaintenanceRepeat, weekdays } from "~/time/repeat";
import { repeatLimits } from "~/time/repeat-limits";
import { fieldWords } from "./words/words";

/** The repetition of a maintenance, as the plain fields of its form. */
export const repeatFields = withFieldWords(fieldWords, "repeat", {
  "repeat.frequency": choiceField({
    choices: ["once", "daily", "weekly", "monthly_day", "monthly_weekday"],
    initial: "once",
  }),
  "repeat.interval": { kind: "number", unit: "times", initial: 1, least: 1, most: repeatLimits.interval },
  "repeat.weekdays": choiceSetField({ prefix: "repeat.weekdays.", choices: weekdays, initial: [] }),
  "repeat.end.kind": choiceField({ choices: ["never", "count", "until"], initial: "never" }),
  "repeat.end.count": {
    kind: "number",
    unit: "times",
    initial: null,
    optional: true,
    least: 1,
    most: repeatLimits.count,
  },
  "repeat.end.date": { kind: "day" },
}) satisfies Fields;

export type RepeatFormValues = FieldValues<typeof repeatFields>;

/** Returns a repetition as the values of its form. */
export const repeatFormValues = (repeat: MaintenanceRepeat | null): RepeatFormValues => ({
  "repeat.frequency": repeat?.frequency ?? "once",
  "repeat.interval": repeat?.interval ?? 1,
  "repeat.weekdays": repeat?.weekdays ?? [],
  "repeat.end.kind": repeat?.end.kind ?? "never",
  "repeat.end.count": repeat?.end.kind === "count" ? repeat.end.count : null,
  "repeat.end.date": repeat?.end.kind === "until" ? repeat.end.date : "",
});

/**
 * Returns the repetition of a form; null = it does not repeat. Invalid values are refused by the schema of the input.
 */
export function parseRepeat(posted: PostedTexts): MaintenanceRepeat | null {
  const values = parseFieldValues(repeatFields, posted);
  const frequency = values["repeat.frequency"];
  const weekdays = values["repeat.weekdays"];
  if (frequency === "" || frequency === "once") return null;
  return {
    frequency: frequency as MaintenanceRepeat["frequency"],
    interval: values["repeat.interval"] || 0,
    ...(frequency === "weekly" && weekdays.length > 0 ? { weekdays } : {}),
    end: endIn(values),
  };
}

function endIn(values: ReturnType<typeof parseFieldValues<typeof repeatFields>>): MaintenanceRepeat["end"] {
  const kind = values["repeat.end.kind"];
  if (kind === "until") return { kind, date: values["repeat.end.date"] };
  return kind === "count" ? { kind, count: values["repeat.end.count"] || 0 } : { kind: "never" };
}
