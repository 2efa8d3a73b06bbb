import { type Language, languageOrEnglish, localeTagFor } from "./languages";
import { pseudoLanguage } from "./pseudo";

/** Languages of management; a room without a translation is shown in English, and marked. */
export const deskLanguages: readonly Language[] = ["en", "de", "es", "fr", "pt-BR", "ja", "ar"];

export const isDeskLanguage = (tag: string): tag is Language => deskLanguages.some((each) => each === tag);

/** Returns management's language for a person with this language: the same when it is translated, else English. */
export function deskLanguageFor(tag: string | null): string {
  if (tag === null || tag === pseudoLanguage) return tag ?? "en";
  const language = languageOrEnglish(tag);
  return deskLanguages.includes(language) ? language : "en";
}

/** Returns the locale for dates when management is in `language`: its words, in the format of the person's region. */
export function deskDateLocale(tag: string | null, language = deskLanguageFor(tag)): string {
  if (tag === null || language === pseudoLanguage) return "en";
  if (language !== "en") return localeTagFor(tag);
  const { region } = new Intl.Locale(localeTagFor(tag)).maximize();
  return region === undefined || region === "US" ? language : `${language}-${region}`;
}
