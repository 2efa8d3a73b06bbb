import { parseUserAgent } from "../../rules/browser";
import { wordsIn } from "./words/words";

/** Returns a browser's name in our words only, for an email that any stranger may cause; null when it is not known. */
export const knownBrowserText = (userAgent: string | null, language = "en"): string | null =>
  userAgent !== null && parseUserAgent(userAgent) ? browserText(userAgent, language) : null;

/** Returns a name such as "Firefox on Linux" for people to recognise; the user agent itself when it is not known. */
export function browserText(userAgent: string, language = "en"): string {
  const { t } = wordsIn(language);
  const known = parseUserAgent(userAgent);
  if (!known) return userAgent || t("device.unknown");
  const name = t(`browser.${known.browser}`);
  return known.system ? t("device.browser_on_system", { browser: name, system: t(`system.${known.system}`) }) : name;
}
