import { isSecretFieldName } from "~/access/secret-names";
import { redactionMask } from "~/access/strike-out";
import { globMatches } from "~/alerts/rules/rule-match";
import { englishSentence, type Refusal } from "~/failures/refusal";

export type StatusRange = [from: number, to: number];

/** Returns `200-299, 301` as ranges; null when the text is not a list of statuses from 100 to 599. */
export function parseStatusRanges(text: string): StatusRange[] | null {
  const parts = text.split(",").map((each) => /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(each));
  const ranges = parts.map((part): StatusRange => [Number(part?.[1]), Number(part?.[2] ?? part?.[1])]);
  return ranges.every(([from, to]) => from <= to) ? ranges : null;
}

export const isExpectedStatus = (status: number, ranges: readonly StatusRange[]): boolean =>
  ranges.some(([from, to]) => status >= from && status <= to);

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** Characters that `fetch` allows in a header's value: no control characters, nothing beyond Latin-1. */
const plain = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Parses `Name: value`: the name as written, the value without surrounding white space. Null when the line is no
 * header.
 */
export function parseHeaderLine(text: string): [name: string, value: string] | null {
  const colon = text.indexOf(":");
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  return colon > 0 && token.test(name) && plain.test(value) ? [name, value] : null;
}

/** Headers that the call itself sets. */
const ours =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|sec-websocket-.*|proxy-.*|cf-.*)$/i;

/** Joins headers with the same name into one list (RFC 9110 §5.3), and cookies as browsers do (RFC 6265 §5.4). */
function together(lines: readonly [name: string, value: string][]): Record<string, string> {
  const headers = new Map<string, [name: string, value: string]>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const [known = name, before] = headers.get(key) ?? [];
    headers.set(key, [known, before === undefined ? value : before + (key === "cookie" ? "; " : ", ") + value]);
  }
  return Object.fromEntries(headers.values());
}

/** Parses one header per line; returns as `wrong` the number of the first line that is no header or may not be set. */
export function parseHeaderLines(text: string): { headers: Record<string, string> } | { wrong: number } {
  const lines = text.split(/\r\n|\r|\n/);
  const parsed = lines.map((line) => (line.trim() === "" ? [] : parseHeaderLine(line)));
  const wrong = parsed.findIndex((each) => each === null || ours.test(each[0] ?? ""));
  if (wrong >= 0) return { wrong: wrong + 1 };
  return { headers: together(parsed.flatMap((each) => (each?.length === 2 ? [each as [string, string]] : []))) };
}

/** Matches `Name: glob` against a response's headers; null when it matches. */
export function headerMismatchRefusal(expected: string, headers: Headers): Refusal | null {
  const [name, glob] = parseHeaderLine(expected) ?? ["", ""];
  const found = name === "" ? null : headers.get(name);
  if (found === null) return englishSentence("The header {{name}} is missing.", { name });
  // Only Set-Cookie headers cannot be joined into one line (RFC 9110 §5.3).
  const lines = name.toLowerCase() === "set-cookie" ? headers.getSetCookie() : [];
  if ([found, ...lines].some((each) => globMatches(glob, each))) return null;
  return englishSentence("The header {{name}} is “{{found}}”.", {
    name,
    found: isSecretFieldName(name) ? redactionMask : found,
  });
}
