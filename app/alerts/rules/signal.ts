export const severitiesWorstFirst = ["critical", "error", "warning", "info"] as const;
export type Severity = (typeof severitiesWorstFirst)[number];

/** The report of a delivery about one alert. Instants are UTC ms of the sender's clock; null when it sends none. */
export interface AlertSignal {
  kind: "alert";
  /**
   * Key of the alert, unique for each source; a later recovery is matched by it. 1–255 characters, no control
   * characters.
   */
  key: string;
  status: "firing" | "resolved";
  severity: Severity | null;
  title: string;
  body: string;
  link: string | null;
  labels: Record<string, string>;
  /** Start of the firing that the signal is about. */
  startedAt: number | null;
  endedAt: number | null;
  /** Time when this event happened, if the sender dates events (`order: "event_time"`). */
  eventAt: number | null;
  groupKey: string;
  /** Assumptions that the reader made, such as `status:weird` for an unknown word. */
  flags: string[];
  /** False when the signal may concern an alert that is over (a note, a tag), which then stays over. */
  reopens?: false;
}

/** Flag of a signal that names the alert but leaves out its details, which then stay as they are known. */
export const partialSignalFlag = "partial";

type SignalText = Pick<AlertSignal, "key" | "status" | "title">;

/** Returns a signal in which every field that the sender left out is empty. */
export const makeAlertSignal = (said: SignalText & Partial<AlertSignal>): AlertSignal => ({
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

/**
 * The sender's report that a whole group has recovered, without naming every alert of it (Alertmanager's `max_alerts`).
 */
export interface CloseGroupSignal {
  kind: "close_group";
  groupKey: string;
  /** Latest end among the alerts that it named. */
  endedAt: number | null;
}

export type Signal = AlertSignal | CloseGroupSignal;

export const isAlertSignal = (signal: Signal): signal is AlertSignal => signal.kind === "alert";

/** A part of a body that gave no signal. `not_an_alert` (a test, a comment) and `no_mapping` are not errors. */
export interface SkippedBodyPart {
  code: "bad_dedup_key" | "unreadable" | "not_an_alert" | "no_mapping";
  reason: string;
  key?: string;
}

/** Facts about a list besides its alerts. */
export interface AlertListFacts {
  /** The group that the whole list belongs to; "" when it names none. */
  group: string;
  /** Number of firing alerts that were cut; null when the end of the body was not read. */
  left: number | null;
  /** Time within which the sender repeats alerts that still fire, in ms. */
  repeatsWithin: number;
}

export interface DeliveryReading {
  signals: Signal[];
  skipped: SkippedBodyPart[];
  /** True when the sender reports that the whole group has recovered. */
  groupResolved?: boolean;
  /** Set for a kind of source that sends lists. */
  list?: AlertListFacts;
}

/**
 * `event_time`: the payload dates this event. `arrival`: it dates only the firing, so the later arrival is the newer.
 * `own`: our own checks, whose order is guarded when they are written, so that they are always current.
 */
export type SignalOrder = "event_time" | "arrival" | "own";

/**
 * Prefix of the keys that our own alerts about a source have, such as the one about a refused delivery. Senders may not
 * use it.
 */
export const builtInAlertKeyPrefix = "upfront:";
export const refusedDeliveryAlertKey = `${builtInAlertKeyPrefix}refused`;
/** Prefix of the keys of alerts which report that a source's list was cut; there is one such alert for each group. */
export const cutListAlertKeyPrefix = `${builtInAlertKeyPrefix}cut`;
/** True for an alert about a source's deliveries, which affects no component. */
export const isDeliveryAlertKey = (key: string): boolean =>
  key === refusedDeliveryAlertKey || key.startsWith(cutListAlertKeyPrefix);
/** Key of the alert about a source that no longer delivers anything. */
export const silentSourceAlertKey = `${builtInAlertKeyPrefix}silent`;

const words: Record<Severity, readonly string[]> = {
  critical: ["critical", "page", "emergency", "disaster"],
  error: ["error", "high", "major"],
  warning: ["warning", "warn", "medium", "minor"],
  info: [],
};

/** Reads a sender's word for severity. Returns null when there is none, and `info` when it is unknown. */
export function parseSeverity(word: unknown): Severity | null {
  if (typeof word !== "string" || word === "") return null;
  const lower = word.toLowerCase();
  return severitiesWorstFirst.find((each) => words[each].includes(lower)) ?? "info";
}

const instant = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d{1,12})?(?:[Zz]|[+-]\d{2}:?\d{2})$/;

/**
 * Reads an RFC 3339 instant in ms and cuts nanoseconds. Returns null for anything else and for Go's zero time (year 1).
 */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== "string" || !instant.test(value)) return null;
  const [date = "", fraction = ""] = [value.slice(0, 19).replace(/[t ]/, "T"), /\.(\d{1,3})/.exec(value)?.[1] ?? ""];
  const zone = /(?:[Zz]|[+-]\d{2}:?\d{2})$/.exec(value)?.[0].toUpperCase() ?? "Z";
  const colon = zone.length === 5 ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone;
  const at = Date.parse(`${date}.${fraction.padEnd(3, "0")}${colon}`);
  return Number.isFinite(at) && at > 0 ? at : null;
}

/** Returns an http(s) address of at most 2,048 characters, otherwise null, because nothing else may become a link. */
export function parseHttpLink(value: unknown): string | null {
  if (typeof value !== "string" || value.length > 2048 || !/^https?:\/\/[^\s/]/i.test(value)) return null;
  return URL.canParse(value) ? value : null;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns the record's own string, number and boolean members as text. `__proto__` stays plain data, because the
 * result's properties are defined and not assigned.
 */
export function labelsFromRecord(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  const plain = Object.entries(value).filter(([, each]) => ["string", "number", "boolean"].includes(typeof each));
  return Object.fromEntries(plain.map(([name, each]) => [name, String(each)]));
}

export const textOrEmpty = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the first value that is a text and not blank. */
export const firstNonBlankText = (...values: unknown[]): string =>
  values.map(textOrEmpty).find((each) => each.trim() !== "") ?? "";

/** Prefix of the keys of a source's tests, which are stored and shown as deliveries but notify nobody. */
export const testAlertKeyPrefix = "upfront-test:";
