import { requestCookieOf, setCookieHeaderText } from "~/auth/cookie";
import { acceptedLanguage } from "~/i18n/accepted-language";
import { isLanguage } from "~/i18n/languages";
import { pseudoLanguage } from "~/i18n/pseudo";
import type { LanguageAndTimeZone } from "~/platform/ctx";
import { isTheme, type Theme } from "~/text/theme";
import { isTimeZone } from "~/time/day";
import { dayMs } from "~/time/durations";

/** A visitor's reading settings; null = unknown, so that the page's settings apply. */
export interface ReaderSettings {
  /** Language tag that has a catalogue, with the region that decides the format of dates. */
  language: string | null;
  timeZone: string | null;
  theme: Theme | null;
}

const cookieName = "reading";
/** Lifetime of the cookie, in ms; the longest that browsers allow. */
export const readerCookieLifetimeMs = 400 * dayMs;

const nothing: ReaderSettings = { language: null, timeZone: null, theme: null };

/** Returns the choices made in the form; unsupported values count as none. */
export function readReaderSettingsCookie(request: Request, origin: string): ReaderSettings {
  const text = requestCookieOf(request, origin, cookieName);
  if (text === null) return nothing;
  const kept = new URLSearchParams(text);
  const [language, timeZone, theme] = [kept.get("language") ?? "", kept.get("zone") ?? "", kept.get("theme")];
  return {
    language: isLanguage(language) ? language : null,
    timeZone: isTimeZone(timeZone) ? timeZone : null,
    theme: isTheme(theme) ? theme : null,
  };
}

/** Returns the value of Set-Cookie that keeps the choices in this browser. */
export function readerSettingsCookieHeader(origin: string, { language, timeZone, theme }: ReaderSettings): string {
  const kept = new URLSearchParams();
  if (language) kept.set("language", language);
  if (timeZone) kept.set("zone", timeZone);
  if (theme) kept.set("theme", theme);
  return setCookieHeaderText(origin, cookieName, kept.toString(), kept.size > 0 ? readerCookieLifetimeMs / 1000 : 0);
}

/** Returns the time zone that Cloudflare derives from the address; no script is needed. */
function networkZone(request: Request): string | null {
  const zone = (request.cf as { timezone?: unknown } | undefined)?.timezone;
  return typeof zone === "string" && isTimeZone(zone) ? zone : null;
}

/** Returns the values given by browser and network, ignoring any choice. */
export const requestLocale = (request: Request): Pick<ReaderSettings, "language" | "timeZone"> => ({
  language: acceptedLanguage(request.headers.get("accept-language")),
  timeZone: networkZone(request),
});

/** Returns the chosen values, else those given by browser and network. */
export function readerSettingsOf(request: Request, origin: string): ReaderSettings {
  const chosen = readReaderSettingsCookie(request, origin);
  const said = requestLocale(request);
  return {
    language: chosen.language ?? said.language,
    timeZone: chosen.timeZone ?? said.timeZone,
    theme: chosen.theme,
  };
}

/** Returns the time zone of the browser's clock, as set by management's script (ui/frame/own-zone). */
function browserZone(request: Request): string | null {
  const zone = /(?:^|;\s*)clock=([\w/+-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  return isTimeZone(zone) ? zone : null;
}

/**
 * Returns management's locale: that of the person's account, else the choice in this browser, else that of its clock
 * and network; a request for the pseudo-language gets it.
 */
export function managementLocaleOf(
  request: Request,
  { language, timeZone }: ReaderSettings,
  own: LanguageAndTimeZone | null,
): LanguageAndTimeZone {
  const trying = request.headers.get("accept-language") === pseudoLanguage;
  return {
    language: trying ? pseudoLanguage : (own?.language ?? language),
    timeZone: own?.timeZone ?? browserZone(request) ?? timeZone,
  };
}

/** Choices as the form names them; "" = the value of browser, network or system. */
export interface ReaderFormValues {
  language: string;
  zone: string;
  theme: string;
}

export const readerFormValues = ({ language, timeZone, theme }: ReaderSettings): ReaderFormValues => ({
  language: language ?? "",
  zone: timeZone ?? "",
  theme: theme ?? "",
});

/** Reads the values of the form, or returns the names of the fields whose values are not supported. */
export function parseReaderForm({
  language,
  zone,
  theme,
}: ReaderFormValues): { reader: ReaderSettings } | { wrong: (keyof ReaderFormValues)[] } {
  const reader: ReaderSettings = {
    language: isLanguage(language) ? language : null,
    timeZone: isTimeZone(zone) ? zone : null,
    theme: isTheme(theme) ? theme : null,
  };
  const wrong: (keyof ReaderFormValues)[] = [];
  if (language !== "" && reader.language === null) wrong.push("language");
  if (zone !== "" && reader.timeZone === null) wrong.push("zone");
  if (theme !== "" && reader.theme === null) wrong.push("theme");
  return wrong.length > 0 ? { wrong } : { reader };
}
