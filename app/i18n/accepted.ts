import Negotiator from "negotiator";
import { knownLanguage, spokenTag } from "./languages";

/** Browsers send a few thousand different ones; each is read once while the process lives. */
const keptHeaders = 500;
const longest = 200;
const read = new Map<string, string | null>();

/** The first of the reader's languages that there are words in; `*` and what is not there are passed over. */
function firstKnown(header: string): string | null {
  const tags = new Negotiator({ headers: { "accept-language": header } }).languages();
  for (const tag of tags) {
    if (knownLanguage(tag)) return spokenTag(tag);
  }
  return null;
}

/** The language and region of an `Accept-Language` header (RFC 9110 §12.5.4), or null where it names none of ours. */
export function acceptedLanguage(header: string | null): string | null {
  if (header === null || header.length > longest) return null;
  const known = read.get(header);
  if (known !== undefined) return known;
  const language = firstKnown(header);
  if (read.size >= keptHeaders) read.clear();
  read.set(header, language);
  return language;
}
