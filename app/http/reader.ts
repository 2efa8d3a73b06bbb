import { cookieLine, cookieOf } from "~/auth/cookie";
import { acceptedLanguage } from "~/i18n/accepted";
import { isLanguage } from "~/i18n/languages";
import { pseudoLanguage } from "~/i18n/pseudo";
import type { Locale } from "~/platform/ctx";
import { isTheme, type Theme } from "~/text/theme";
import { isZone } from "~/time/day";

/** How one reader wants to read; null = they and their network say nothing, so the page decides. */
export interface Reader {
  /** A tag that words are there for, with the region that dates are written by. */
  language: string | null;
  timeZone: string | null;
  theme: Theme | null;
}

const cookieName = "reading";
/** In ms; the longest that browsers allow. */
export const readingKept = 400 * 86_400_000;

const nothing: Reader = { language: null, timeZone: null, theme: null };

/** What was chosen by the form; what is no choice of ours counts as none. */
export function choicesOf(request: Request, origin: string): Reader {
  const text = cookieOf(request, origin, cookieName);
  if (text === null) return nothing;
  const kept = new URLSearchParams(text);
  const [language, timeZone, theme] = [kept.get("language") ?? "", kept.get("zone") ?? "", kept.get("theme")];
  return {
    language: isLanguage(language) ? language : null,
    timeZone: isZone(timeZone) ? timeZone : null,
    theme: isTheme(theme) ? theme : null,
  };
}

/** Value of Set-Cookie that keeps the choices in this browser. */
export function readingCookie(origin: string, { language, timeZone, theme }: Reader): string {
  const kept = new URLSearchParams();
  if (language) kept.set("language", language);
  if (timeZone) kept.set("zone", timeZone);
  if (theme) kept.set("theme", theme);
  return cookieLine(origin, cookieName, kept.toString(), kept.size > 0 ? readingKept / 1000 : 0);
}

/** The zone as Cloudflare tells it by the address; no script needed. */
function networkZone(request: Request): string | null {
  const zone = (request.cf as { timezone?: unknown } | undefined)?.timezone;
  return typeof zone === "string" && isZone(zone) ? zone : null;
}

/** What browser and network say, whatever was chosen. */
export const saidOf = (request: Request): Pick<Reader, "language" | "timeZone"> => ({
  language: acceptedLanguage(request.headers.get("accept-language")),
  timeZone: networkZone(request),
});

/** What was chosen, else what browser and network say. */
export function readerOf(request: Request, origin: string): Reader {
  const chosen = choicesOf(request, origin);
  const said = saidOf(request);
  return {
    language: chosen.language ?? said.language,
    timeZone: chosen.timeZone ?? said.timeZone,
    theme: chosen.theme,
  };
}

/** Of the browser's own clock, as management's script says it (ui/frame/own-zone). */
function browserZone(request: Request): string | null {
  const zone = /(?:^|;\s*)clock=([\w/+-]+)/.exec(request.headers.get("cookie") ?? "")?.[1] ?? "";
  return isZone(zone) ? zone : null;
}

/** How management reads: as the person's account says, else as they chose in this browser, else as its clock and network say; who tries the pseudo-language gets it. */
export function personLocale(request: Request, { language, timeZone }: Reader, own: Locale | null): Locale {
  const trying = request.headers.get("accept-language") === pseudoLanguage;
  return {
    language: trying ? pseudoLanguage : (own?.language ?? language),
    timeZone: own?.timeZone ?? browserZone(request) ?? timeZone,
  };
}

/** As a form names them; "" = as browser, network or system say. */
export interface Choices {
  language: string;
  zone: string;
  theme: string;
}

export const typedChoices = ({ language, timeZone, theme }: Reader): Choices => ({
  language: language ?? "",
  zone: timeZone ?? "",
  theme: theme ?? "",
});

/** What was typed into the form, or the names of the fields that hold none of what can be chosen. */
export function readChoices({ language, zone, theme }: Choices): { reader: Reader } | { wrong: (keyof Choices)[] } {
  const reader: Reader = {
    language: isLanguage(language) ? language : null,
    timeZone: isZone(zone) ? zone : null,
    theme: isTheme(theme) ? theme : null,
  };
  const wrong: (keyof Choices)[] = [];
  if (language !== "" && reader.language === null) wrong.push("language");
  if (zone !== "" && reader.timeZone === null) wrong.push("zone");
  if (theme !== "" && reader.theme === null) wrong.push("theme");
  return wrong.length > 0 ? { wrong } : { reader };
}
