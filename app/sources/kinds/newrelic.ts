import {
  type DeliveryReading,
  firstNonBlankText,
  isRecord,
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
  parseListOrSeparatedText,
  payloadIdText,
  singleSignalReading,
  unknownShapeReading,
  unknownStateFlags,
  unreadableReading,
} from "../contract/fields";

const priorities: Record<string, Severity> = {
  critical: "critical",
  high: "error",
  medium: "warning",
  warning: "warning",
  low: "info",
  info: "info",
};

const severityOf = (word: unknown): Severity | null => priorities[textOrEmpty(word).toLowerCase()] ?? null;

const firingWords = ["created", "activated", "open", "opened", "acknowledged"];
const resolvedWords = ["closed", "deactivated"];

const flagsOf = (state: string) => unknownStateFlags([...firingWords, ...resolvedWords].includes(state), state);

/** Returns one text: templates give a text or a list of texts. */
const oneText = (value: unknown) =>
  Array.isArray(value) ? parseListOrSeparatedText(value).join(", ") : textOrEmpty(value);

function readIssue(payload: PayloadFields): DeliveryReading {
  const state = textOrEmpty(payload.state).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const { alertConditionNames: conditions, impactedEntities: entities } = payload;
  const at = parseEpochTime(payload.updatedAt);
  const signal = makeAlertSignal({
    key: payloadIdText(payload.id) || payloadIdText(payload.issueId),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(payload.priority),
    title: firstNonBlankText(oneText(payload.title), oneText(conditions)),
    body: [oneText(conditions), oneText(entities)].filter(Boolean).join(": "),
    link: parseHttpLink(payload.issueUrl),
    labels: nonEmptyLabels({
      alertPolicyNames: payload.alertPolicyNames,
      alertConditionNames: conditions,
      impactedEntities: entities,
      workflowName: payload.workflowName,
    }),
    startedAt: isResolved ? null : parseEpochTime(payload.createdAt),
    endedAt: isResolved ? (at ?? parseEpochTime(payload.closedAt)) : null,
    eventAt: isResolved ? endOfSecond(at) : at,
    flags: flagsOf(state),
  });
  return singleSignalReading(signal);
}

/** Reads the older webhook, which dates the incident but not its updates: arrival gives the order. */
function readIncident(payload: PayloadFields): DeliveryReading {
  const state = textOrEmpty(payload.current_state).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const signal = makeAlertSignal({
    key: payloadIdText(payload.incident_id),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(payload.severity),
    title: firstNonBlankText(payload.condition_name, payload.policy_name),
    body: textOrEmpty(payload.details),
    link: parseHttpLink(payload.incident_url),
    labels: nonEmptyLabels({ policy_name: payload.policy_name, account_name: payload.account_name }),
    startedAt: isResolved ? null : parseEpochTime(payload.timestamp),
    flags: flagsOf(state),
  });
  return singleSignalReading(signal);
}

function read({ payload }: SourceMessage): DeliveryReading {
  if (!isRecord(payload)) return unreadableReading("it is not an object");
  if (payloadIdText(payload.incident_id) && !payloadIdText(payload.issueId)) return readIncident(payload);
  if (!payloadIdText(payload.id) && !payloadIdText(payload.issueId))
    return unknownShapeReading(payload, "it has no issue ID");
  return readIssue(payload);
}

function sample(now: number): SourceSample {
  const [key, title] = ["c5faa7e6-7b54-402d-af79-f99601e0278c", "This is a test of Upfront"];
  const payload = { id: key, title, priority: "MEDIUM", state: "ACTIVATED", createdAt: now, updatedAt: now };
  const words = { title, startedAt: now, eventAt: now };
  return { payload, signals: [makeAlertSignal({ key, status: "firing", severity: "warning", ...words })] };
}

/** New Relic's workflows, which report issues, and the older webhook of incidents. */
export const newrelicSourceAdapter = defineSourceAdapter({
  kind: "newrelic",
  title: "New Relic",
  order: "event_time",
  ...credentialSourceParts,
  read,
  sample,
});
