import { madeOnce } from "./made-once.ts";

/** The languages that all words are there in, each by its own name, in the order of the form. */
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
} as const;
export type Language = keyof typeof languageNames;

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languageNames, tag);

/** Languages that browsers name by the whole of which ours is a part. */
const parts: Record<string, string> = { no: "nb" };

/** A tag with the script and region that it most likely means (CLDR); null where it is none. */
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

const ours = madeOnce(() =>
  (Object.keys(languageNames) as Language[]).map((tag) => ({ tag, locale: new Intl.Locale(tag).maximize() })),
);

/**
 * The language whose words are nearest to a tag such as `de-AT` or `pt`: of the same language and script, best of the
 * same region. Null where none is there: who reads Traditional Chinese is not given Simplified.
 */
export function knownLanguage(tag: string): Language | null {
  if (isLanguage(tag)) return tag;
  const wanted = likely(tag);
  if (!wanted) return null;
  const family = ours().filter(({ locale }) => locale.language === wanted.language && locale.script === wanted.script);
  return (family.find(({ locale }) => locale.region === wanted.region) ?? family[0])?.tag ?? null;
}

/** The same, where something has to be said: else English. */
export const languageFor = (tag: string): Language => knownLanguage(tag) ?? "en";

/**
 * Our language with the reader's region, by which dates and numbers are written: `en-GB`, `de-CH`, `zh-Hans-SG`; without
 * it where it is the usual one.
 */
export function spokenTag(tag: string): string {
  const known = knownLanguage(tag);
  if (known === null) return "en";
  if (tag === known) return known;
  const { region } = new Intl.Locale(tag);
  // Arabic alone is written with Latin digits, Egypt's with its own.
  const usual = known === "ar" ? undefined : new Intl.Locale(known).maximize().region;
  return region === undefined || region === usual ? known : new Intl.Locale(known, { region }).toString();
}

const rightToLeft = new Set(["ar", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** `en-XB` is the pseudo-language, which tries what runs from right to left. */
export const directionOf = (tag: string): "ltr" | "rtl" =>
  rightToLeft.has(tag.split("-")[0] ?? "") || tag === "en-XB" ? "rtl" : "ltr";

/** How a text of its own language is marked among words of another; undefined where they are one. */
export const writtenIn = (written: string, around: string): string | undefined =>
  languageFor(written) === languageFor(around) ? undefined : written;

/** The scripts whose letters stand apart and are no taller than Latin ones. */
const low = new Set(["Latn", "Cyrl", "Grek", "Armn", "Geor"]);
const known = new Map<string, boolean>();

/** Whether headings need more height than Latin ones, and their letters no other distance than the font's. */
export function isTall(tag: string): boolean {
  const kept = known.get(tag);
  if (kept !== undefined) return kept;
  const tall = !low.has(new Intl.Locale(tag).maximize().script ?? "Latn");
  if (known.size < 100) known.set(tag, tall);
  return tall;
}
