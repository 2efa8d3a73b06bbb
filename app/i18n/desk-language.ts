import { type Language, languageFor, spokenTag } from "./languages";
import { pseudoLanguage } from "./pseudo";

/** Languages of management; a room without a translation is shown in English, and marked. */
export const deskLanguages: readonly Language[] = ["en", "de", "es", "fr", "pt-BR", "ja", "ar"];

export const isDeskLanguage = (tag: string): tag is Language => deskLanguages.some((each) => each === tag);

/** Returns management's language for a person with this language: the same when it is translated, else English. */
export function deskLanguage(tag: string | null): string {
  if (tag === null || tag === pseudoLanguage) return tag ?? "en";
  const language = languageFor(tag);
  return deskLanguages.includes(language) ? language : "en";
}

/** Returns the locale for dates when management is in `language`: its words, in the format of the person's region. */
export function deskDates(tag: string | null, language = deskLanguage(tag)): string {
  if (tag === null || language === pseudoLanguage) return "en";
  if (language !== "en") return spokenTag(tag);
  const { region } = new Intl.Locale(spokenTag(tag)).maximize();
  return region === undefined || region === "US" ? language : `${language}-${region}`;
}
