import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseSeverity,
  partialSignalFlag,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { alertKeyProblem } from "~/alerts/rules/signal-limits";
import { fail, ok, type Result } from "~/failures/failure";
import { type DeliveryOutcome, defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import { decodeJsonBody, type RawRequest } from "../contract/decode";
import {
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unreadableReading,
} from "../contract/fields";
import { fnv64 } from "../contract/fingerprint";

const changePath = "/v2/change/enqueue";
const actions = ["trigger", "acknowledge", "resolve"];

/** Returns an event's faults, in the words of the API's own answer. */
function troublesOf(event: PayloadFields): string[] {
  const { event_action: action, payload, dedup_key: key } = event;
  const details = recordOrEmpty(payload);
  const isTrigger = action === "trigger";
  return [
    actions.includes(textOrEmpty(action)) ? "" : "'event_action' must be one of trigger, acknowledge, resolve",
    isTrigger && !isRecord(payload) ? "'payload' is missing or blank" : "",
    isTrigger && isRecord(payload) && !firstNonBlankText(details.summary)
      ? "'payload.summary' is missing or blank"
      : "",
    !isTrigger && !payloadIdText(key) ? "'dedup_key' is missing or blank" : "",
    payloadIdText(key) && alertKeyProblem(payloadIdText(key)) ? "'dedup_key' is invalid" : "",
  ].filter(Boolean);
}

/** Returns an event's key, or one derived from its content, so that a repeated event is the same alert. */
function keyOf(event: PayloadFields): string {
  const { summary, source, component, group, class: kind } = recordOrEmpty(event.payload);
  return payloadIdText(event.dedup_key) || fnv64(JSON.stringify([summary, source, component, group, kind]));
}

/**
 * Decodes an event: a change event is accepted and has no effect; an event that the API refuses is refused with its
 * reasons.
 */
function decode(raw: RawRequest): Result<unknown> {
  const decoded = decodeJsonBody(raw);
  if (!decoded.ok) return decoded;
  if (raw.path === changePath) return ok({ change: true });
  const event = recordOrEmpty(decoded.value);
  const [first, ...others] = troublesOf(event);
  if (!first) return ok({ ...event, dedup_key: keyOf(event) });
  return fail({ name: "malformed", code: "invalid_event", detail: [first, ...others].join("\n") });
}

const linksOf = (event: PayloadFields) =>
  listOrEmpty(event.links).map((each) => parseHttpLink(recordOrEmpty(each).href));

function readTrigger(key: string, event: PayloadFields): DeliveryReading {
  const details = recordOrEmpty(event.payload);
  const { custom_details: custom } = details;
  const signal = makeAlertSignal({
    key,
    status: "firing",
    severity: parseSeverity(details.severity),
    title: textOrEmpty(details.summary),
    body: typeof custom === "string" ? custom : "",
    link: linksOf(event).find((each) => each !== null) ?? parseHttpLink(event.client_url),
    labels: {
      ...labelsFromRecord(custom),
      ...nonEmptyLabels({ source: details.source, component: details.component, group: details.group }),
      ...nonEmptyLabels({ class: details.class, client: event.client }),
    },
    startedAt: parseSenderTime(details.timestamp),
  });
  return singleSignalReading(signal);
}

/** Reads an event. Events have no time, so arrival gives the order. An acknowledgement leaves the alert unchanged. */
function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  if (payload.change === true) return notAnAlertReading("a change");
  const key = keyOf(payload);
  const action = textOrEmpty(payload.event_action);
  if (action === "trigger") return readTrigger(key, payload);
  if (!actions.includes(action)) return unreadableReading("there is no event_action");
  if (action === "resolve") return singleSignalReading(makeAlertSignal({ key, status: "resolved", title: "" }));
  return singleSignalReading(
    makeAlertSignal({ key, status: "firing", title: "", reopens: false, flags: [partialSignalFlag] }),
  );
}

function answer({ message: { payload } }: DeliveryOutcome) {
  const event = recordOrEmpty(payload);
  if (event.change === true) return { status: 202, body: { status: "success", message: "Change event processed" } };
  return { status: 202, body: { status: "success", message: "Event processed", dedup_key: keyOf(event) } };
}

function sample(): SourceSample {
  const [key, title] = ["upfront-test", "This is a test of Upfront"];
  const details = { summary: title, source: "test", severity: "warning" };
  const labels = { source: "test" };
  return {
    payload: { event_action: "trigger", dedup_key: key, payload: details },
    signals: [makeAlertSignal({ key, status: "firing", severity: "warning", title, labels })],
  };
}

/** Senders that speak PagerDuty's Events API, version 2: they need our base URL and a routing key of ours. */
export const pagerdutyEventsSourceAdapter = defineSourceAdapter({
  kind: "pagerduty-events",
  title: "PagerDuty Events API",
  addressKey: "routing_key",
  order: "event_time",
  limitStatus: 429,
  ...unverifiedSourceParts,
  contentTypes: ["application/json", "text/plain", "application/x-www-form-urlencoded", ""],
  decode,
  read,
  answer,
  sample,
});
