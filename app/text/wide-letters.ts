/** Number of bytes that show the type of a file (https://mimesniff.spec.whatwg.org/#resource-header). */
const sniffedBytes = 1445;

/** True for the mark of UTF-32, whose first two bytes are those of UTF-16. */
export const hasUtf32Bom = ([first, second, third, fourth]: Uint8Array) =>
  first === 0xff && second === 0xfe && third === 0 && fourth === 0;

/** Names of UTF-16 without a byte order: the mark gives it, and without one RFC 2781 §4.3 and browsers differ. */
export const utf16NamePattern = /^(?:utf-?16|ucs-2|iso-10646-ucs-2|csunicode|unicode)$/i;

/** Returns the byte order of ASCII letters; null when there are none. */
export function utf16ByteOrder(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  let [even, odd] = [0, 0];
  for (const [at, byte] of bytes.subarray(0, sniffedBytes).entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  if (even === odd) return null;
  return even > odd ? "utf-16be" : "utf-16le";
}

export const hasUtf16Bom = ([first, second]: Uint8Array) =>
  (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);

/** Control characters of texts: those that move the position, and the escape of ISO-2022. */
const usual = new Set([..."\t\n\f\r\x1b"].map((control) => control.charCodeAt(0)));

/**
 * True for bytes that no text in a single-byte charset has (https://mimesniff.spec.whatwg.org/#binary-data-byte); a NUL
 * shows it anywhere.
 */
export function isBinaryContent(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  for (const byte of bytes.subarray(0, sniffedBytes)) if (byte < 0x20 && !usual.has(byte)) return true;
  return false;
}
