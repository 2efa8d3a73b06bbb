import { writtenIn } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { isZone } from "~/time/day";
import type { Reader } from "./content";
import { timesIn } from "./times";

/** Who reads these words and in this zone: UTC where the zone is none. `page` is the language of those who write. */
export const readerOf = (words: Words, timeZone: string, page = words.language): Reader => ({
  words,
  times: timesIn(words.language, isZone(timeZone) ? timeZone : "Etc/UTC"),
  written: writtenIn(page, words.language),
});
