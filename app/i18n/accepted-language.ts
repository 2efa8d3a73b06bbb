import Negotiator from "negotiator";
import { localeTagFor, nearestKnownLanguage } from "./languages";

/**
 * Maximum number of headers that are cached. Browsers send a few thousand different ones; each is parsed once while the
 * process lives.
 */
const maxCachedHeaders = 500;
const maxHeaderChars = 200;
const read = new Map<string, string | null>();

/** Returns the first of the visitor's languages that has a catalogue; `*` and unsupported ones are skipped. */
function firstKnown(header: string): string | null {
  const tags = new Negotiator({ headers: { "accept-language": header } }).languages();
  for (const tag of tags) {
    if (nearestKnownLanguage(tag)) return localeTagFor(tag);
  }
  return null;
}

/**
 * Returns the language and region of an `Accept-Language` header (RFC 9110 §12.5.4), or null when it names no language
 * of ours.
 */
export function acceptedLanguage(header: string | null): string | null {
  if (header === null || header.length > maxHeaderChars) return null;
  const known = read.get(header);
  if (known !== undefined) return known;
  const language = firstKnown(header);
  if (read.size >= maxCachedHeaders) read.clear();
  read.set(header, language);
  return language;
}
