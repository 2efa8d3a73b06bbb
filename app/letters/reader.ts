import { isZone } from "~/rules/basics/day";
import { words } from "../i18n/words";
import type { Reader } from "./content";
import { timesIn } from "./times";

/** Who reads in this language and zone: English where the language is not there yet, UTC where the zone is none. */
export function readerOf(language: string, timeZone: string): Reader {
  const spoken = words(language);
  return { words: spoken, times: timesIn(spoken.language, isZone(timeZone) ? timeZone : "Etc/UTC") };
}
