import { wordsIn } from "./words";
import type english from "./words/en.json";

const browsers: [RegExp, keyof typeof english.browser][] = [
  [/\bEdg\//, "edge"],
  [/\bOPR\//, "opera"],
  [/\bFirefox\//, "firefox"],
  [/Chrome\//, "chrome"],
  [/\bSafari\//, "safari"],
];

const systems: [RegExp, keyof typeof english.system][] = [
  [/\b(iPhone|iPad)\b/, "ios"],
  [/\bAndroid\b/, "android"],
  [/\bWindows\b/, "windows"],
  [/\bMac OS X\b/, "macos"],
  [/\bLinux\b/, "linux"],
];

const find = <Name>(table: [RegExp, Name][], text: string) => table.find(([pattern]) => pattern.test(text))?.[1];

/** In words of ours only, for a mail that anybody may cause; null where it is not known. */
export function knownBrowser(userAgent: string | null, language = "en"): string | null {
  const known = userAgent !== null && find(browsers, userAgent) !== undefined;
  return known ? browserWords(userAgent, language) : null;
}

/** "Firefox on Linux" for people to recognise; the browser's own words where none is known. */
export function browserWords(userAgent: string, language = "en"): string {
  const { t } = wordsIn(language);
  const browser = find(browsers, userAgent);
  const system = find(systems, userAgent);
  if (!browser) return userAgent || t("device.unknown");
  const name = t(`browser.${browser}`);
  return system ? t("device.browser_on_system", { browser: name, system: t(`system.${system}`) }) : name;
}
