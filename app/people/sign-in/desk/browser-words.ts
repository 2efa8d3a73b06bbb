import { browserIn } from "../../rules/browser";
import { wordsIn } from "./words/words";

/** In words of ours only, for a mail that anybody may cause; null where it is not known. */
export const knownBrowser = (userAgent: string | null, language = "en"): string | null =>
  userAgent !== null && browserIn(userAgent) ? browserWords(userAgent, language) : null;

/** "Firefox on Linux" for people to recognise; the browser's own words where none is known. */
export function browserWords(userAgent: string, language = "en"): string {
  const { t } = wordsIn(language);
  const known = browserIn(userAgent);
  if (!known) return userAgent || t("device.unknown");
  const name = t(`browser.${known.browser}`);
  return known.system ? t("device.browser_on_system", { browser: name, system: t(`system.${known.system}`) }) : name;
}
