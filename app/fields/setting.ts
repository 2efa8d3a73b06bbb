import type { Field, Fields } from "./fields";

/** One setting of a kind of source, monitor, channel or mailer, as defined by the schema of that kind. */
export interface SettingField {
  name: string;
  title: string;
  /** Explanation below the title, when the title is not enough (`.meta({ hint: "Such as …" })`). */
  hint?: string;
  secret: boolean;
  /** Name of the setting with the address that a secret is sent to (`.meta({ origin: "url" })`). */
  origin?: string;
  /** True when nothing works without it. */
  required: boolean;
  /** The only values allowed; absent = any text. */
  choices?: string[];
  /**
   * Titles of the choices (`.meta({ choices: { fire: "Alert" } })`); absent = the words that forms share, or the values
   * themselves.
   */
  choiceTitles?: Record<string, string>;
  /** Value when nothing is given. */
  preset?: string;
  /** Page that shows it instead of the form (`.meta({ place: "mapping" })`). */
  place?: string;
  /** Number of lines of the text (`.meta({ lines: n })`); absent = one. */
  lines?: number;
}

const nameOf = (setting: string) => `settings.${setting}`;

/** Words that the form uses for settings of all kinds, in the person's language. */
export interface SettingWords {
  choices: Readonly<Record<string, string>>;
  secretHint: string;
}

const saying = ({ title, hint }: SettingField) => ({ label: title, short: title, ...(hint ? { hint } : {}) });

function secretOf(setting: SettingField, { secretHint }: SettingWords): Field {
  const { hint, required, origin, lines } = setting;
  return {
    kind: "secret",
    says: { ...saying(setting), hint: hint ? `${hint} ${secretHint}` : secretHint },
    keptAs: "mask",
    required,
    ...(origin ? { origin: nameOf(origin) } : {}),
    ...(lines ? { rows: lines } : {}),
  };
}

function fieldOf(setting: SettingField, words: SettingWords): Field {
  const { secret, required, choices, choiceTitles, preset, lines } = setting;
  const says = saying(setting);
  if (secret) return secretOf(setting, words);
  if (choices) {
    const titles = { ...words.choices, ...choiceTitles };
    return { kind: "choice", says: { ...says, choices: titles }, choices, initial: preset ?? "" };
  }
  if (lines) return { kind: "text", says, rows: lines, longest: 20_000 };
  return { kind: "line", says, required, literal: true };
}

/** Returns the settings of a kind as fields of their form. */
export const fieldsOfSettings = (settings: readonly SettingField[], words: SettingWords): Fields =>
  Object.fromEntries(settings.map((setting) => [nameOf(setting.name), fieldOf(setting, words)]));

/** Returns the values of those fields; a setting without a value has the preset of its kind. */
export const settingValues = (
  settings: readonly SettingField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(settings.map(({ name, preset = "" }) => [nameOf(name), String(values[name] ?? preset)]));
