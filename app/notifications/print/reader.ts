import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { isZone } from "~/time/day";
import type { EmailReader } from "./content";
import { timesIn } from "./times";

/**
 * Returns the reader with these words and this zone; UTC when the zone is invalid. `page` is the language of the page's
 * people.
 */
export const readerOf = (words: Words, timeZone: string, page = words.language): EmailReader => ({
  words,
  times: timesIn(words.language, isZone(timeZone) ? timeZone : "Etc/UTC"),
  written: langAttribute(page, words.language),
});
