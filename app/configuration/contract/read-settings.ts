import type { Refusal } from "~/failures/refusal";
import { refusalParseOptions } from "~/fields/issue";
import type { SettingField } from "~/fields/setting";
import type { ConfiguredValue, FilePlace } from "../rules/configuration-types";
import { type ConfiguredKind, configuredSettings } from "../rules/configured-kinds";
import { configuredSettingPath, isNamedSecret } from "../rules/configured-values";
import { isPageSecretName } from "../rules/key-text";
import { suggestionText } from "../rules/suggestion";
import { type PlacedMap, type PlacedValue, placedValueKindText } from "./placed-value";
import {
  addUnknownNameError,
  type ConfigurationFileReading,
  expectPlacedMap,
  expectShortText,
  placeOfValuePart,
} from "./reading";

/** Reads `{ secret: name }`; null after an error. */
function namedSecret(
  setting: SettingField,
  value: PlacedMap,
  reading: ConfigurationFileReading,
): ConfiguredValue | null {
  const [entry, ...others] = value.entries;
  if (entry?.key !== "secret" || others.length > 0)
    return reading.errors.add(`“${setting.name}” is a text, or { secret: name }.`, value.place);
  if (!setting.secret) return reading.errors.add(`“${setting.name}” is not secret: write its value.`, value.place);
  const name = expectShortText(entry.value, "The name of a secret", reading);
  if (name !== null && !isPageSecretName(name))
    return reading.errors.add(
      "The name of a secret has 1–60 lower-case letters, digits, hyphens and underscores.",
      entry.value.place,
    );
  return name === null ? null : { secret: name };
}

function settingValue(
  setting: SettingField,
  value: PlacedValue,
  reading: ConfigurationFileReading,
): ConfiguredValue | null {
  if (value.type === "map") return namedSecret(setting, value, reading);
  if (value.type === "list")
    return reading.errors.add(`“${setting.name}” is a text, and this is ${placedValueKindText(value)}.`, value.place);
  if (value.isMissing) return null;
  return typeof value.value === "string" ? value.value : value.source;
}

type Settings = Record<string, ConfiguredValue>;

/** Adds what the kind's own schema says of the settings that are written here; those that are absent may exist already. */
function checkSettings(kind: ConfiguredKind, settings: Settings, placed: PlacedMap, reading: ConfigurationFileReading) {
  const written = Object.fromEntries(
    Object.entries(settings).filter(([, value]) => value !== "" && !isNamedSecret(value)),
  );
  const parsed = kind.settings.safeParse(written, refusalParseOptions);
  for (const issue of parsed.success ? [] : parsed.error.issues) {
    const name = String(issue.path[0] ?? "");
    if (!Object.hasOwn(written, name)) continue;
    const { choices } = kind.fields.find((each) => each.name === name) ?? {};
    const meant = choices ? suggestionText(String(written[name]), choices) : "";
    const text = reading.sentence(issue.message as Refusal);
    reading.errors.add(`“${configuredSettingPath(name)}”: ${text}${meant}`, placeOfValuePart(placed, [name]));
  }
}

/** Reads the settings of a kind, each with its place. */
export function readConfiguredSettings(
  kind: ConfiguredKind,
  value: PlacedValue,
  places: Record<string, FilePlace>,
  reading: ConfigurationFileReading,
): Settings {
  const placed = expectPlacedMap(value, "settings", reading);
  const known = configuredSettings(kind);
  const settings: Settings = {};
  for (const entry of placed.entries) {
    const setting = known.find(({ name }) => name === entry.key);
    if (!setting) {
      addUnknownNameError(
        entry,
        { of: `the settings of ${kind.title}`, known: known.map(({ name }) => name) },
        reading,
      );
      continue;
    }
    const read = settingValue(setting, entry.value, reading);
    if (read !== null) settings[entry.key] = read;
    places[configuredSettingPath(entry.key)] = entry.keyPlace;
  }
  checkSettings(kind, settings, placed, reading);
  return settings;
}
