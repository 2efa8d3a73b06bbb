import { isSecretName } from "~/access/secret-names";
import { struckOut } from "~/access/strike-out";
import { globMatches } from "~/alerts/rules/rule-match";
import { type Refusal, says } from "~/failures/refusal";

export type StatusRange = [from: number, to: number];

/** `200-299, 301` as ranges; null for what is not a list of statuses from 100 to 599. */
export function statusRanges(text: string): StatusRange[] | null {
  const parts = text.split(",").map((each) => /^\s*([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?\s*$/.exec(each));
  const ranges = parts.map((part): StatusRange => [Number(part?.[1]), Number(part?.[2] ?? part?.[1])]);
  return ranges.every(([from, to]) => from <= to) ? ranges : null;
}

export const isExpected = (status: number, ranges: readonly StatusRange[]): boolean =>
  ranges.some(([from, to]) => status >= from && status <= to);

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
/** What a header's value may be made of, as `fetch` has it: no control characters, nothing beyond Latin-1. */
const plain = /^[\t\x20-\x7e\x80-\xff]*$/;

/** `Name: value`; null for what is none. The name as written, the value without white space around it. */
export function headerLine(text: string): [name: string, value: string] | null {
  const colon = text.indexOf(":");
  const [name, value] = [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
  return colon > 0 && token.test(name) && plain.test(value) ? [name, value] : null;
}

/** Made by the call itself. */
const ours =
  /^(?:host|content-length|transfer-encoding|connection|keep-alive|te|trailer|upgrade|expect|sec-websocket-.*|proxy-.*|cf-.*)$/i;

/** Lines of one name are one list (RFC 9110 §5.3), those of cookies as browsers write them (RFC 6265 §5.4). */
function together(lines: readonly [name: string, value: string][]): Record<string, string> {
  const headers = new Map<string, [name: string, value: string]>();
  for (const [name, value] of lines) {
    const key = name.toLowerCase();
    const [known = name, before] = headers.get(key) ?? [];
    headers.set(key, [known, before === undefined ? value : before + (key === "cookie" ? "; " : ", ") + value]);
  }
  return Object.fromEntries(headers.values());
}

/** A header a line; the first line that is none, or one that may not be set, as `wrong`. */
export function headerLines(text: string): { headers: Record<string, string> } | { wrong: number } {
  const lines = text.split(/\r\n|\r|\n/);
  const parsed = lines.map((line) => (line.trim() === "" ? [] : headerLine(line)));
  const wrong = parsed.findIndex((each) => each === null || ours.test(each[0] ?? ""));
  if (wrong >= 0) return { wrong: wrong + 1 };
  return { headers: together(parsed.flatMap((each) => (each?.length === 2 ? [each as [string, string]] : []))) };
}

/** `Name: glob` against an answer's headers; null where it says what was wanted. */
export function headerTrouble(expected: string, headers: Headers): Refusal | null {
  const [name, glob] = headerLine(expected) ?? ["", ""];
  const found = name === "" ? null : headers.get(name);
  if (found === null) return says("The header {{name}} is not there.", { name });
  // Of all headers only these cannot stand in one line (RFC 9110 §5.3).
  const lines = name.toLowerCase() === "set-cookie" ? headers.getSetCookie() : [];
  if ([found, ...lines].some((each) => globMatches(glob, each))) return null;
  return says("The header {{name}} is “{{found}}”.", { name, found: isSecretName(name) ? struckOut : found });
}
