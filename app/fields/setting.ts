import type { Field, Fields } from "./fields";

/** One setting of a kind of source, monitor, channel or mailer, as the kind's own schema tells it. */
export interface SettingField {
  name: string;
  title: string;
  /** What stands below the title, where that does not say enough (`.meta({ hint: "Such as …" })`). */
  hint?: string;
  secret: boolean;
  /** Of a secret: the setting with the address that it is sent to (`.meta({ origin: "url" })`). */
  origin?: string;
  /** Nothing works without it. */
  required: boolean;
  /** The only values that it takes; absent = any text. */
  choices?: string[];
  /** How they are called (`.meta({ choices: { fire: "Alert" } })`); absent = by the words that forms share, or as they are. */
  choiceTitles?: Record<string, string>;
  /** What it is when nothing is given. */
  preset?: string;
  /** Stands on a page of its own instead of the form (`.meta({ place: "mapping" })`). */
  place?: string;
  /** Text of so many lines (`.meta({ lines: n })`); absent = one. */
  lines?: number;
}

const nameOf = (setting: string) => `settings.${setting}`;

/** What the form says of settings of all kinds, in the reader's language. */
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

/** The settings of a kind as fields of the form on which they stand. */
export const fieldsOfSettings = (settings: readonly SettingField[], words: SettingWords): Fields =>
  Object.fromEntries(settings.map((setting) => [nameOf(setting.name), fieldOf(setting, words)]));

/** What stands in those fields; what nobody gave is as the kind presets it. */
export const settingValues = (
  settings: readonly SettingField[],
  values: Readonly<Record<string, unknown>>,
): Record<string, string> =>
  Object.fromEntries(settings.map(({ name, preset = "" }) => [nameOf(name), String(values[name] ?? preset)]));
