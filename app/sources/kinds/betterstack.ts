import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import {
  endOfSecond,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  parseSenderTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";

const firingWords = ["started", "acknowledged", "reopened", "unacknowledged", "escalated"];

/** Returns the state from the event's name, or else from the incident itself. */
function stateOf(event: string, attributes: PayloadFields): string {
  const word = event.replace(/^incident_/, "");
  if (word === "resolved" || firingWords.includes(word)) return word;
  const status = textOrEmpty(attributes.status).toLowerCase();
  if (textOrEmpty(attributes.resolved_at) !== "" || status === "resolved") return "resolved";
  return status || "started";
}

const monitorOf = (given: unknown) => payloadIdText(recordOrEmpty(recordOrEmpty(recordOrEmpty(given).monitor).data).id);

/** Returns the event's time; null for a reopened incident, which keeps its start, so the arrival dates it. */
function eventTime(state: string, { started_at, acknowledged_at, resolved_at }: PayloadFields): number | null {
  if (state === "reopened") return null;
  if (state === "resolved") return endOfSecond(parseSenderTime(resolved_at));
  return parseSenderTime(acknowledged_at) ?? parseSenderTime(started_at);
}

function read({ payload }: SourceMessage): DeliveryReading {
  const body = recordOrEmpty(payload);
  if (!isRecord(body.data)) return unknownShapeReading(payload, "there is no data");
  const { id, type, attributes: given, relationships } = body.data;
  const [event, attributes] = [textOrEmpty(body.event).toLowerCase(), recordOrEmpty(given)];
  if (type !== undefined && type !== "incident") return notAnAlertReading(`type ${payloadIdText(type).slice(0, 80)}`);
  if (event === "comment" || event.includes("comment")) return notAnAlertReading("a comment");
  const state = stateOf(event, attributes);
  const isResolved = state === "resolved";
  const signal = makeAlertSignal({
    key: payloadIdText(id),
    status: isResolved ? "resolved" : "firing",
    severity: attributes.critical_alert === true ? "critical" : null,
    title: firstNonBlankText(attributes.name, attributes.cause),
    body: textOrEmpty(attributes.cause),
    link: parseHttpLink(attributes.url),
    labels: nonEmptyLabels({
      team_name: attributes.team_name,
      regions: attributes.regions,
      monitor: monitorOf(relationships) || monitorOf(body.relationships),
    }),
    startedAt: parseSenderTime(attributes.started_at),
    endedAt: isResolved ? parseSenderTime(attributes.resolved_at) : null,
    eventAt: eventTime(state, attributes),
    flags: unknownStateFlags(isResolved || firingWords.includes(state), state),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const [key, name, cause, url] = ["25", "This is a test of Upfront", "Nothing is wrong.", "https://www.example.com/"];
  const attributes = {
    name,
    cause,
    url,
    started_at: new Date(now).toISOString(),
    resolved_at: null,
    status: "Started",
  };
  const words = { title: name, body: cause, link: url, startedAt: now, eventAt: now };
  return {
    payload: { data: { id: key, type: "incident", attributes } },
    signals: [makeAlertSignal({ key, status: "firing", ...words })],
  };
}

/** Better Stack's webhook of incidents. */
export const betterstackSourceAdapter = defineSourceAdapter({
  kind: "betterstack",
  title: "Better Stack",
  order: "event_time",
  ...credentialSourceParts,
  read,
  sample,
});
