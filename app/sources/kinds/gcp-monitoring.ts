import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  type Severity,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import {
  endOfSecond,
  nonEmptyLabels,
  type PayloadFields,
  parseEpochTime,
  payloadIdText,
  recordOrEmpty,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
} from "../contract/fields";

const severities: Record<string, Severity> = { critical: "critical", error: "error", warning: "warning" };

/** Returns the documentation, which is an object or a text. */
const documentationOf = (value: unknown) => firstNonBlankText(value, recordOrEmpty(value).content);

const labelsOfIncident = (incident: PayloadFields) => ({
  ...labelsFromRecord(recordOrEmpty(incident.metadata).system_labels),
  ...labelsFromRecord(recordOrEmpty(incident.metadata).user_labels),
  ...labelsFromRecord(recordOrEmpty(incident.resource).labels),
  ...labelsFromRecord(recordOrEmpty(incident.metric).labels),
  ...labelsFromRecord(incident.policy_user_labels),
  ...nonEmptyLabels({
    policy: incident.policy_name,
    resource: firstNonBlankText(incident.resource_display_name, incident.resource_name),
    project: incident.scoping_project_id,
  }),
});

/** Reads an incident, which is one episode: it opens and closes under its id. */
function read({ payload }: SourceMessage): DeliveryReading {
  const incident = recordOrEmpty(payload).incident;
  if (!isRecord(incident)) return unknownShapeReading(payload, "there is no incident");
  if (payloadIdText(incident.incident_id) === "") return unknownShapeReading(payload, "the incident has no id");
  const state = textOrEmpty(incident.state).toLowerCase();
  const isResolved = state === "closed";
  const [started, ended] = [parseEpochTime(incident.started_at), parseEpochTime(incident.ended_at)];
  const signal = makeAlertSignal({
    key: payloadIdText(incident.incident_id),
    status: isResolved ? "resolved" : "firing",
    severity: severities[textOrEmpty(incident.severity).toLowerCase()] ?? null,
    title: firstNonBlankText(incident.condition_name, incident.policy_name, incident.summary),
    body: [textOrEmpty(incident.summary), documentationOf(incident.documentation)].filter(Boolean).join("\n\n"),
    link: parseHttpLink(incident.url),
    labels: labelsOfIncident(incident),
    startedAt: started,
    endedAt: isResolved ? ended : null,
    eventAt: isResolved ? endOfSecond(ended) : started,
    flags: unknownStateFlags(isResolved || state === "open", state),
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const seconds = Math.floor(now / 1000);
  const [key, title, body] = ["0.upfronttest", "This is a test of Upfront", "Nothing is wrong."];
  const incident = { incident_id: key, condition_name: title, summary: body, state: "open", started_at: seconds };
  const times = { startedAt: seconds * 1000, eventAt: seconds * 1000 };
  return {
    payload: { version: "1.2", incident: { ...incident, ended_at: null, severity: "Warning" } },
    signals: [makeAlertSignal({ key, status: "firing", severity: "warning", title, body, ...times })],
  };
}

/** Google Cloud Monitoring's webhook, versions 1.1 and 1.2. */
export const gcpMonitoringSourceAdapter = defineSourceAdapter({
  kind: "gcp-monitoring",
  title: "Google Cloud Monitoring",
  order: "event_time",
  ...credentialSourceParts,
  read,
  sample,
});
