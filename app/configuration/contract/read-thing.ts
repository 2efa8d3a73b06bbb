import type { ConfiguredNounName, ConfiguredThing, ConfiguredValue, FilePlace } from "../rules/configuration-types";
import { type ConfiguredField, configuredFieldOf, configuredFieldsOf } from "../rules/configured-fields";
import { type ConfiguredKind, configuredSettings, isNounWithKinds } from "../rules/configured-kinds";
import { type DescribedNoun, nounInFileByName } from "../rules/configured-nouns";
import { configurationKeyHint, isConfigurationKey } from "../rules/key-text";
import { suggestionText } from "../rules/suggestion";
import type { PlacedEntry, PlacedMap } from "./placed-value";
import { readConfiguredSettings } from "./read-settings";
import { readConfiguredFieldValue } from "./read-value";
import { addUnknownNameError, type ConfigurationFileReading, expectPlacedMap, expectShortText } from "./reading";

/** The part of a thing that was read so far. */
interface ThingValues {
  values: Record<string, ConfiguredValue>;
  places: Record<string, FilePlace>;
}

const ownNames = ["was", "kind", "settings"] as const;

/** Reads one field into the values. */
export function readConfiguredField(
  field: ConfiguredField,
  entry: PlacedEntry,
  into: ThingValues,
  reading: ConfigurationFileReading,
): void {
  const value = readConfiguredFieldValue(field, entry.value, reading);
  into.places[field.name] = entry.keyPlace;
  if (value !== undefined) into.values[field.name] = value;
}

/** Returns the key before a rename; null = there was none. */
export function readFormerKey(entry: PlacedEntry | undefined, reading: ConfigurationFileReading): string | null {
  const text = entry ? expectShortText(entry.value, "was", reading) : null;
  if (!entry || text === null) return null;
  return isConfigurationKey(text)
    ? text
    : reading.errors.add(`“${text}” is no key. ${configurationKeyHint}`, entry.value.place);
}

/** Reads the kind of a thing; null = it has none, or after an error. */
function readKind(noun: DescribedNoun, map: PlacedMap, reading: ConfigurationFileReading): ConfiguredKind | null {
  if (!isNounWithKinds(noun)) return null;
  const entry = map.entries.find(({ key }) => key === "kind");
  const kinds = reading.kinds(noun);
  if (!entry) return reading.errors.add(`A ${noun} has a “kind”, such as ${kinds[0]?.kind ?? "http"}.`, map.place);
  const text = expectShortText(entry.value, "kind", reading);
  const found = kinds.find(({ kind }) => kind === text);
  if (found || text === null) return found ?? null;
  const meant = suggestionText(
    text,
    kinds.map(({ kind }) => kind),
  );
  const all = meant === "" ? ` There are: ${kinds.map((each) => each.kind).join(", ")}.` : meant;
  return reading.errors.add(`There is no kind of ${noun} called “${text}”.${all}`, entry.value.place);
}

const article = (word: string) => `${/^[aeiou]/.test(word) ? "an" : "a"} ${word}`;

/** Adds the error for a field that the noun does not have. */
export function addUnknownFieldError(
  noun: DescribedNoun,
  entry: PlacedEntry,
  others: readonly string[],
  reading: ConfigurationFileReading,
) {
  const known = [...configuredFieldsOf(noun).map(({ name }) => name), ...others];
  const { called, notHeld } = nounInFileByName[noun];
  addUnknownNameError(entry, { of: article(called), known, notHeld }, reading);
}

/** Reads one thing of a page. */
export function readConfiguredThing(
  noun: ConfiguredNounName,
  entry: PlacedEntry,
  reading: ConfigurationFileReading,
): ConfiguredThing {
  const { key, keyPlace: place } = entry;
  if (!isConfigurationKey(key)) reading.errors.add(`“${key}” is no key. ${configurationKeyHint}`, place);
  const map = expectPlacedMap(entry.value, `The ${nounInFileByName[noun].called} “${key}”`, reading);
  const hasKinds = isNounWithKinds(noun);
  const into: ThingValues = { values: {}, places: {} };
  const kind = readKind(noun, map, reading);
  if (kind) into.values.kind = kind.kind;
  for (const each of map.entries) {
    const field = configuredFieldOf(noun, each.key);
    if (field) readConfiguredField(field, each, into, reading);
    else if (each.key === "settings" && hasKinds) {
      if (kind) into.values.settings = readConfiguredSettings(kind, each.value, into.places, reading);
    } else if (kind && configuredSettings(kind).some(({ name }) => name === each.key)) {
      reading.errors.add(`“${each.key}” is a setting of ${kind.title}: write it below settings.`, each.keyPlace);
    } else if (each.key !== "was" && !(each.key === "kind" && hasKinds)) {
      addUnknownFieldError(noun, each, hasKinds ? ownNames : ["was"], reading);
    }
  }
  const was = readFormerKey(
    map.entries.find((each) => each.key === "was"),
    reading,
  );
  return { noun, key, was, values: into.values, place, places: into.places };
}
