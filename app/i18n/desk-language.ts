import { type Language, languageFor, spokenTag } from "./languages";
import { pseudoLanguage } from "./pseudo";

/** The languages that management speaks; a room that one of them lacks is in English, and marked. */
export const deskLanguages: readonly Language[] = ["en", "de", "es", "fr", "pt-BR", "ja", "ar"];

export const isDeskLanguage = (tag: string): tag is Language => deskLanguages.some((each) => each === tag);

/** Management's language for who reads this one: the same where it is translated, else English. */
export function deskLanguage(tag: string | null): string {
  if (tag === null || tag === pseudoLanguage) return tag ?? "en";
  const language = languageFor(tag);
  return deskLanguages.includes(language) ? language : "en";
}

/** By which dates are written where management speaks `language`: in its words, in the manner of the reader's region. */
export function deskDates(tag: string | null, language = deskLanguage(tag)): string {
  if (tag === null || language === pseudoLanguage) return "en";
  if (language !== "en") return spokenTag(tag);
  const { region } = new Intl.Locale(spokenTag(tag)).maximize();
  return region === undefined || region === "US" ? language : `${language}-${region}`;
}
