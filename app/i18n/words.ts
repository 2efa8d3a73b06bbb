import { createInstance } from "i18next";
import { directionOf, type Language, languageFor } from "./languages";
import { readLocale, type WordKey } from "./locales";

export type { WordKey } from "./locales";

type Values = Record<string, string | number>;

/** The words of one language. */
export interface Words {
  language: Language;
  direction: "ltr" | "rtl";
  /** `count` chooses the plural form by the rules of the language; values are not escaped (React does that). */
  t(key: WordKey, values?: Values): string;
  /** Hundredths of a percent as "99.98%". */
  percent(hundredths: number): string;
  number(value: number): string;
  /** "a, b and c" as the language says it. */
  list(parts: readonly string[]): string;
}

const namespace = "translation";

const latin = /\p{Script=Latin}/u;

const settings = { fallbackLng: "en", initAsync: false, interpolation: { escapeValue: false } };

/** Of one language and English, which stands in where it has no word. */
function translator(language: Language) {
  const instance = createInstance();
  const resources = { en: { [namespace]: readLocale("en") }, [language]: { [namespace]: readLocale(language) } };
  instance.init({ ...settings, resources });
  return instance.getFixedT(language, namespace);
}

/**
 * Numbers in the digits of the language. A name in Latin letters within right-to-left words is isolated (Unicode
 * UAX #9 §2.4), or its punctuation and its neighbours would change places.
 */
function written(value: string | number, { format, direction }: { format: Intl.NumberFormat; direction: string }) {
  if (typeof value === "number") return format.format(value);
  return direction === "rtl" && latin.test(value) ? `\u2068${value}\u2069` : value;
}

/** i18next takes 4 µs for a word, a page has hundreds: those that come again are kept. */
const keptWords = 2000;

function remembering(translate: (key: string, values: Values) => string): Words["t"] {
  const kept = new Map<string, string>();
  return (key, values) => {
    const name = values ? `${key}${JSON.stringify(values)}` : key;
    const known = kept.get(name);
    if (known !== undefined) return known;
    if (kept.size >= keptWords) kept.clear();
    const word = translate(key, values ?? {});
    kept.set(name, word);
    return word;
  };
}

function make(language: Language): Words {
  const translate = translator(language);
  const percent = new Intl.NumberFormat(language, { style: "percent", minimumFractionDigits: 2 });
  const direction = directionOf(language);
  const plain = new Intl.NumberFormat(language);
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const spell = (values: Values) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, written(value, { format: plain, direction })]),
    );
  return {
    language,
    direction,
    t: remembering((key, values) =>
      translate(key, {
        ...(values.count === undefined ? {} : { count: Number(values.count) }),
        replace: spell(values),
      }),
    ),
    percent: (hundredths) => percent.format(hundredths / 10_000),
    number: (value) => plain.format(value),
    list: (parts) => list.format(parts),
  };
}

const made = new Map<Language, Words>();

/** The words for a page's language tag, made once per process. */
export function words(tag: string): Words {
  const language = languageFor(tag);
  const known = made.get(language);
  if (known) return known;
  const fresh = make(language);
  made.set(language, fresh);
  return fresh;
}
