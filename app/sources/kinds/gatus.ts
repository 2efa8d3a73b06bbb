import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { ok } from "~/failures/failure";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import { type DecodeResult, decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  compositeAlertKey,
  nonEmptyLabels,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const names = ["status", "group", "name", "url", "description", "errors", "conditions"];
/** A quotation mark before another field, or before the end of the body. */
const ending = new RegExp(`"(?=\\s*,\\s*"(?:${names.join("|")})"\\s*:|\\s*\\}\\s*$)`);
const maxTextChars = 8000;

/**
 * Returns the text from the start to the end of a value; each is searched once, so that the time is linear in the
 * body's length.
 */
function pastedValue(text: string, name: string): string | null {
  const begin = new RegExp(`"${name}"\\s*:\\s*"`).exec(text);
  if (!begin) return null;
  const rest = text.slice(begin.index + begin[0].length);
  const end = ending.exec(rest)?.index ?? maxTextChars + 1;
  return end > maxTextChars ? null : rest.slice(0, end);
}

/**
 * Reads a body that is not valid JSON: Gatus inserts texts into the template unescaped, and a quotation mark in one of
 * them breaks the JSON.
 */
function pasted(text: string): Record<string, string> | null {
  const found = names.flatMap((name) => {
    const value = pastedValue(text, name);
    return value === null ? [] : [[name, value] as const];
  });
  const fields = Object.fromEntries(found);
  return fields.status && fields.name ? fields : null;
}

function decode(raw: RawRequest): DecodeResult {
  const decoded = decodeJsonBody(raw);
  if (decoded.ok || raw.rawBody.length > 65_536) return decoded;
  const fields = pasted(new TextDecoder().decode(raw.rawBody));
  return fields ? ok(fields) : decoded;
}

/** Words for the states, which Gatus' users can change. */
const resolvedWords = ["RESOLVED", "RESOLVE", "OK", "UP", "HEALTHY", "OPERATIONAL", "RECOVERED"];
const firingWords = ["TRIGGERED", "TRIGGER", "DOWN", "FIRING", "UNHEALTHY", "FAILED"];

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  const { group, name, url, description, errors, conditions } = payload;
  const state = textOrEmpty(payload.status).trim().toUpperCase();
  const key = compositeAlertKey(textOrEmpty(group), firstNonBlankText(name, url));
  if (!firstNonBlankText(name, url)) return unknownShapeReading(payload, "there is no endpoint");
  const isResolved = resolvedWords.includes(state);
  const signal = makeAlertSignal({
    key,
    status: isResolved ? "resolved" : "firing",
    title: [group, firstNonBlankText(name, url)].map(textOrEmpty).filter(Boolean).join(" / "),
    body: [description, errors, conditions].map(textOrEmpty).filter(Boolean).join("\n"),
    link: parseHttpLink(url),
    labels: nonEmptyLabels({ group, name }),
    flags: unknownStateFlags(isResolved || firingWords.includes(state), state),
  });
  return singleSignalReading(signal);
}

function sample(): SourceSample {
  const [group, name, url, description] = ["core", "upfront-test", "https://www.example.com/health", "This is a test."];
  const payload = { status: "TRIGGERED", group, name, url, description, errors: "", conditions: "" };
  const said = { key: `${group}|${name}`, status: "firing", title: `${group} / ${name}`, body: description } as const;
  return { payload, signals: [makeAlertSignal({ ...said, link: url, labels: { group, name } })] };
}

/** Gatus' custom alerting provider with our body. It has no times: arrival gives the order. */
export const gatusSourceAdapter = defineSourceAdapter({
  kind: "gatus",
  title: "Gatus",
  order: "event_time",
  ...credentialSourceParts,
  contentTypes: ["application/json", "text/plain", ""],
  decode,
  read,
  sample,
});
