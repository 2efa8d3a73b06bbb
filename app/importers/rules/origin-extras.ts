import { csvColumnChoice, csvColumnFields, csvFileNouns, type OriginFormDefinition } from "./origin-forms";

/** Prefix of a form's fields that are choices of the origin. */
export const originExtraPrefix = "extra.";

/** Names of the choices beside the columns. */
export const csvOriginChoices = ["noun", "dates", "consent"] as const;

/** Returns `NAME=value` lines as the choices of the variables; others are left out. */
export function variableOriginChoices(text: string): Record<string, string> {
  const pairs = text.split(/\r?\n/).flatMap((line): [string, string][] => {
    const [, name, value] = /^\s*\$?([A-Za-z_]\w*)\s*=(.*)$/.exec(line) ?? [];
    return name === undefined || value === undefined ? [] : [[`$${name}`, value.trim()]];
  });
  return Object.fromEntries(pairs);
}

const choiceNames = ({ extra }: OriginFormDefinition): readonly string[] => {
  switch (extra) {
    case "columns":
      return [
        ...csvOriginChoices,
        ...csvFileNouns.flatMap((noun) => csvColumnFields[noun].map((field) => csvColumnChoice(noun, field))),
      ];
    case "page":
    case "version":
      return [extra];
    default:
      return [];
  }
};

/** Returns the choices that a form carries, those that were filled in alone. */
export function readPostedOriginChoices(
  form: OriginFormDefinition,
  values: Readonly<Record<string, string>>,
): Record<string, string> {
  if (form.extra === "variables") return variableOriginChoices(values[`${originExtraPrefix}variables`] ?? "");
  const filled = choiceNames(form).map((name): [string, string] => [
    name,
    (values[originExtraPrefix + name] ?? "").trim(),
  ]);
  return Object.fromEntries(filled.filter(([, value]) => value !== ""));
}
