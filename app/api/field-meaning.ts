import type { Field } from "~/fields/fields";
import { fieldText } from "~/i18n/field-text";

const keysIn = (choices: readonly (string | number)[]): string => choices.join(", ");

/** Returns the limits of a field's values that are not obvious; null = its hint is enough. */
function boundsIn(field: Field): string | null {
  switch (field.kind) {
    case "markdown":
      return "Markdown, at most 25,000 characters";
    case "line":
      return field.required ? "1 to 255 characters" : null;
    case "list":
      return `At most ${field.most}, each of at most ${field.longest} characters`;
    case "set":
      return `${field.most === undefined ? "Any" : `At most ${field.most}`} of ${keysIn(field.choices)}`;
    case "statuses":
      return "By component id";
    case "several":
      return `At most ${field.most} ids; none = all`;
    case "clock":
      return "As 22:00, in the page’s time zone";
    case "duration":
      return `${field.least} to ${field.most} seconds`;
    case "number":
      return `${field.least} to ${field.most} ${field.unit}`;
    case "decimal":
      return `${field.least} to ${field.most}`;
    default:
      return null;
  }
}

/** Returns the meaning of a field for the API's reference, which is in English. */
export function fieldMeaning(field: Field): string {
  const text = fieldText(field, "en");
  const { label, hint = label, short } = text;
  if (field.kind === "choice" && !field.apiFlag) return `${short}: ${keysIn(field.choices)}`;
  if (field.kind === "number" && field.among) return `${label}, in ${field.unit}: ${keysIn(field.among)}`;
  if (field.kind === "tick" && text.hint) return `${label}. ${text.hint}`;
  const bounds = boundsIn(field);
  return bounds === null ? hint : `${hint.replace(/\.$/, "")}. ${bounds}.`;
}
