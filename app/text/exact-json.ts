import { ok, type Result } from "~/failures/failure";
import { decodeText, parseJson } from "./json-text";

/** Whole texts, so that digits inside of them stay as they are, and numbers. */
const token = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const isRounded = (number: string) => /^-?\d{16,}$/.test(number) && !Number.isSafeInteger(Number(number));

/** A JSON value whose integers above 2^53 are texts of their digits: an id that JSON has rounded is somebody else's. */
export function parseExactJson(bytes: Uint8Array): Result<unknown> {
  const text = decodeText(bytes);
  if (!text.ok) return text;
  const parsed = parseJson(text.value);
  if (!parsed.ok || !/\d{16}/.test(text.value)) return parsed;
  return ok(JSON.parse(text.value.replace(token, (each) => (isRounded(each) ? `"${each}"` : each))));
}
