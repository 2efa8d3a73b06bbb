import type { Field, Fields } from "./fields";

/** One setting of a kind of source, monitor, channel or mailer, as the kind's own schema tells it. */
export interface SettingField {
  name: string;
  title: string;
  secret: boolean;
  /** Of a secret: the setting with the address that it is sent to (`.meta({ origin: "url" })`). */
  origin?: string;
  /** Nothing works without it. */
  required: boolean;
  /** The only values that it takes; absent = any text. */
  choices?: string[];
  /** What it is when nothing is given. */
  preset?: string;
  /** Stands on a page of its own instead of the form (`.meta({ place: "mapping" })`). */
  place?: string;
  /** Text of so many lines (`.meta({ lines: n })`); absent = one. */
  lines?: number;
}

const nameOf = (setting: string) => `settings.${setting}`;

function secretOf({ title, required, origin, lines }: SettingField): Field {
  return {
    kind: "secret",
    label: title,
    hint: "Secret: shown as dots once it is saved.",
    keptAs: "mask",
    required,
    ...(origin ? { origin: nameOf(origin) } : {}),
    ...(lines ? { rows: lines } : {}),
  };
}

function fieldOf(setting: SettingField, words: Readonly<Record<string, string>>): Field {
  const { title, secret, required, choices, preset, lines } = setting;
  if (secret) return secretOf(setting);
  if (choices) {
    const offered = Object.fromEntries(choices.map((each) => [each, words[each] ?? each]));
    return { kind: "choice", label: title, choices: offered, initial: preset ?? "" };
  }
  if (lines) return { kind: "text", label: title, rows: lines, longest: 20_000 };
  return { kind: "line", label: title, required, literal: true };
}

/** The settings of a kind as fields of the form on which they stand. `words`: of the values that may be chosen. */
export const fieldsOfSettings = (settings: readonly SettingField[], words: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(settings.map((setting) => [nameOf(setting.name), fieldOf(setting, words)]));

/** What stands in those fields; what nobody gave is as the kind presets it. */
export const settingValues = (
  settings: readonly SettingField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(settings.map(({ name, preset = "" }) => [nameOf(name), String(values[name] ?? preset)]));
