import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { bodySignatureSourceParts } from "../contract/body-signature";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  payloadIdText,
  recordOrEmpty,
  severityOfPriority,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";

const urgencies: Record<string, Severity> = { high: "error", low: "warning" };

const severityOf = ({ priority, urgency }: PayloadFields): Severity | null =>
  severityOfPriority(recordOrEmpty(priority).summary) ?? urgencies[textOrEmpty(urgency)] ?? null;

const summaryOf = (value: unknown) => textOrEmpty(recordOrEmpty(value).summary);

const labelsOfIncident = (data: PayloadFields) =>
  nonEmptyLabels({
    service: summaryOf(data.service),
    escalation_policy: summaryOf(data.escalation_policy),
    teams: listOrEmpty(data.teams).map(summaryOf),
    incident_type: textOrEmpty(recordOrEmpty(data.incident_type).name),
  });

function readIncident(data: PayloadFields, type: string, at: number | null): DeliveryReading {
  const status = textOrEmpty(data.status);
  const isResolved = status === "resolved" || (status === "" && type === "incident.resolved");
  const signal = makeAlertSignal({
    key: payloadIdText(data.id),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(data),
    title: firstNonBlankText(data.title, data.summary),
    link: parseHttpLink(data.html_url),
    labels: labelsOfIncident(data),
    startedAt: isResolved ? null : (parseInstant(data.created_at) ?? at),
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || ["triggered", "acknowledged"].includes(status), status),
  });
  return singleSignalReading(signal);
}

/**
 * Reads an incident's events. An event about an incident, such as a note or a responder, neither opens nor closes it.
 */
function read({ payload }: SourceMessage): DeliveryReading {
  const event = recordOrEmpty(recordOrEmpty(payload).event);
  if (!isRecord(event.data)) return unknownShapeReading(payload, "there is no version 3 event with data");
  const type = textOrEmpty(event.event_type);
  const isIncident = firstNonBlankText(event.data.type, event.resource_type) === "incident";
  const isAbout = isRecord(event.data.incident);
  if (!type.startsWith("incident.") || !isIncident || isAbout) return notAnAlertReading(`event ${type.slice(0, 80)}`);
  return readIncident(event.data, type, parseInstant(event.occurred_at));
}

function sample(now: number): SourceSample {
  const [key, title, link] = ["PUPFRONTTEST", "This is a test of Upfront", "https://acme.pagerduty.com/incidents/TEST"];
  const at = new Date(now).toISOString();
  const data = { id: key, type: "incident", html_url: link, status: "triggered", title, urgency: "low" };
  const event = { id: "01UPFRONTTEST", event_type: "incident.triggered", resource_type: "incident", occurred_at: at };
  const said = { key, status: "firing", severity: "warning", title, link, startedAt: now, eventAt: now } as const;
  return { payload: { event: { ...event, data } }, signals: [makeAlertSignal(said)] };
}

/** PagerDuty's webhook subscriptions, version 3. It sends again on 429 and 5xx, with the same event id. */
export const pagerdutySourceAdapter = defineSourceAdapter({
  kind: "pagerduty",
  title: "PagerDuty",
  order: "event_time",
  limitStatus: 429,
  ...bodySignatureSourceParts("x-pagerduty-signature", "v1="),
  deliveryId: ({ payload }) => payloadIdText(recordOrEmpty(recordOrEmpty(payload).event).id) || null,
  read,
  sample,
});
