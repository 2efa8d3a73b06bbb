import type { Refusal } from "~/failures/refusal";
import type { FilePlace } from "../rules/configuration-types";
import type { ConfiguredKinds } from "../rules/configured-kinds";
import { suggestionText } from "../rules/suggestion";
import {
  type ConfigurationErrorList,
  type PlacedEntry,
  type PlacedMap,
  type PlacedValue,
  placedValueKindText,
} from "./placed-value";
import type { VariableLookup } from "./variables";

export interface ReadConfigurationOptions {
  variables: VariableLookup;
  kinds: ConfiguredKinds;
  /** Returns a refusal as an English sentence. */
  sentence: (refusal: Refusal) => string;
}

/** State that the parts of one reading share. */
export interface ConfigurationFileReading extends ReadConfigurationOptions {
  errors: ConfigurationErrorList;
}

/** Returns the fields of a value; a value of another form is an error, with what is meant, and nothing is none. */
export function expectPlacedMap(
  value: PlacedValue,
  called: string,
  { errors }: ConfigurationFileReading,
  hint = "",
): PlacedMap {
  if (value.type === "map") return value;
  const none: PlacedMap = { type: "map", entries: [], place: value.place };
  if (value.type === "scalar" && value.value === null) return none;
  errors.add(`${called} has fields, and this is ${placedValueKindText(value)}.${hint}`, value.place);
  return none;
}

/** Returns a short text; null after an error. */
export function expectShortText(
  value: PlacedValue,
  called: string,
  { errors }: ConfigurationFileReading,
): string | null {
  if (value.type === "scalar" && value.value !== null)
    return typeof value.value === "string" ? value.value : value.source;
  return errors.add(`${called} is a short text, and this is ${placedValueKindText(value)}.`, value.place);
}

interface NameKinds {
  /** The thing with these names, with its article: "a monitor". */
  of: string;
  known: readonly string[];
  /** Names that a file does not hold, with the reason. */
  notHeld?: Readonly<Record<string, string>> | undefined;
}

/** Adds the error for a name that nothing has. */
export function addUnknownNameError(
  { key, keyPlace }: PlacedEntry,
  { of, known, notHeld = {} }: NameKinds,
  { errors }: ConfigurationFileReading,
) {
  const reason = Object.hasOwn(notHeld, key) ? notHeld[key] : undefined;
  const text =
    reason === undefined
      ? `There is no “${key}” in ${of}.${suggestionText(key, known)}`
      : `“${key}” is not in a file. ${reason}`;
  errors.add(text, keyPlace);
}

/** Returns the place of a part of a value, such as an item of a list. */
export function placeOfValuePart(value: PlacedValue, path: readonly PropertyKey[]): FilePlace {
  const [first, ...rest] = path;
  if (first === undefined || value.type === "scalar") return value.place;
  const part =
    value.type === "map" ? value.entries.find(({ key }) => key === first)?.value : value.items[Number(first)];
  return part ? placeOfValuePart(part, rest) : value.place;
}
