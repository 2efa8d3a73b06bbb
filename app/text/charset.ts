import { isAscii, isUtf8 } from "node:buffer";
import sniff from "html-encoding-sniffer";
import { mediaTypeOf } from "./media-type";
import { hasUtf16Bom, hasUtf32Bom, isBinaryContent, utf16ByteOrder, utf16NamePattern } from "./wide-letters";

/** Returns the charset of a Content-Type, the first when a proxy wrote two; null = none. */
const labelIn = (contentType: string | null): string | null =>
  /;[\t ]*charset[\t ]*=[\t ]*"?([^;",]*)/i.exec(contentType ?? "")?.[1]?.trim() || null;

const isXml = (type: string, beginning: string) =>
  /[/+]xml$/.test(type) ? type !== "text/html" : type === "" && /^\s*<\?xml/.test(beginning);
const isHtml = (type: string, beginning: string) =>
  type === "text/html" || (type === "" && /^\s*<(?:!doctype|html|head)/i.test(beginning));

type CharsetFinder = (bytes: Uint8Array, label: string | null) => string;

const none = "x-none";

/**
 * Returns a finder: by the HTML standard for HTML, by the declaration for XML, and for all else by the byte order mark
 * and the header alone.
 */
function finderFor(type: string, bytes: Uint8Array): CharsetFinder {
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

/** True when two bytes are a letter, according to a mark at the start or the header. */
export const isUtf16 = (beginning: Uint8Array, contentType: string | null): boolean =>
  hasUtf16Bom(beginning) || /^(?:utf-?16|ucs-?2|unicode|iso-10646)/i.test(labelIn(contentType) ?? "");

export interface Charset {
  /** Name for TextDecoder. */
  name: string;
  /** True when no charset is named, or only an unknown one. */
  isGuessed: boolean;
  /** True when text that reads as plain ASCII is what was written. */
  isAsciiRead: boolean;
}

/** Charset of content that cannot be decoded. */
const unreadable: Charset = { name: "windows-1252", isGuessed: true, isAsciiRead: false };

const sure = (name: string): Charset => ({ name, isGuessed: false, isAsciiRead: true });

/** Also accepts content that was cut in the middle of a letter; that takes longer, as it has to be decoded. */
function isUtf8SoFar(bytes: Uint8Array): boolean {
  try {
    return isUtf8(bytes) || new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true }) !== "";
  } catch {
    return false;
  }
}

/**
 * Content without a label is UTF-8 when it is valid as such. With an unknown label, ASCII alone proves nothing
 * (ISO-2022 and HZ write everything in it); binary content is UTF-16 or UTF-32, where not even an ASCII word has its
 * usual bytes.
 */
function guessed(bytes: Uint8Array, label: string | null): Charset {
  const isWide = isBinaryContent(bytes);
  if (!isWide && isUtf8SoFar(bytes) && (label === null || !isAscii(bytes))) return sure("utf-8");
  return { name: "windows-1252", isGuessed: true, isAsciiRead: !isWide && (label === null || isAscii(bytes)) };
}

/** Encodings in which ASCII bytes mean other letters. */
const shifted = /^(?:unicode-1-1-)?utf-7$|^scsu$|^bocu-1$/i;

const isKnown = (name: string): boolean => {
  try {
    return new TextDecoder(name).encoding !== "";
  } catch {
    return false;
  }
};

/**
 * Returns the charset of a document: by its mark, the header, its own declaration
 * (https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm), or guessed.
 */
export function detectCharset(bytes: Uint8Array, contentType: string | null): Charset {
  const label = labelIn(contentType);
  // Most documents say UTF-8, which two bytes are enough to confirm.
  if (label && /^utf-?8$/i.test(label) && !hasUtf16Bom(bytes)) return sure("utf-8");
  if (hasUtf32Bom(bytes)) return unreadable;
  if (label && utf16NamePattern.test(label) && !hasUtf16Bom(bytes)) {
    const order = utf16ByteOrder(bytes);
    return order ? sure(order) : unreadable;
  }
  if (label && shifted.test(label)) return unreadable;
  const found = finderFor(mediaTypeOf(contentType), bytes)(bytes, label);
  if (found !== none && isKnown(found)) return sure(found.toLowerCase());
  return guessed(bytes, label ?? (found === none ? null : found));
}
