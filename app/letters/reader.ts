import { isZone } from "~/rules/basics/day";
import type { Words } from "../i18n/words";
import type { Reader } from "./content";
import { timesIn } from "./times";

/** Who reads these words and in this zone: UTC where the zone is none. */
export const readerOf = (words: Words, timeZone: string): Reader => ({
  words,
  times: timesIn(words.language, isZone(timeZone) ? timeZone : "Etc/UTC"),
});
