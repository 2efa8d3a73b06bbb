import { shortLabel } from "~/rules/fields/about";
import type { Field } from "~/rules/fields/fields";

const keysIn = (choices: object): string => Object.keys(choices).join(", ");

/** What may be sent of a field, where nobody would guess it; null = its hint says all. */
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

/** What a field means, for the API's reference. */
export function meaningOf(field: Field): string {
  const { label, hint = label } = field;
  if (field.kind === "choice" && !field.apiFlag) return `${shortLabel(field)}: ${keysIn(field.choices)}`;
  if (field.kind === "number" && field.among) return `${label}, in ${field.unit}: ${keysIn(field.among)}`;
  if (field.kind === "tick" && field.hint) return `${label}. ${field.hint}`;
  const bounds = boundsIn(field);
  return bounds === null ? hint : `${hint.replace(/\.$/, "")}. ${bounds}.`;
}
