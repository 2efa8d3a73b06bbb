import { dates } from "../i18n/dates";
import { words } from "../i18n/words";
import type { Reader } from "./content";

/** Who reads in this language and zone; a language that is not there yet is read in English. */
export function readerOf(language: string, timeZone: string): Reader {
  const spoken = words(language);
  return { words: spoken, dates: dates(spoken.language, timeZone) };
}
