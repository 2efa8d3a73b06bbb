import { secretMask } from "~/fields/secret";
import type { SettingField } from "~/fields/setting";
import type { ConfiguredValue, ConfiguredValues } from "./configuration-types";
import { configuredFieldOf, configuredFieldsOf } from "./configured-fields";
import { type ConfiguredKind, configuredSettings, isNounWithKinds } from "./configured-kinds";
import type { DescribedNoun } from "./configured-nouns";
import { type ReferenceLookup, resolveReferences } from "./configured-references";

export const isValueObject = (
  value: ConfiguredValue | undefined,
): value is { readonly [name: string]: ConfiguredValue } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Value of a setting that stands for a secret of the page. */
export interface NamedSecret {
  readonly [name: string]: ConfiguredValue;
  readonly secret: string;
}

export const isNamedSecret = (value: ConfiguredValue | undefined): value is NamedSecret =>
  isValueObject(value) && typeof value.secret === "string" && Object.keys(value).length === 1;

/** Returns the fields of the API, with its names; the values are the same, with ids for things. */
export const apiValuesOf = (noun: DescribedNoun, values: ConfiguredValues): ConfiguredValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [configuredFieldOf(noun, name)?.apiName ?? name, value]),
  );

/** Returns what a file may hold of an answer of the API; things are still named by their ids. */
export function configuredValuesOf(noun: DescribedNoun, given: Readonly<Record<string, unknown>>): ConfiguredValues {
  const fields = configuredFieldsOf(noun).flatMap(({ name, apiName }): [string, ConfiguredValue][] =>
    given[apiName] === undefined ? [] : [[name, given[apiName] as ConfiguredValue]],
  );
  const ofKind = isNounWithKinds(noun) ? (["kind", "settings"] as const) : [];
  const kindValues = ofKind.flatMap((name): [string, ConfiguredValue][] =>
    given[name] === undefined ? [] : [[name, given[name] as ConfiguredValue]],
  );
  return Object.fromEntries([...kindValues, ...fields]);
}

const settingPrefix = "settings.";

export const configuredSettingPath = (name: string): string => `${settingPrefix}${name}`;

/** Returns the setting's own name; null for another field. */
export const settingNameOf = (path: string): string | null =>
  path.startsWith(settingPrefix) ? path.slice(settingPrefix.length) : null;

/** Returns each value with the name under which it is owned and planned: each setting is a field of its own. */
export function flattenConfiguredValues(values: ConfiguredValues): [path: string, value: ConfiguredValue][] {
  return Object.entries(values).flatMap(([name, value]): [string, ConfiguredValue][] =>
    name === "settings" && isValueObject(value)
      ? Object.entries(value).map(([setting, each]) => [configuredSettingPath(setting), each])
      : [[name, value]],
  );
}

const plainText = (text: string) => text.replaceAll("\r\n", "\n").trim();

/** Orders what has no order, so that two values are equal when their texts are. */
function orderedValue(value: ConfiguredValue): ConfiguredValue {
  if (typeof value === "string") return plainText(value);
  if (Array.isArray(value)) return value.map(orderedValue);
  if (!isValueObject(value)) return value;
  const sorted = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(sorted.map(([name, each]) => [name, orderedValue(each)]));
}

const settingText = (value: ConfiguredValue | undefined): string =>
  value === null || value === undefined ? "" : plainText(String(value));

export const settingFieldOf = (kind: ConfiguredKind | undefined, path: string): SettingField | undefined => {
  const setting = settingNameOf(path);
  return setting === null || !kind ? undefined : configuredSettings(kind).find(({ name }) => name === setting);
};

/** Returns a field's value in the one form in which it is compared; things are named by ids. */
export function toComparableFieldValue(
  noun: DescribedNoun,
  path: string,
  value: ConfiguredValue | undefined,
  kind?: ConfiguredKind,
): ConfiguredValue | undefined {
  if (settingNameOf(path) !== null) {
    if (isNamedSecret(value)) return value;
    return settingText(value) || (settingFieldOf(kind, path)?.preset ?? "");
  }
  const field = configuredFieldOf(noun, path);
  const given = value === undefined ? field?.initial : value;
  if (given === undefined) return undefined;
  const isUnordered = field?.field?.kind === "several" || field?.field?.kind === "set";
  if (isUnordered && Array.isArray(given)) return given.map(String).sort();
  if (field?.name === "match" && isValueObject(given)) return orderedValue(withoutEmptyParts(given));
  return orderedValue(given);
}

/** Drops conditions of a match that say nothing. */
const withoutEmptyParts = (value: { readonly [name: string]: ConfiguredValue }) =>
  Object.fromEntries(
    Object.entries(value)
      .map(([name, each]): [string, ConfiguredValue] => [name, Array.isArray(each) ? each.toSorted() : each])
      .filter(
        ([, each]) => each !== null && each !== "" && !(typeof each === "object" && Object.keys(each).length === 0),
      ),
  );

export const areEqualConfiguredValues = (
  one: ConfiguredValue | undefined,
  other: ConfiguredValue | undefined,
): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns each field of a thing in the form of which a digest is kept after a file was applied. `lookup` finds ids of
 * the things that are named by keys.
 */
export function digestibleFields(
  noun: DescribedNoun,
  values: ConfiguredValues,
  lookup: ReferenceLookup,
  kind?: ConfiguredKind,
): [path: string, value: ConfiguredValue][] {
  const { values: resolved } = resolveReferences(noun, values, lookup);
  return flattenConfiguredValues(resolved).map(([path, value]) => [
    path,
    toComparableFieldValue(noun, path, value, kind) ?? null,
  ]);
}

/** Returns a value as a plan may show it: a secret is struck out, the name of one is not. */
export const maskSecretValue = (value: ConfiguredValue | undefined, isSecret: boolean): ConfiguredValue | undefined =>
  isSecret && value !== undefined && value !== null && value !== "" && !isNamedSecret(value) ? secretMask : value;
