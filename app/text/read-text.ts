import { type Refusal, refusalFor } from "~/failures/refusal";
import { type Charset, detectCharset } from "./charset";
import { isAsciiText } from "./contains-text";
import { hasUtf16Bom } from "./wide-letters";

/** The reason why a text is incomplete. */
export interface TextReadTrouble {
  why: Refusal;
  /** True when its plain ASCII was read; false = nothing was. */
  ascii: boolean;
}

/** Text decoded from bytes; `unread` is absent when all of it was read. */
export interface DecodedText {
  text: string;
  unread?: TextReadTrouble;
}

/** Decodes bytes of a known or guessed charset; `isCut`: a letter that was cut at the end is left out. */
export function decodeAs(charset: Charset, bytes: Uint8Array, isCut: boolean): DecodedText {
  const why = refusalFor("call.charset");
  if (!charset.isAsciiRead) return { text: "", unread: { why, ascii: false } };
  const text = new TextDecoder(charset.name).decode(bytes, { stream: isCut });
  return charset.isGuessed ? { text, unread: { why, ascii: true } } : { text };
}

/** Reads the text of anything that comes from outside, in the charset that its bytes or its media type declare. */
export const readText = (bytes: Uint8Array, contentType: string | null, isCut: boolean): DecodedText =>
  decodeAs(detectCharset(bytes, contentType), bytes, isCut);

/**
 * Decodes a message as UTF-8, or as UTF-16 if it starts with a byte order mark. Bytes that are not text become U+FFFD.
 */
export const decodeMessageText = (bytes: Uint8Array): string =>
  hasUtf16Bom(bytes) ? readText(bytes, null, false).text : new TextDecoder().decode(bytes);

/** Returns true when a message may contain the text in bytes that were not read. */
export const mayContainUndecodedText = (message: string, text: string): boolean =>
  message.includes("\uFFFD") && !isAsciiText(text);
