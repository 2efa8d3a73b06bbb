import { alertSignal, isRecord, labelsOf, partialFlag, type Reading, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import {
  epochOf,
  idOf,
  oneSignal,
  type PayloadFields,
  priorityOf,
  saidLabels,
  tagLabels,
  textsOf,
  unknownShape,
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
  ...tagLabels(textsOf(alert.tags)),
  ...labelsOf(alert.details),
  ...saidLabels({ entity: alert.entity, source: alert.source, alias: alert.alias }),
});

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload) || !isRecord(payload.alert)) return unknownShape(payload, "there is no alert");
  if (idOf(payload.alert.alertId) === "") return unknownShape(payload, "the alert has no id");
  const { alert } = payload;
  const action = textOf(payload.action).toLowerCase();
  const isResolved = closing.includes(action);
  const at = epochOf(alert.updatedAt) ?? epochOf(alert.createdAt);
  const isPartial = textOf(alert.message) === "";
  const signal = alertSignal({
    key: idOf(alert.alertId),
    status: isResolved ? "resolved" : "firing",
    severity: priorityOf(alert.priority),
    title: textOf(alert.message),
    body: textOf(alert.description),
    labels: labelsOfAlert(alert),
    startedAt: isResolved ? null : epochOf(alert.createdAt),
    endedAt: isResolved ? at : null,
    eventAt: at,
    ...(isResolved || opening.includes(action) ? {} : { reopens: false }),
    flags: isPartial ? [partialFlag] : [],
  });
  return oneSignal(signal);
}

function sample(now: number): SourceSample {
  const [key, title] = ["70413a06-38d6-4c85-92b8-5ebc900d42e2", "This is a test of Upfront"];
  const alert = { alertId: key, message: title, priority: "P3", createdAt: now, updatedAt: now, tags: ["test"] };
  const words = { title, labels: { test: "" }, startedAt: now, eventAt: now };
  const signals = [alertSignal({ key, status: "firing", severity: "warning", ...words })];
  return { payload: { action: "Create", alert, integrationName: "Upfront" }, signals };
}

/** Opsgenie's outgoing webhook, which Jira Service Management still sends. */
export const opsgenie = defineSource({
  kind: "opsgenie",
  title: "Opsgenie",
  order: "event_time",
  ...withCredentials,
  read,
  sample,
});
