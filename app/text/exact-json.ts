import { ok, type Result } from "~/failures/failure";
import { decodeUtf8, parseJson } from "./json-text";

/** Matches whole strings, so that digits inside of them stay unchanged, and numbers. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const isRounded = (number: string) => /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));

const hasLong = (text: string) => /\d{16}/.test(text);

const withTexts = (text: string) => text.replace(token, (each) => (isRounded(each) ? `"${each}"` : each));

/** Parses JSON with integers above 2^53 as texts of their digits: an id that JSON has rounded would be another one. */
export function parseExactJsonBytes(bytes: Uint8Array): Result<unknown> {
  const text = decodeUtf8(bytes);
  if (!text.ok) return text;
  const parsed = parseJson(text.value);
  return parsed.ok && hasLong(text.value) ? ok(JSON.parse(withTexts(text.value))) : parsed;
}

/** Parses a text in the same way, whatever its size; throws SyntaxError. */
export const parseExactJsonText = (text: string): unknown => JSON.parse(hasLong(text) ? withTexts(text) : text);
