/** So many bytes show what a file is (https://mimesniff.spec.whatwg.org/#resource-header). */
const shown = 1445;

/** Of UTF-32, whose first two bytes are those of UTF-16. */
export const hasUtf32Mark = ([first, second, third, fourth]: Uint8Array) =>
  first === 0xff && second === 0xfe && third === 0 && fourth === 0;

/** What says of UTF-16 not which byte comes first: the mark does, and without one RFC 2781 §4.3 and browsers differ. */
export const orderless = /^(?:utf-?16|ucs-2|iso-10646-ucs-2|csunicode|unicode)$/i;

/** The order in which ASCII letters stand; null where there are none. */
export function orderOf(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  let [even, odd] = [0, 0];
  for (const [at, byte] of bytes.subarray(0, shown).entries()) {
    if (byte !== 0) continue;
    if (at % 2 === 0) even++;
    else odd++;
  }
  if (even === odd) return null;
  return even > odd ? "utf-16be" : "utf-16le";
}

export const hasUtf16Mark = ([first, second]: Uint8Array) =>
  (first === 0xfe && second === 0xff) || (first === 0xff && second === 0xfe);

/** Controls that texts have: those that move the place, and the escape of ISO-2022. */
const usual = new Set([..."\t\n\f\r\x1b"].map((control) => control.charCodeAt(0)));

/** No text in a charset of single bytes is so (https://mimesniff.spec.whatwg.org/#binary-data-byte); a NUL shows it anywhere. */
export function isBinary(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return true;
  for (const byte of bytes.subarray(0, shown)) if (byte < 0x20 && !usual.has(byte)) return true;
  return false;
}
