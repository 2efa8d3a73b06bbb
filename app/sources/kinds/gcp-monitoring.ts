import {
  alertSignal,
  firstText,
  isRecord,
  labelsOf,
  linkOf,
  type Reading,
  type Severity,
  textOf,
} from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import {
  endOfSecond,
  epochOf,
  idOf,
  oneSignal,
  type PayloadFields,
  recordOf,
  saidLabels,
  unknownShape,
  unknownState,
} from "../contract/fields";

const severities: Record<string, Severity> = { critical: "critical", error: "error", warning: "warning" };

/** Returns the documentation, which is an object or a text. */
const documentationOf = (value: unknown) => firstText(value, recordOf(value).content);

const labelsOfIncident = (incident: PayloadFields) => ({
  ...labelsOf(recordOf(incident.metadata).system_labels),
  ...labelsOf(recordOf(incident.metadata).user_labels),
  ...labelsOf(recordOf(incident.resource).labels),
  ...labelsOf(recordOf(incident.metric).labels),
  ...labelsOf(incident.policy_user_labels),
  ...saidLabels({
    policy: incident.policy_name,
    resource: firstText(incident.resource_display_name, incident.resource_name),
    project: incident.scoping_project_id,
  }),
});

/** Reads an incident, which is one episode: it opens and closes under its id. */
function read({ payload }: SourceMessage): Reading {
  const incident = recordOf(payload).incident;
  if (!isRecord(incident)) return unknownShape(payload, "there is no incident");
  if (idOf(incident.incident_id) === "") return unknownShape(payload, "the incident has no id");
  const state = textOf(incident.state).toLowerCase();
  const isResolved = state === "closed";
  const [started, ended] = [epochOf(incident.started_at), epochOf(incident.ended_at)];
  const signal = alertSignal({
    key: idOf(incident.incident_id),
    status: isResolved ? "resolved" : "firing",
    severity: severities[textOf(incident.severity).toLowerCase()] ?? null,
    title: firstText(incident.condition_name, incident.policy_name, incident.summary),
    body: [textOf(incident.summary), documentationOf(incident.documentation)].filter(Boolean).join("\n\n"),
    link: linkOf(incident.url),
    labels: labelsOfIncident(incident),
    startedAt: started,
    endedAt: isResolved ? ended : null,
    eventAt: isResolved ? endOfSecond(ended) : started,
    flags: unknownState(isResolved || state === "open", state),
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const [key, title, body] = ["0.upfronttest", "This is a test of Upfront", "Nothing is wrong."];
  const incident = { incident_id: key, condition_name: title, summary: body, state: "open", started_at: seconds };
  const times = { startedAt: seconds * 1000, eventAt: seconds * 1000 };
  return {
    payload: { version: "1.2", incident: { ...incident, ended_at: null, severity: "Warning" } },
    signals: [alertSignal({ key, status: "firing", severity: "warning", title, body, ...times })],
  };
}

/** Google Cloud Monitoring's webhook, versions 1.1 and 1.2. */
export const gcpMonitoring = defineSource({
  kind: "gcp-monitoring",
  title: "Google Cloud Monitoring",
  order: "event_time",
  ...withCredentials,
  read,
  sample,
});
