import { isAscii, isUtf8 } from "node:buffer";
import { detectCharset } from "./charset";
import { isAsciiText } from "./contains-text";

/** A Content-Type, on one line or several, that names its charset. */
const named = /^content-type:(?:[^\r\n]|\r?\n[\t ])*charset/im;

const endOfHead = (text: string) => /\r?\n\r?\n/.exec(text)?.index ?? text.length;

/**
 * Returns an email in UTF-8 when none of its parts names a charset, as those of old scripts do; HTML may name it
 * itself.
 */
export function mailBytesInUtf8(bytes: Uint8Array): Uint8Array {
  if (isAscii(bytes) || isUtf8(bytes)) return bytes;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  if (named.test(text)) return bytes;
  const { name } = detectCharset(bytes.subarray(endOfHead(text)), "text/html");
  return name === "utf-8" || name.startsWith("utf-16") ? bytes : Buffer.from(new TextDecoder(name).decode(bytes));
}

const upper = new TextDecoder("windows-1252").decode(Uint8Array.from({ length: 128 }, (_, at) => at + 128));
const byteOf = new Map([...upper].map((letter, at) => [letter, at + 128]));

/**
 * Returns the text that was meant when UTF-8 was sent under the name of ASCII or Latin-1, or of an unknown charset, as
 * cron does: text that was really Latin-1 is not valid UTF-8.
 */
export function repairMislabelledUtf8(text: string): string {
  if (isAsciiText(text)) return text;
  const bytes: number[] = [];
  for (const letter of text) {
    const byte = letter < "\u0080" ? letter.charCodeAt(0) : byteOf.get(letter);
    if (byte === undefined) return text;
    bytes.push(byte);
  }
  const found = Uint8Array.from(bytes);
  return isUtf8(found) ? new TextDecoder().decode(found) : text;
}
