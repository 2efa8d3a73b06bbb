import { spokenTag } from "./languages";
import { pseudoLanguage } from "./pseudo";

/** The languages that every room of management has a catalogue in. */
const translated: readonly string[] = ["en"];

/** Management's language for who reads this one: the same where it is translated, else English. */
export function deskLanguage(tag: string | null): string {
  if (tag === pseudoLanguage) return tag;
  const base = tag === null ? "en" : spokenTag(tag).split("-")[0];
  return translated.find((each) => each === base) ?? "en";
}

/** By which dates are written there: in its words, in the order and digits' manner of the reader's region. */
export function deskDates(tag: string | null): string {
  const language = deskLanguage(tag);
  if (tag === null || language === pseudoLanguage) return "en";
  const { region } = new Intl.Locale(spokenTag(tag)).maximize();
  return region === undefined || region === "US" ? language : `${language}-${region}`;
}
