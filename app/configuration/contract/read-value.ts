import type { Refusal } from "~/failures/refusal";
import type { Field } from "~/fields/fields";
import { refusalParseOptions } from "~/fields/issue";
import type { ConfiguredValue } from "../rules/configuration-types";
import { type ConfiguredField, fieldUnitText, isFlagField } from "../rules/configured-fields";
import { nounInFileByName, nounOfPlural } from "../rules/configured-nouns";
import { configurationKeyHint, isConfigurationKey, parseReference } from "../rules/key-text";
import { suggestionText } from "../rules/suggestion";
import { type PlacedScalar, type PlacedValue, placedValueKindText } from "./placed-value";
import { type ConfigurationFileReading, placeOfValuePart } from "./reading";

const decimalText = /^[-+]?\d+(?:\.\d+)?$/;

/** Returns a value as the file has it, without its places. */
export function valueWithoutPlaces(value: PlacedValue): ConfiguredValue {
  if (value.type === "list") return value.items.map(valueWithoutPlaces);
  if (value.type === "map")
    return Object.fromEntries(value.entries.map(({ key, value: each }) => [key, valueWithoutPlaces(each)]));
  return value.value;
}

/** Returns a value for a number or a flag: the letters of a variable may be one. */
function typedValue({ value, isFilled }: PlacedScalar): ConfiguredValue {
  if (!isFilled) return value;
  const text = String(value);
  if (text === "true" || text === "false") return text === "true";
  return decimalText.test(text) ? Number(text) : text;
}

const letters = (scalar: PlacedScalar): string =>
  typeof scalar.value === "string" ? scalar.value : scalar.value === null ? "" : scalar.source;

const isTextList = (field: Field) => ["list", "set", "several"].includes(field.kind);
const isNumber = (field: Field) => ["number", "decimal", "duration"].includes(field.kind);
const isNullable = (field: Field) =>
  field.kind === "pick" || field.kind === "option" || ("optional" in field && field.optional === true);

/** Returns the value in the form that its kind of field has; undefined after an error. */
function shapedValue(
  field: Field,
  value: PlacedValue,
  refuse: (wanted: string) => undefined,
): ConfiguredValue | undefined {
  if (isTextList(field)) {
    const isList = value.type === "list" && value.items.every((item) => item.type === "scalar" && item.value !== null);
    return isList ? value.items.map((item) => letters(item as PlacedScalar)) : refuse("a list, such as [one, two]");
  }
  if (field.kind === "statuses") return shapedStatuses(value, refuse);
  if (value.type !== "scalar") return refuse("one value");
  if (isFlagField(field)) {
    const flag = typedValue(value);
    return typeof flag === "boolean" ? flag : refuse("true or false");
  }
  if (value.value === null || (isNullable(field) && value.value === ""))
    return isNullable(field) ? null : isNumber(field) ? refuse("a number") : "";
  return isNumber(field) ? typedValue(value) : letters(value);
}

/** A list of components stands for the usual status of each; `null` marks it until the field is known. */
function shapedStatuses(value: PlacedValue, refuse: (wanted: string) => undefined): ConfiguredValue | undefined {
  if (value.type === "scalar" && value.value === null) return {};
  if (value.type === "list" && value.items.every((item) => item.type === "scalar" && item.value !== null))
    return Object.fromEntries(value.items.map((item) => [letters(item as PlacedScalar), null]));
  if (value.type !== "map")
    return refuse("components with their statuses, such as { api: major_outage }, or a list of components");
  return Object.fromEntries(value.entries.map(({ key, value: status }) => [key, valueWithoutPlaces(status)]));
}

const withUsualStatus = (value: ConfiguredValue, status: string): ConfiguredValue =>
  Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, each ?? status]));

/** Returns the things that a value names. */
function namedThings(field: ConfiguredField, value: ConfiguredValue): string[] {
  if (field.reference === null || value === null) return [];
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.map(String) : Object.keys(value as object);
}

function referenceFault(field: ConfiguredField, text: string): string | null {
  const { plural, key } = parseReference(text);
  const nouns = field.reference?.nouns ?? [];
  if (!isConfigurationKey(key)) return `“${text}” is no key. ${configurationKeyHint}`;
  const noun = plural === null ? nouns[0] : nounOfPlural(plural);
  if (noun && nouns.includes(noun)) return null;
  const places = nouns.map((each) => nounInFileByName[each].plural);
  return `“${field.name}” names something of ${places.join(", ")}.${suggestionText(plural ?? "", places)}`;
}

const choicesOf = (field: Field | null): readonly string[] =>
  field && "choices" in field && field.choices ? field.choices : [];

/** Returns what was probably meant by a value that is no choice. */
function choiceSuggestion(field: Field | null, value: ConfiguredValue): string {
  const choices = choicesOf(field);
  const typed = Array.isArray(value) ? value.map(String) : typeof value === "string" ? [value] : [];
  const wrong = choices.length > 0 ? typed.find((each) => !choices.includes(each)) : undefined;
  return wrong === undefined ? "" : suggestionText(wrong, choices);
}

/** Returns the unit of a time that was written as a text, such as 5m. */
function unitHint(field: Field | null, value: ConfiguredValue): string {
  const unit = field && typeof value === "string" ? fieldUnitText(field) : "";
  return /^In (?:seconds|minutes|hours|days)\.$/.test(unit) ? ` ${unit}` : "";
}

/** Checks a value by the field's own bounds. */
function boundedValue(
  field: ConfiguredField,
  value: ConfiguredValue,
  placed: PlacedValue,
  reading: ConfigurationFileReading,
) {
  const isUnchecked = field.bound === null || (field.field !== null && isFlagField(field.field));
  if (isUnchecked || field.bound === null) return value;
  const parsed = field.bound.safeParse(value, refusalParseOptions);
  if (parsed.success) return parsed.data as ConfiguredValue;
  for (const issue of parsed.error.issues) {
    const text = reading.sentence(issue.message as Refusal);
    const part = issue.path.length > 0 ? `.${issue.path.join(".")}` : "";
    const meant = choiceSuggestion(field.field, value) || unitHint(field.field, value);
    reading.errors.add(`“${field.name}${part}”: ${text}${meant}`, placeOfValuePart(placed, issue.path));
  }
  return undefined;
}

/** Returns the value of a field, checked; undefined after an error. */
export function readConfiguredFieldValue(
  field: ConfiguredField,
  placed: PlacedValue,
  reading: ConfigurationFileReading,
): ConfiguredValue | undefined {
  if (placed.type === "scalar" && placed.isMissing) return undefined;
  const refuse = (wanted: string) => {
    reading.errors.add(`“${field.name}” takes ${wanted}, and this is ${placedValueKindText(placed)}.`, placed.place);
    return undefined;
  };
  const { structured } = field;
  if (structured && placed.type !== structured.type) return refuse(structured.example);
  const shaped = field.field ? shapedValue(field.field, placed, refuse) : valueWithoutPlaces(placed);
  if (shaped === undefined) return undefined;
  const value = field.usualStatus ? withUsualStatus(shaped, field.usualStatus) : shaped;
  const isPage = field.name === "subject" && value === "page";
  const fault = isPage
    ? null
    : (namedThings(field, value)
        .map((text) => referenceFault(field, text))
        .find(Boolean) ?? null);
  if (fault !== null) {
    reading.errors.add(fault, placed.place);
    return undefined;
  }
  return boundedValue(field, value, placed, reading);
}
