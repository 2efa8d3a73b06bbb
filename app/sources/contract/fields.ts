import {
  type AlertSignal,
  type DeliveryReading,
  isRecord,
  parseInstant,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { secondMs } from "~/time/durations";
import { fnv64 } from "./fingerprint";

export type PayloadFields = Record<string, unknown>;

export const singleSignalReading = (signal: AlertSignal): DeliveryReading => ({ signals: [signal], skipped: [] });

export const unreadableReading = (reason: string): DeliveryReading => ({
  signals: [],
  skipped: [{ code: "unreadable", reason }],
});

/** Returns the reading of a test, a comment or an unchanged state, which is accepted and creates no alert. */
export const notAnAlertReading = (reason: string): DeliveryReading => ({
  signals: [],
  skipped: [{ code: "not_an_alert", reason }],
});

/**
 * Returns the reading of a well-formed body that this kind does not know, which is stored and answered with 2xx. A body
 * that is not an object is unreadable.
 */
export const unknownShapeReading = (payload: unknown, what: string): DeliveryReading =>
  isRecord(payload) ? notAnAlertReading(what.slice(0, 120)) : unreadableReading("it is not an object");

/** Returns true when a text mentions an alert, so that an unknown state counts as firing. */
export const mentionsAlert = (...texts: string[]): boolean =>
  texts.some((text) => /alert|alarm|incident|monitor|check|problem|outage|firing/i.test(text));

export const recordOrEmpty = (value: unknown): PayloadFields => (isRecord(value) ? value : {});

export const listOrEmpty = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns an id as text: senders use numbers, and integers above 2^53 arrive as texts. */
export const payloadIdText = (value: unknown): string =>
  Number.isFinite(value) ? String(value) : textOrEmpty(value).trim();

/** Returns a number, which may also be given as text; null for anything else. */
export function parseNumber(value: unknown): number | null {
  const text = payloadIdText(value);
  return /^-?\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

/**
 * Returns ms from a number of 10, 13, 16 or 19 digits, whose length implies the unit: seconds, milliseconds,
 * microseconds or nanoseconds.
 */
export function parseEpochTime(value: unknown): number | null {
  const number = parseNumber(value);
  if (number === null || number <= 0) return null;
  const scales: [number, number][] = [
    [1e11, 1e3],
    [1e14, 1],
    [1e17, 1e-3],
    [1e20, 1e-6],
  ];
  const scale = scales.find(([limit]) => number < limit)?.[1];
  const at = scale === undefined ? 0 : Math.floor(number * scale);
  return at > 0 ? at : null;
}

/** Returns an instant in any of the senders' formats; a time without a zone counts as UTC. */
export function parseSenderTime(value: unknown): number | null {
  const text = textOrEmpty(value).trim();
  return parseInstant(text) ?? parseInstant(`${text}Z`) ?? parseEpochTime(value);
}

/**
 * Returns the last millisecond of the second. A sender that sends whole seconds may date a recovery in the same second
 * as its firing.
 */
export const endOfSecond = (at: number | null): number | null =>
  at === null ? null : Math.floor(at / secondMs) * secondMs + secondMs - 1;

const priorities: readonly (Severity | null)[] = [null, "critical", "error", "warning", "info", "info"];

/** Parses P1 to P5, or 1 to 5. */
export function severityOfPriority(value: unknown): Severity | null {
  const [, digit] = /^p?([1-5])\b/i.exec(payloadIdText(value)) ?? [];
  return priorities[Number(digit ?? 0)] ?? null;
}

/** Returns a flag when the state was unknown and had to be interpreted. */
export const unknownStateFlags = (known: boolean, word: unknown): string[] =>
  known ? [] : [`status:${payloadIdText(word) || "none"}`];

/** Returns the texts of a list, or the parts of a text split by the separator. */
export function parseListOrSeparatedText(value: unknown, separator: string | RegExp = ","): string[] {
  const parts = Array.isArray(value) ? value.map(payloadIdText) : textOrEmpty(value).split(separator);
  return parts.map((each) => each.trim()).filter(Boolean);
}

/** Returns tags `name:value` as labels; a tag without a value has an empty one, and a repeated name has all values. */
export function labelsOfTags(tags: readonly string[], separator = ":"): Record<string, string> {
  const labels = new Map<string, string>();
  for (const tag of tags) {
    const at = tag.indexOf(separator);
    const [name, value] = at > 0 ? [tag.slice(0, at), tag.slice(at + separator.length)] : [tag, ""];
    const before = labels.get(name);
    labels.set(name, before ? `${before},${value}` : value);
  }
  return Object.fromEntries(labels);
}

/** Returns the labels that are not empty. */
export const nonEmptyLabels = (labels: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(labels)
      .map(
        ([name, value]) =>
          [name, Array.isArray(value) ? parseListOrSeparatedText(value).join(", ") : payloadIdText(value)] as const,
      )
      .filter(([, value]) => value !== ""),
  );

const maxKeyChars = 255;

/** Joins parts to a key. A key that is too long ends with its hash, so that two alerts keep different keys. */
export function compositeAlertKey(...parts: string[]): string {
  const key = parts.filter(Boolean).join("|");
  return [...key].length <= maxKeyChars ? key : `${[...key].slice(0, 200).join("")}#${fnv64(key)}`;
}

/** Returns the members whose text is neither empty nor a placeholder that the sender left unexpanded. */
export const withoutEmptyFields = (fields: PayloadFields, isAbsent: RegExp): PayloadFields =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => {
      if (typeof value !== "string") return true;
      const text = value.trim();
      return text !== "" && !isAbsent.test(text);
    }),
  );
