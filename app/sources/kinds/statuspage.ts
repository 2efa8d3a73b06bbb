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
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withoutProof } from "../contract/credentials";
import {
  compositeKey,
  idOf,
  listOf,
  notAnAlert,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  unknownShape,
  unknownState,
} from "../contract/fields";

/**
 * Returns a status without separators, as other vendors' pages use the same words in capitals and with various
 * separators.
 */
const wordOf = (value: unknown) =>
  textOf(value)
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

function readIncident(page: string, incident: PayloadFields, generatedAt: number | null): Reading {
  const status = wordOf(incident.status);
  if (maintenanceWords.includes(status)) return notAnAlert(`maintenance ${status}`);
  const isResolved = resolvedWords.includes(status);
  const at = generatedAt ?? instantOf(incident.updated_at);
  const names = listOf(incident.components).map((each) => textOf(recordOf(each).name));
  const signal = alertSignal({
    key: compositeKey(page, idOf(incident.id)),
    status: isResolved ? "resolved" : "firing",
    severity: impacts[wordOf(incident.impact)] ?? null,
    title: textOf(incident.name),
    body: textOf(recordOf(listOf(incident.incident_updates)[0]).body),
    link: linkOf(incident.shortlink) ?? linkOf(incident.url),
    labels: saidLabels({ page, components: names }),
    startedAt: instantOf(incident.created_at),
    endedAt: isResolved ? instantOf(incident.resolved_at) : null,
    eventAt: at,
    flags: unknownState(isResolved || firingWords.includes(status), incident.status),
  });
  return oneSignal(signal);
}

function readComponent(
  page: string,
  component: PayloadFields,
  update: PayloadFields,
  generatedAt: number | null,
): Reading {
  const status = wordOf(update.new_status ?? component.status);
  if (status === "undermaintenance") return notAnAlert("component under maintenance");
  const isResolved = status === "operational";
  const at = instantOf(update.created_at) ?? generatedAt;
  const name = textOf(component.name);
  const signal = alertSignal({
    key: compositeKey(page, idOf(component.id) || idOf(update.component_id)),
    status: isResolved ? "resolved" : "firing",
    severity: statuses[status] ?? null,
    title: name,
    labels: saidLabels({ page, component: name }),
    startedAt: isResolved ? null : at,
    endedAt: isResolved ? at : null,
    eventAt: at,
    flags: unknownState(isResolved || status in statuses, firstText(update.new_status, component.status)),
  });
  return oneSignal(signal);
}

function read({ payload }: SourceMessage): Reading {
  const body = recordOf(payload);
  const page = idOf(recordOf(body.page).id);
  const generatedAt = instantOf(recordOf(body.meta).generated_at);
  if (isRecord(body.incident)) {
    return idOf(body.incident.id)
      ? readIncident(page, body.incident, generatedAt)
      : unknownShape(payload, "the incident has no id");
  }
  const [component, update] = [recordOf(body.component), recordOf(body.component_update)];
  if (idOf(component.id) || idOf(update.component_id)) return readComponent(page, component, update, generatedAt);
  if (isRecord(body.maintenance)) return notAnAlert("a maintenance");
  return unknownShape(payload, "there is neither an incident nor a component");
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
  return { payload, signals: [alertSignal({ ...said, labels: { page: "page" }, startedAt: now, eventAt: now })] };
}

/** Another company's status page: its webhook subscription, in the format of Statuspage and its look-alikes. */
export const statuspage = defineSource({
  kind: "statuspage",
  title: "Statuspage (a page that you depend on)",
  order: "event_time",
  ...withoutProof,
  read,
  sample,
});
