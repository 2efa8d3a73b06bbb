import {
  type DeliveryReading,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  partialSignalFlag,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { defineSourceAdapter, type SourceMessage, type SourceSample } from "../contract/contract";
import { credentialSourceParts } from "../contract/credentials";
import {
  labelsOfTags,
  nonEmptyLabels,
  type PayloadFields,
  parseEpochTime,
  parseListOrSeparatedText,
  payloadIdText,
  severityOfPriority,
  singleSignalReading,
  unknownShapeReading,
} from "../contract/fields";

const closing = ["close", "delete"];

/** Actions on an open alert; every other action may also refer to a closed one. */
const opening = [
  "create",
  "acknowledge",
  "unacknowledge",
  "escalate",
  "escalatenext",
  "assignownership",
  "takeownership",
];

const labelsOfAlert = (alert: PayloadFields) => ({
  ...labelsOfTags(parseListOrSeparatedText(alert.tags)),
  ...labelsFromRecord(alert.details),
  ...nonEmptyLabels({ entity: alert.entity, source: alert.source, alias: alert.alias }),
});

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload) || !isRecord(payload.alert)) return unknownShapeReading(payload, "there is no alert");
  if (payloadIdText(payload.alert.alertId) === "") return unknownShapeReading(payload, "the alert has no id");
  const { alert } = payload;
  const action = textOrEmpty(payload.action).toLowerCase();
  const isResolved = closing.includes(action);
  const at = parseEpochTime(alert.updatedAt) ?? parseEpochTime(alert.createdAt);
  const isPartial = textOrEmpty(alert.message) === "";
  const signal = makeAlertSignal({
    key: payloadIdText(alert.alertId),
    status: isResolved ? "resolved" : "firing",
    severity: severityOfPriority(alert.priority),
    title: textOrEmpty(alert.message),
    body: textOrEmpty(alert.description),
    labels: labelsOfAlert(alert),
    startedAt: isResolved ? null : parseEpochTime(alert.createdAt),
    endedAt: isResolved ? at : null,
    eventAt: at,
    ...(isResolved || opening.includes(action) ? {} : { reopens: false }),
    flags: isPartial ? [partialSignalFlag] : [],
  });
  return singleSignalReading(signal);
}

function sample(now: number): SourceSample {
  const [key, title] = ["70413a06-38d6-4c85-92b8-5ebc900d42e2", "This is a test of Upfront"];
  const alert = { alertId: key, message: title, priority: "P3", createdAt: now, updatedAt: now, tags: ["test"] };
  const words = { title, labels: { test: "" }, startedAt: now, eventAt: now };
  const signals = [makeAlertSignal({ key, status: "firing", severity: "warning", ...words })];
  return { payload: { action: "Create", alert, integrationName: "Upfront" }, signals };
}

/** Opsgenie's outgoing webhook, which Jira Service Management still sends. */
export const opsgenieSourceAdapter = defineSourceAdapter({
  kind: "opsgenie",
  title: "Opsgenie",
  order: "event_time",
  ...credentialSourceParts,
  read,
  sample,
});
