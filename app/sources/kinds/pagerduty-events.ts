import {
  alertSignal,
  firstText,
  isRecord,
  labelsOf,
  linkOf,
  partialFlag,
  type Reading,
  severityOfWord,
  textOf,
} from "~/alerts/rules/signal";
import { keyTrouble } from "~/alerts/rules/signal-limits";
import { fail, ok, type Result } from "~/failures/failure";
import { type DeliveryOutcome, defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import { decodeJson, type RawRequest } from "../contract/decode";
import {
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  timeOf,
  unreadable,
} from "../contract/fields";
import { fnv64 } from "../contract/fingerprint";

const changePath = "/v2/change/enqueue";
const actions = ["trigger", "acknowledge", "resolve"];

/** Returns an event's faults, in the words of the API's own answer. */
function troublesOf(event: PayloadFields): string[] {
  const { event_action: action, payload, dedup_key: key } = event;
  const details = recordOf(payload);
  const isTrigger = action === "trigger";
  return [
    actions.includes(textOf(action)) ? "" : "'event_action' must be one of trigger, acknowledge, resolve",
    isTrigger && !isRecord(payload) ? "'payload' is missing or blank" : "",
    isTrigger && isRecord(payload) && !firstText(details.summary) ? "'payload.summary' is missing or blank" : "",
    !isTrigger && !idOf(key) ? "'dedup_key' is missing or blank" : "",
    idOf(key) && keyTrouble(idOf(key)) ? "'dedup_key' is invalid" : "",
  ].filter(Boolean);
}

/** Returns an event's key, or one derived from its content, so that a repeated event is the same alert. */
function keyOf(event: PayloadFields): string {
  const { summary, source, component, group, class: kind } = recordOf(event.payload);
  return idOf(event.dedup_key) || fnv64(JSON.stringify([summary, source, component, group, kind]));
}

/**
 * Decodes an event: a change event is accepted and has no effect; an event that the API refuses is refused with its
 * reasons.
 */
function decode(raw: RawRequest): Result<unknown> {
  const decoded = decodeJson(raw);
  if (!decoded.ok) return decoded;
  if (raw.path === changePath) return ok({ change: true });
  const event = recordOf(decoded.value);
  const [first, ...others] = troublesOf(event);
  if (!first) return ok({ ...event, dedup_key: keyOf(event) });
  return fail({ name: "malformed", code: "invalid_event", detail: [first, ...others].join("\n") });
}

const linksOf = (event: PayloadFields) => listOf(event.links).map((each) => linkOf(recordOf(each).href));

function readTrigger(key: string, event: PayloadFields): Reading {
  const details = recordOf(event.payload);
  const { custom_details: custom } = details;
  const signal = alertSignal({
    key,
    status: "firing",
    severity: severityOfWord(details.severity),
    title: textOf(details.summary),
    body: typeof custom === "string" ? custom : "",
    link: linksOf(event).find((each) => each !== null) ?? linkOf(event.client_url),
    labels: {
      ...labelsOf(custom),
      ...saidLabels({ source: details.source, component: details.component, group: details.group }),
      ...saidLabels({ class: details.class, client: event.client }),
    },
    startedAt: timeOf(details.timestamp),
  });
  return oneSignal(signal);
}

/** Reads an event. Events have no time, so arrival gives the order. An acknowledgement leaves the alert unchanged. */
function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  if (payload.change === true) return notAnAlert("a change");
  const key = keyOf(payload);
  const action = textOf(payload.event_action);
  if (action === "trigger") return readTrigger(key, payload);
  if (!actions.includes(action)) return unreadable("there is no event_action");
  if (action === "resolve") return oneSignal(alertSignal({ key, status: "resolved", title: "" }));
  return oneSignal(alertSignal({ key, status: "firing", title: "", reopens: false, flags: [partialFlag] }));
}

function answer({ message: { payload } }: DeliveryOutcome) {
  const event = recordOf(payload);
  if (event.change === true) return { status: 202, body: { status: "success", message: "Change event processed" } };
  return { status: 202, body: { status: "success", message: "Event processed", dedup_key: keyOf(event) } };
}

function sample(): SourceSample {
  const [key, title] = ["upfront-test", "This is a test of Upfront"];
  const details = { summary: title, source: "test", severity: "warning" };
  const labels = { source: "test" };
  return {
    payload: { event_action: "trigger", dedup_key: key, payload: details },
    signals: [alertSignal({ key, status: "firing", severity: "warning", title, labels })],
  };
}

/** Senders that speak PagerDuty's Events API, version 2: they need our base URL and a routing key of ours. */
export const pagerdutyEvents = defineSource({
  kind: "pagerduty-events",
  title: "PagerDuty Events API",
  addressKey: "routing_key",
  order: "event_time",
  limitStatus: 429,
  ...withoutProof,
  contentTypes: ["application/json", "text/plain", "application/x-www-form-urlencoded", ""],
  decode,
  read,
  answer,
  sample,
});
