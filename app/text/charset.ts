import { isAscii, isUtf8 } from "node:buffer";
import sniff from "html-encoding-sniffer";
import { mediaType } from "./media-type";
import { hasUtf16Mark, hasUtf32Mark, isBinary, orderless, orderOf } from "./wide-letters";

/** What a Content-Type says of the charset, the first where a proxy wrote two; null = nothing. */
const labelIn = (contentType: string | null): string | null =>
  /;[\t ]*charset[\t ]*=[\t ]*"?([^;",]*)/i.exec(contentType ?? "")?.[1]?.trim() || null;

const isXml = (type: string, beginning: string) =>
  /[/+]xml$/.test(type) ? type !== "text/html" : type === "" && /^\s*<\?xml/.test(beginning);
const isHtml = (type: string, beginning: string) =>
  type === "text/html" || (type === "" && /^\s*<(?:!doctype|html|head)/i.test(beginning));

type Finder = (bytes: Uint8Array, label: string | null) => string;

const none = "x-none";

/** As the HTML standard finds it, and XML with its declaration; of all else by its mark and the header alone. */
function finderFor(type: string, bytes: Uint8Array): Finder {
  const beginning = String.fromCharCode(...bytes.subarray(0, 64));
  const xml = isXml(type, beginning);
  const document = xml || isHtml(type, beginning);
  return (given, label) =>
    sniff(document ? given : given.subarray(0, 3), {
      ...(xml ? { xml } : {}),
      ...(label === null ? {} : { transportLayerEncodingLabel: label }),
      defaultEncoding: none,
    });
}

/** Two bytes are a letter, as a mark at its beginning or the header says. */
export const isUtf16 = (beginning: Uint8Array, contentType: string | null): boolean =>
  hasUtf16Mark(beginning) || /^(?:utf-?16|ucs-?2|unicode|iso-10646)/i.test(labelIn(contentType) ?? "");

export interface Charset {
  /** As TextDecoder calls it. */
  name: string;
  /** Nobody says what it is, or not in a word that is known here. */
  isGuessed: boolean;
  /** What reads as plain ASCII is what was written. */
  isAsciiRead: boolean;
}

/** Nobody can say what stands there. */
const unreadable: Charset = { name: "windows-1252", isGuessed: true, isAsciiRead: false };

const sure = (name: string): Charset => ({ name, isGuessed: false, isAsciiRead: true });

/** Of what was cut in the middle of a letter too; that takes longer, as it is decoded for it. */
function isUtf8SoFar(bytes: Uint8Array): boolean {
  try {
    return isUtf8(bytes) || new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }) !== "";
  } catch {
    return false;
  }
}

/**
 * What nobody says is UTF-8 where it can be. Where a label is not known, ASCII alone proves nothing (ISO-2022 and HZ write all
 * in it); what is binary is UTF-16 or UTF-32, in which not even an ASCII word stands as it is written.
 */
function guessed(bytes: Uint8Array, label: string | null): Charset {
  const isWide = isBinary(bytes);
  if (!isWide && isUtf8SoFar(bytes) && (label === null || !isAscii(bytes))) return sure("utf-8");
  return { name: "windows-1252", isGuessed: true, isAsciiRead: !isWide && (label === null || isAscii(bytes)) };
}

/** Written in ASCII that stands for other letters. */
const shifted = /^(?:unicode-1-1-)?utf-7$|^scsu$|^bocu-1$/i;

const isKnown = (name: string): boolean => {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
};

/**
 * The charset of a document: by its mark, the header, what it says of itself
 * (https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm), or guessed.
 */
export function charsetOf(bytes: Uint8Array, contentType: string | null): Charset {
  const label = labelIn(contentType);
  // Most say so: what they say is found by looking at two bytes.
  if (label && /^utf-?8$/i.test(label) && !hasUtf16Mark(bytes)) return sure("utf-8");
  if (hasUtf32Mark(bytes)) return unreadable;
  if (label && orderless.test(label) && !hasUtf16Mark(bytes)) {
    const order = orderOf(bytes);
    return order ? sure(order) : unreadable;
  }
  if (label && shifted.test(label)) return unreadable;
  const found = finderFor(mediaType(contentType), bytes)(bytes, label);
  if (found !== none && isKnown(found)) return sure(found.toLowerCase());
  return guessed(bytes, label ?? (found === none ? null : found));
}
