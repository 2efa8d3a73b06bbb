import { fnvHash } from "~/text/short-hash";
import { isTimeZone } from "~/time/day";
import { parseLocalTime } from "~/time/local-time";

/** Members of an object of another product; empty for anything else. */
export const foreignRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

export const isForeignRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const foreignList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns what a list says of a word; a word that every object has as a member, such as `constructor`, is unknown. */
export const knownForeignWord = <T>(words: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(words, word) ? words[word] : undefined;

/** Returns a text, a number or a flag as text; empty for anything else. */
export function foreignText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export const foreignTexts = (value: unknown): string[] => foreignList(value).map(foreignText).filter(Boolean);

const mostNumber = 1e15;

/** Returns a number, also one that is written as a text; null for anything else. */
export function foreignNumber(value: unknown): number | null {
  if (typeof value === "number") return Math.abs(value) <= mostNumber ? value : null;
  return typeof value === "string" && /^\s*-?\d{1,15}(?:\.\d{1,9})?\s*$/.test(value) ? Number(value) : null;
}

/**
 * Returns rows by the number that states their place; those without one come last, and equal ones stay in the order of the
 * list.
 */
export function inForeignOrder<T>(rows: readonly T[], placeOf: (row: T) => unknown): T[] {
  const numberOf = (row: T) => foreignNumber(placeOf(row)) ?? Number.MAX_SAFE_INTEGER;
  return rows.toSorted((one, other) => numberOf(one) - numberOf(other));
}

/** Returns a flag, also in the words of YAML 1.1 and as 0 or 1; null for anything else. */
export function foreignFlag(value: unknown): boolean | null {
  const word = foreignText(value).trim().toLowerCase();
  if (/^(?:true|yes|on|y|1)$/.test(word)) return true;
  return /^(?:false|no|off|n|0)$/.test(word) ? false : null;
}

const maxIdChars = 200;

/** Returns an id as text, and a long one with a hash of its end; null when there is none. */
export function parseForeignId(value: unknown): string | null {
  const text = foreignText(value).trim();
  if (text === "") return null;
  return text.length <= maxIdChars ? text : `${text.slice(0, maxIdChars - 12)}-${fnvHash(text).toString(36)}`;
}

/** Returns a name without line ends, of at most 1,000 characters; `instead` when it is empty. */
export const foreignName = (value: unknown, instead: string): string =>
  (foreignText(value).replaceAll(/\s+/g, " ").trim() || instead).slice(0, 1000);

const mostMs = 8.64e15;
const withinTime = (ms: number): number | null => (Math.abs(ms) <= mostMs ? Math.round(ms) : null);

/** Returns seconds since 1970 as UTC ms; null for anything else. */
export function foreignSeconds(value: unknown): number | null {
  const seconds = foreignNumber(value);
  return seconds === null ? null : withinTime(seconds * 1000);
}

const localShape = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d{1,9})?)?$/;

/** Returns a time that is written without a zone, in that zone; null when the zone skips it or it is none. */
function localInstant(text: string, timeZone: string): number | null {
  const [, date, clock = "00:00", seconds = ":00"] = localShape.exec(text) ?? [];
  if (date === undefined) return null;
  const zone = isTimeZone(timeZone) ? timeZone : "UTC";
  const read = parseLocalTime(`${date}T${clock}${seconds}`, zone);
  if (read.ok) return read.at;
  const next = read.reason === "skipped" ? parseLocalTime(read.next, zone) : read;
  return next.ok ? next.at : null;
}

const zonedShape = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?\s*(?:Z|UTC|[+-]\d\d:?\d\d)$/i;

/** Returns a time as UTC ms: ISO 8601 with its offset, or without one in `timeZone`; null when it is none. */
export function foreignInstant(value: unknown, timeZone: string): number | null {
  const text = foreignText(value).trim();
  if (!zonedShape.test(text)) return localInstant(text, timeZone);
  const iso = text
    .replace(/^(\S{10}) /, "$1T")
    .replace(/UTC$/i, "Z")
    .replace(/\s+/, "");
  const at = Date.parse(iso.replace(/(T[\d:]+\.\d{3})\d+/, "$1"));
  return Number.isNaN(at) ? null : withinTime(at);
}

/** Returns true for a time that names neither `Z` nor an offset. */
export const isZonelessTime = (value: unknown): boolean => localShape.test(foreignText(value).trim());
