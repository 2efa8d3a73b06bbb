import { langAttribute } from "~/i18n/languages";
import type { Words } from "~/i18n/words";
import { isTimeZone } from "~/time/day";
import type { EmailReader } from "./content";
import { emailTimesIn } from "./times";

/**
 * Returns the reader with these words and this zone; UTC when the zone is invalid. `page` is the language of the page's
 * people.
 */
export const emailReaderOf = (words: Words, timeZone: string, page = words.language): EmailReader => ({
  words,
  times: emailTimesIn(words.language, isTimeZone(timeZone) ? timeZone : "Etc/UTC"),
  written: langAttribute(page, words.language),
});
