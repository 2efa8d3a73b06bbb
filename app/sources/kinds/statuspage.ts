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
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { unverifiedSourceParts } from "../contract/credentials";
import {
  compositeAlertKey,
  listOrEmpty,
  nonEmptyLabels,
  notAnAlertReading,
  type PayloadFields,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";

/**
 * Returns a status without separators, as other vendors' pages use the same words in capitals and with various
 * separators.
 */
const wordOf = (value: unknown) =>
  textOrEmpty(value)
    .toLowerCase()
    .replace(/[\s_-]/g, "");

const firingWords = ["investigating", "identified", "monitoring"];
const resolvedWords = ["resolved", "postmortem"];
const maintenanceWords = ["scheduled", "inprogress", "verifying", "completed"];

const impacts: Record<string, Severity> = { critical: "critical", major: "error", minor: "warning", none: "info" };
const statuses: Record<string, Severity> = {
  majoroutage: "critical",
  partialoutage: "error",
  degradedperformance: "warning",
};

function readIncident(page: string, incident: PayloadFields, generatedAt: number | null): DeliveryReading {
  const status = wordOf(incident.status);
  if (maintenanceWords.includes(status)) return notAnAlertReading(`maintenance ${status}`);
  const isResolved = resolvedWords.includes(status);
  const at = generatedAt ?? parseInstant(incident.updated_at);
  const names = listOrEmpty(incident.components).map((each) => textOrEmpty(recordOrEmpty(each).name));
  const signal = makeAlertSignal({
    key: compositeAlertKey(page, payloadIdText(incident.id)),
    status: isResolved ? "resolved" : "firing",
    severity: impacts[wordOf(incident.impact)] ?? null,
    title: textOrEmpty(incident.name),
    body: textOrEmpty(recordOrEmpty(listOrEmpty(incident.incident_updates)[0]).body),
    link: parseHttpLink(incident.shortlink) ?? parseHttpLink(incident.url),
    labels: nonEmptyLabels({ page, components: names }),
    startedAt: parseInstant(incident.created_at),
    endedAt: isResolved ? parseInstant(incident.resolved_at) : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || firingWords.includes(status), incident.status),
  });
  return singleSignalReading(signal);
}

function readComponent(
  page: string,
  component: PayloadFields,
  update: PayloadFields,
  generatedAt: number | null,
): DeliveryReading {
  const status = wordOf(update.new_status ?? component.status);
  if (status === "undermaintenance") return notAnAlertReading("component under maintenance");
  const isResolved = status === "operational";
  const at = parseInstant(update.created_at) ?? generatedAt;
  const name = textOrEmpty(component.name);
  const signal = makeAlertSignal({
    key: compositeAlertKey(page, payloadIdText(component.id) || payloadIdText(update.component_id)),
    status: isResolved ? "resolved" : "firing",
    severity: statuses[status] ?? null,
    title: name,
    labels: nonEmptyLabels({ page, component: name }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownStateFlags(isResolved || status in statuses, firstNonBlankText(update.new_status, component.status)),
  });
  return singleSignalReading(signal);
}

function read({ payload }: SourceMessage): DeliveryReading {
  const body = recordOrEmpty(payload);
  const page = payloadIdText(recordOrEmpty(body.page).id);
  const generatedAt = parseInstant(recordOrEmpty(body.meta).generated_at);
  if (isRecord(body.incident)) {
    return payloadIdText(body.incident.id)
      ? readIncident(page, body.incident, generatedAt)
      : unknownShapeReading(payload, "the incident has no id");
  }
  const [component, update] = [recordOrEmpty(body.component), recordOrEmpty(body.component_update)];
  if (payloadIdText(component.id) || payloadIdText(update.component_id))
    return readComponent(page, component, update, generatedAt);
  if (isRecord(body.maintenance)) return notAnAlertReading("maintenance");
  return unknownShapeReading(payload, "there is neither an incident nor a component");
}

function sample(now: number): SourceSample {
  const at = new Date(now).toISOString();
  const [title, body] = ["This is a test of Upfront", "Nothing is wrong."];
  const incident = { id: "upfronttest", name: title, status: "investigating", impact: "minor", created_at: at };
  const payload = {
    meta: { generated_at: at },
    page: { id: "page" },
    incident: { ...incident, incident_updates: [{ body }] },
  };
  const said = { key: "page|upfronttest", status: "firing", severity: "warning", title, body } as const;
  return { payload, signals: [makeAlertSignal({ ...said, labels: { page: "page" }, startedAt: now, eventAt: now })] };
}

/** Another company's status page: its webhook subscription, in the format of Statuspage and its look-alikes. */
export const statuspageSourceAdapter = defineSourceAdapter({
  kind: "statuspage",
  title: "Statuspage (a page you depend on)",
  order: "event_time",
  ...unverifiedSourceParts,
  read,
  sample,
});
