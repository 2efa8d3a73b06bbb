import {
  type AlertSignal,
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  parseSeverity,
  type SkippedBodyPart,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { fail, ok, type Result } from "~/failures/failure";
import { parseExactJsonBytes } from "~/text/exact-json";
import { mediaTypeOf } from "~/text/media-type";
import { type DeliveryOutcome, defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import { decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  compositeAlertKey,
  listOrEmpty,
  mentionsAlert,
  nonEmptyLabels,
  type PayloadFields,
  payloadIdText,
  recordOrEmpty,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const structured = "application/cloudevents+json";
const batch = "application/cloudevents-batch+json";
const required = ["id", "source", "specversion", "type"];

const core = [...required, "time", "subject", "datacontenttype", "dataschema", "data", "data_base64"];

const malformed = (detail: string) => fail({ name: "malformed", code: "bad_cloudevent", detail });

/** Returns the fault of an event, or null. */
function troubleOf(event: unknown): string | null {
  if (!isRecord(event)) return "an event is not an object";
  const missing = required.filter((name) => textOrEmpty(event[name]) === "");
  if (missing.length > 0) return `an event lacks ${missing.join(", ")}`;
  if (event.specversion !== "1.0") return "only CloudEvents 1.0 is supported";
  return "data" in event && "data_base64" in event ? "an event has both data and data_base64" : null;
}

/** Decodes a header value, percent-decoded once; null when it is not UTF-8. */
function headerText(value: string): string | null {
  const plain = /^"(.*)"$/s.exec(value)?.[1]?.replace(/\\(.)/g, "$1") ?? value;
  const isText = [...plain].some((letter) => letter > "\u00ff");
  const bytes: number[] = [];
  for (const [part] of plain.matchAll(/%[\da-f]{2}|./gisu)) {
    if (/^%[\da-f]{2}$/i.test(part)) bytes.push(Number.parseInt(part.slice(1), 16));
    else if (isText) bytes.push(...new TextEncoder().encode(part));
    else bytes.push(part.charCodeAt(0));
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes));
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

const isJson = (type: string) => type === "" || /[/+]json$/.test(type);

/** Returns the data as a value when it is JSON, otherwise as text. */
function dataOf(bytes: Uint8Array, type: string): Result<unknown> {
  if (bytes.length === 0) return ok(null);
  const parsed = parseExactJsonBytes(bytes);
  if (parsed.ok || isJson(type)) return parsed;
  return ok(new TextDecoder().decode(bytes));
}

function decodeBinary({ headers, rawBody }: RawRequest): Result<unknown> {
  const event: PayloadFields = {};
  for (const [name, value] of headers) {
    if (!name.startsWith("ce-")) continue;
    const text = headerText(value);
    if (text === null) return malformed(`The header ${name} is not UTF-8.`);
    event[name.slice(3)] = text;
  }
  const data = dataOf(rawBody, mediaTypeOf(headers.get("content-type")));
  if (!data.ok) return data;
  return ok({ events: [{ ...event, data: data.value }], single: true });
}

/** Decodes base64; null when the text is not base64. */
function bytesOfBase64(text: string): Uint8Array | null {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 === 1) return null;
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function withData(event: unknown): unknown {
  if (!isRecord(event) || typeof event.data_base64 !== "string" || "data" in event) return event;
  const { data_base64, ...rest } = event;
  const bytes = bytesOfBase64(data_base64);
  const data = bytes && dataOf(bytes, mediaTypeOf(textOrEmpty(event.datacontenttype)));
  return data?.ok ? { ...rest, data: data.value } : event;
}

/** Decodes by mode: binary mode has its attributes in headers; the other modes follow from the media type. */
function decode(raw: RawRequest): Result<unknown> {
  const type = mediaTypeOf(raw.headers.get("content-type"));
  const isBinary = type !== structured && type !== batch && raw.headers.has("ce-specversion");
  const decoded = isBinary ? decodeBinary(raw) : decodeJsonBody(raw);
  if (!decoded.ok || isBinary) return checked(decoded);
  if (Array.isArray(decoded.value)) return ok({ events: decoded.value.map(withData), single: false });
  return checked(ok({ events: [withData(decoded.value)], single: true }));
}

/** Refuses a single event with missing attributes; in a batch such an event is skipped. */
function checked(decoded: Result<unknown>): Result<unknown> {
  if (!decoded.ok) return decoded;
  const trouble = troubleOf(listOrEmpty(recordOrEmpty(decoded.value).events)[0]);
  return trouble ? malformed(`It is no CloudEvent: ${trouble}.`) : decoded;
}

const resolvedWords = ["resolved", "recovered", "closed", "ok"];
const firingWords = ["firing", "triggered", "opened", "open"];

/**
 * Returns `data.status`, or else the last word of the type; null when neither belongs to an alert, because an order may
 * have a status, too.
 */
function wordOf(event: PayloadFields, data: PayloadFields): string | null {
  const [status, type] = [textOrEmpty(data.status).toLowerCase(), textOrEmpty(event.type)];
  const last = type.split(".").at(-1)?.toLowerCase() ?? "";
  const known = [status, last].find((each) => [...resolvedWords, ...firingWords].includes(each));
  if (known !== undefined) return known;
  return status !== "" && mentionsAlert(type) ? status : null;
}

const extensionsOf = (event: PayloadFields) =>
  nonEmptyLabels(Object.fromEntries(Object.entries(labelsFromRecord(event)).filter(([name]) => !core.includes(name))));

function readEvent(given: unknown): AlertSignal | SkippedBodyPart {
  const trouble = troubleOf(given);
  if (trouble) return { code: "unreadable", reason: trouble };
  const event = recordOrEmpty(given);
  const data = recordOrEmpty(event.data);
  const word = wordOf(event, data);
  if (word === null) return { code: "not_an_alert", reason: `type ${textOrEmpty(event.type).slice(0, 80)}` };
  const isResolved = resolvedWords.includes(word);
  const at = parseInstant(event.time);
  const id = payloadIdText(data.alert_id);
  return makeAlertSignal({
    key: id || compositeAlertKey(textOrEmpty(event.source), textOrEmpty(event.subject)),
    status: isResolved ? "resolved" : "firing",
    severity: parseSeverity(data.severity ?? event.severity),
    title: firstNonBlankText(data.title, event.subject, event.type),
    body: firstNonBlankText(data.description, event.data),
    link: parseHttpLink(data.url) ?? parseHttpLink(data.link),
    labels: { ...extensionsOf(event), ...labelsFromRecord(data.labels) },
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || firingWords.includes(word), word),
  });
}

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload) || !Array.isArray(payload.events)) return unreadableReading("there is no event");
  const parts = payload.events.map(readEvent);
  return {
    signals: parts.filter((each): each is AlertSignal => "kind" in each),
    skipped: parts.filter((each): each is SkippedBodyPart => !("kind" in each)),
  };
}

/** Returns the id of a single event. A batch has one per event, and none of its own. */
function deliveryId({ payload }: SourceMessage): string | null {
  const { events, single } = recordOrEmpty(payload);
  const [event] = listOrEmpty(events).map(recordOrEmpty);
  return single === true && event ? `${textOrEmpty(event.source)} ${textOrEmpty(event.id)}` : null;
}

/** Answers the handshake by which a sender asks for permission to post (HTTP 1.1 Web Hooks for Event Delivery). */
function answer({ accepted, message }: DeliveryOutcome) {
  if (accepted) return null;
  const origin = message.headers.get("webhook-request-origin") ?? "*";
  return { status: 200, headers: { allow: "POST", "webhook-allowed-origin": origin, "webhook-allowed-rate": "*" } };
}

function sample(now: number): SourceSample {
  const [key, title, description] = ["upfront-test", "This is a test of Upfront", "Nothing is wrong."];
  const data = { alert_id: key, status: "firing", severity: "warning", title, description };
  const said = { specversion: "1.0", type: "com.example.alert.firing", source: "/monitoring/test", id: "test-1" };
  const words = { title, body: description, startedAt: now, eventAt: now };
  return {
    payload: { ...said, time: new Date(now).toISOString(), data },
    headers: { "content-type": structured },
    signals: [makeAlertSignal({ key, status: "firing", severity: "warning", ...words })],
  };
}

/** CloudEvents 1.0 over HTTP: structured, batched, and binary with any body. */
export const cloudeventsSourceAdapter = defineSourceAdapter({
  kind: "cloudevents",
  title: "CloudEvents",
  methods: ["POST", "OPTIONS"],
  order: "event_time",
  limitStatus: 429,
  ...credentialSourceParts,
  contentTypes: [
    structured,
    batch,
    "application/json",
    "text/plain",
    "application/xml",
    "text/xml",
    "application/octet-stream",
    "",
  ],
  keptHeaders: ["ce-*"],
  deliveryId,
  decode,
  answer,
  read,
  sample,
});
