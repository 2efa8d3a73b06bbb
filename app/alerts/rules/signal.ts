export const severities = ["critical", "error", "warning", "info"] as const;
export type Severity = (typeof severities)[number];

/** What a delivery says about one alert. Instants are UTC milliseconds of the sender's clock; null = it does not say. */
export interface AlertSignal {
  kind: "alert";
  /** Unique per source; what a later recovery is matched on. 1–255 characters, no controls. */
  key: string;
  status: "firing" | "resolved";
  severity: Severity | null;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  /** Start of the episode that this speaks about. */
  startedAt: number | null;
  endedAt: number | null;
  /** When this very event happened, where the sender dates events (`order: "event_time"`). */
  eventAt: number | null;
  groupKey: string;
  /** What the reader had to assume, such as `status:weird` for an unknown word. */
  flags: string[];
  /** False where this may as well be said of an alert that is over (a note, a tag): then it stays over. */
  reopens?: false;
}

/** The sender names the alert and says little or nothing of it: what it leaves out stays as it is known. */
export const partialFlag = "partial";

type Said = Pick<AlertSignal, "key" | "status" | "title">;

/** A signal in which all that the sender does not say is empty. */
export const alertSignal = (said: Said & Partial<AlertSignal>): AlertSignal => ({
  kind: "alert",
  severity: null,
  body: "",
  link: null,
  labels: {},
  startedAt: null,
  endedAt: null,
  eventAt: null,
  groupKey: "",
  flags: [],
  ...said,
});

/** The sender says that a whole group has recovered without naming every alert of it (Alertmanager's `max_alerts`). */
export interface CloseGroupSignal {
  kind: "close_group";
  groupKey: string;
  /** Latest end among those it named. */
  endedAt: number | null;
}

export type Signal = AlertSignal | CloseGroupSignal;

export const isAlert = (signal: Signal): signal is AlertSignal => signal.kind === "alert";

/** One part of a body that gave no signal. `not_an_alert` is fine (a test, a comment), and so is what nobody mapped yet. */
export interface Skipped {
  code: "bad_dedup_key" | "unreadable" | "not_an_alert" | "no_mapping";
  reason: string;
  key?: string;
}

/** What is known of a list besides its alerts. */
export interface ReadList {
  /** The group that all of it belongs to; "" = none is named. */
  group: string;
  /** So many alerts that fire were cut out; null = the end of the body was not read. */
  left: number | null;
  /** ms within which the sender says again what still fires. */
  repeatsWithin: number;
}

export interface Reading {
  signals: Signal[];
  skipped: Skipped[];
  /** The sender says that all of the group is over. */
  groupResolved?: boolean;
  /** Of a kind that carries lists. */
  list?: ReadList;
}

/**
 * `event_time`: the payload dates this event. `arrival`: it dates only the episode, so what comes later is later.
 * `own`: our own checks, whose order is guarded where they are written: what they say is so.
 */
export type Order = "event_time" | "arrival" | "own";

/** The alert about a source whose delivery was refused. Senders may not use keys of this prefix. */
export const ownKeyPrefix = "upfront:";
export const refusedKey = `${ownKeyPrefix}refused`;
/** The alerts about a source of whose list alerts were cut out: one for each group. */
export const cutKeyPrefix = `${ownKeyPrefix}cut`;
/** About what a source sends, and nothing that says how a component is. */
export const isAboutDeliveries = (key: string): boolean => key === refusedKey || key.startsWith(cutKeyPrefix);
/** The alert about a source that delivers nothing any more. */
export const silentKey = `${ownKeyPrefix}silent`;

const words: Record<Severity, readonly string[]> = {
  critical: ["critical", "page", "emergency", "disaster"],
  error: ["error", "high", "major"],
  warning: ["warning", "warn", "medium", "minor"],
  info: [],
};

/** A sender's word for severity. Absent: null. Unknown: info. */
export function severityOfWord(word: unknown): Severity | null {
  if (typeof word !== "string" || word === "") return null;
  const lower = word.toLowerCase();
  return severities.find((each) => words[each].includes(lower)) ?? "info";
}

const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,12})?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/** An RFC 3339 instant in ms, nanoseconds cut. Null for anything else and for Go's empty time, year 1. */
export function instantOf(value: unknown): number | null {
  if (typeof value !== "string" || !instant.test(value)) return null;
  const [date = "", fraction = ""] = [value.slice(0, 19).replace(/[t ]/, "T"), /\.(\d{1,3})/.exec(value)?.[1] ?? ""];
  const zone = /(?:[Zz]|[+-]\d{2}:?\d{2})$/.exec(value)?.[0].toUpperCase() ?? "Z";
  const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const at = Date.parse(`${date}.${fraction.padEnd(3, "0")}${colon}`);
  return Number.isFinite(at) && at > 0 ? at : null;
}

/** An http(s) address of at most 2,048 characters, else null: nothing else may become a link. */
export function linkOf(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 2048 || !/^https?:\/\/[^\s/]/i.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Own string, number and boolean members as text; made by definition, so that `__proto__` is plain data. */
export function labelsOf(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const plain = Object.entries(value).filter(([, each]) => ["string", "number", "boolean"].includes(typeof each));
  return Object.fromEntries(plain.map(([name, each]) => [name, String(each)]));
}

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The first that is a text with something in it. */
export const firstText = (...values: unknown[]): string => values.map(textOf).find((each) => each.trim() !== "") ?? "";

/** A test of a source is kept and shown as a delivery, but it is news of nothing. */
export const testKeyPrefix = "upfront-test:";
