import {
  alertSignal,
  firstText,
  instantOf,
  isRecord,
  linkOf,
  type Reading,
  type Severity,
  textOf,
} from "~/alerts/rules/signal";
import { withBodySignature } from "../contract/body-signature";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import {
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  priorityOf,
  recordOf,
  saidLabels,
  unknownShape,
  unknownState,
} from "../contract/fields";

const urgencies: Record<string, Severity> = { high: "error", low: "warning" };

const severityOf = ({ priority, urgency }: PayloadFields): Severity | null =>
  priorityOf(recordOf(priority).summary) ?? urgencies[textOf(urgency)] ?? null;

const summaryOf = (value: unknown) => textOf(recordOf(value).summary);

const labelsOfIncident = (data: PayloadFields) =>
  saidLabels({
    service: summaryOf(data.service),
    escalation_policy: summaryOf(data.escalation_policy),
    teams: listOf(data.teams).map(summaryOf),
    incident_type: textOf(recordOf(data.incident_type).name),
  });

function readIncident(data: PayloadFields, type: string, at: number | null): Reading {
  const status = textOf(data.status);
  const isResolved = status === "resolved" || (status === "" && type === "incident.resolved");
  const signal = alertSignal({
    key: idOf(data.id),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(data),
    title: firstText(data.title, data.summary),
    link: linkOf(data.html_url),
    labels: labelsOfIncident(data),
    startedAt: isResolved ? null : (instantOf(data.created_at) ?? at),
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownState(isResolved || ["triggered", "acknowledged"].includes(status), status),
  });
  return oneSignal(signal);
}

/**
 * Reads an incident's events. An event about an incident, such as a note or a responder, neither opens nor closes it.
 */
function read({ payload }: SourceMessage): Reading {
  const event = recordOf(recordOf(payload).event);
  if (!isRecord(event.data)) return unknownShape(payload, "there is no event of version 3 with data");
  const type = textOf(event.event_type);
  const isIncident = firstText(event.data.type, event.resource_type) === "incident";
  const isAbout = isRecord(event.data.incident);
  if (!type.startsWith("incident.") || !isIncident || isAbout) return notAnAlert(`event ${type.slice(0, 80)}`);
  return readIncident(event.data, type, instantOf(event.occurred_at));
}

function sample(now: number): SourceSample {
  const [key, title, link] = ["PUPFRONTTEST", "This is a test of Upfront", "https://acme.pagerduty.com/incidents/TEST"];
  const at = new Date(now).toISOString();
  const data = { id: key, type: "incident", html_url: link, status: "triggered", title, urgency: "low" };
  const event = { id: "01UPFRONTTEST", event_type: "incident.triggered", resource_type: "incident", occurred_at: at };
  const said = { key, status: "firing", severity: "warning", title, link, startedAt: now, eventAt: now } as const;
  return { payload: { event: { ...event, data } }, signals: [alertSignal(said)] };
}

/** PagerDuty's webhook subscriptions, version 3. It sends again on 429 and 5xx, with the same event id. */
export const pagerduty = defineSource({
  kind: "pagerduty",
  title: "PagerDuty",
  order: "event_time",
  limitStatus: 429,
  ...withBodySignature("x-pagerduty-signature", "v1="),
  deliveryId: ({ payload }) => idOf(recordOf(recordOf(payload).event).id) || null,
  read,
  sample,
});
