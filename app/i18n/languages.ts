import { lazyValue } from "./lazy.ts";

/** Languages with a full catalogue, each by its own name, in the order of the form. */
export const languageNames = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  "pt-BR": "Português (Brasil)",
  ja: "日本語",
  "zh-Hans": "简体中文",
  ar: "العربية",
  he: "עברית",
  hi: "हिन्दी",
  nl: "Nederlands",
  it: "Italiano",
  pl: "Polski",
  uk: "Українська",
  tr: "Türkçe",
  ko: "한국어",
  id: "Bahasa Indonesia",
} as const;
export type Language = keyof typeof languageNames;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

/** Languages that browsers name by a broader code than ours. */
const parts: Record<string, string> = { no: "nb" };

/** Returns a tag with its most likely script and region (CLDR); null when it is not a valid tag. */
function likely(tag: string): Intl.Locale | null {
  try {
    const locale = new Intl.Locale(tag);
    return new Intl.Locale(parts[locale.language] ?? locale.language, {
      ...(locale.script ? { script: locale.script } : {}),
      ...(locale.region ? { region: locale.region } : {}),
    }).maximize();
  } catch {
    return null;
  }
}

const ours = lazyValue(() =>
  (Object.keys(languageNames) as Language[]).map((tag) => ({ tag, locale: new Intl.Locale(tag).maximize() })),
);

/**
 * Returns the nearest language with a catalogue for a tag such as `de-AT` or `pt`: of the same language and script,
 * preferably of the same region. Null when there is none: a reader of Traditional Chinese does not get Simplified.
 */
export function nearestKnownLanguage(tag: string): Language | null {
  if (isLanguage(tag)) return tag;
  const wanted = likely(tag);
  if (!wanted) return null;
  const family = ours().filter(({ locale }) => locale.language === wanted.language && locale.script === wanted.script);
  return (family.find(({ locale }) => locale.region === wanted.region) ?? family[0])?.tag ?? null;
}

/** Returns the same for texts that must have a language: English when there is none. */
export const languageOrEnglish = (tag: string): Language => nearestKnownLanguage(tag) ?? "en";

/**
 * Returns our language with the visitor's region, which decides the format of dates and numbers: `en-GB`, `de-CH`,
 * `zh-Hans-SG`; without the region when it is the usual one.
 */
export function localeTagFor(tag: string): string {
  const known = nearestKnownLanguage(tag);
  if (known === null) return "en";
  if (tag === known) return known;
  const { region } = new Intl.Locale(tag);
  // Plain Arabic is written with Latin digits, that of Egypt with its own.
  const usual = known === "ar" ? undefined : new Intl.Locale(known).maximize().region;
  return region === undefined || region === usual ? known : new Intl.Locale(known, { region }).toString();
}

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** Returns the writing direction. `en-XB` is the pseudo-language, which tests right-to-left layouts. */
export const textDirection = (tag: string): "ltr" | "rtl" =>
  rightToLeft.has(tag.split("-")[0] ?? "") || tag === "en-XB" ? "rtl" : "ltr";

/** Returns the `lang` mark of a text among words of another language; undefined when both are the same. */
export const langAttribute = (written: string, around: string): string | undefined =>
  languageOrEnglish(written) === languageOrEnglish(around) ? undefined : written;

/** Scripts with separate letters that are no taller than Latin ones. */
const low = new Set(["Latn", "Cyrl", "Grek", "Armn", "Geor"]);
const known = new Map<string, boolean>();

/** Returns true when headings need more height than in Latin script, and the font's own letter spacing. */
export function hasTallScript(tag: string): boolean {
  const kept = known.get(tag);
  if (kept !== undefined) return kept;
  const tall = !low.has(new Intl.Locale(tag).maximize().script ?? "Latn");
  if (known.size < 100) known.set(tag, tall);
  return tall;
}
