import { alertSignal, firstText, isRecord, linkOf, type Reading, type Severity, textOf } from "~/alerts/rules/signal";
import { defineSource, type SourceMessage, type SourceSample } from "../contract/contract";
import { withCredentials } from "../contract/credentials";
import {
  endOfSecond,
  epochOf,
  idOf,
  oneSignal,
  type PayloadFields,
  saidLabels,
  textsOf,
  unknownShape,
  unknownState,
  unreadable,
} from "../contract/fields";

const priorities: Record<string, Severity> = {
  critical: "critical",
  high: "error",
  medium: "warning",
  warning: "warning",
  low: "info",
  info: "info",
};

const severityOf = (word: unknown): Severity | null => priorities[textOf(word).toLowerCase()] ?? null;

const firingWords = ["created", "activated", "open", "opened", "acknowledged"];
const resolvedWords = ["closed", "deactivated"];

const flagsOf = (state: string) => unknownState([...firingWords, ...resolvedWords].includes(state), state);

/** Returns one text: templates give a text or a list of texts. */
const oneText = (value: unknown) => (Array.isArray(value) ? textsOf(value).join(", ") : textOf(value));

function readIssue(payload: PayloadFields): Reading {
  const state = textOf(payload.state).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const { alertConditionNames: conditions, impactedEntities: entities } = payload;
  const at = epochOf(payload.updatedAt);
  const signal = alertSignal({
    key: idOf(payload.id) || idOf(payload.issueId),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(payload.priority),
    title: firstText(oneText(payload.title), oneText(conditions)),
    body: [oneText(conditions), oneText(entities)].filter(Boolean).join(": "),
    link: linkOf(payload.issueUrl),
    labels: saidLabels({
      alertPolicyNames: payload.alertPolicyNames,
      alertConditionNames: conditions,
      impactedEntities: entities,
      workflowName: payload.workflowName,
    }),
    startedAt: isResolved ? null : epochOf(payload.createdAt),
    endedAt: isResolved ? (at ?? epochOf(payload.closedAt)) : null,
    eventAt: isResolved ? endOfSecond(at) : at,
    flags: flagsOf(state),
  });
  return oneSignal(signal);
}

/** Reads the older webhook, which dates the incident but not its updates: arrival gives the order. */
function readIncident(payload: PayloadFields): Reading {
  const state = textOf(payload.current_state).toLowerCase();
  const isResolved = resolvedWords.includes(state);
  const signal = alertSignal({
    key: idOf(payload.incident_id),
    status: isResolved ? "resolved" : "firing",
    severity: severityOf(payload.severity),
    title: firstText(payload.condition_name, payload.policy_name),
    body: textOf(payload.details),
    link: linkOf(payload.incident_url),
    labels: saidLabels({ policy_name: payload.policy_name, account_name: payload.account_name }),
    startedAt: isResolved ? null : epochOf(payload.timestamp),
    flags: flagsOf(state),
  });
  return oneSignal(signal);
}

function read({ payload }: SourceMessage): Reading {
  if (!isRecord(payload)) return unreadable("it is not an object");
  if (idOf(payload.incident_id) && !idOf(payload.issueId)) return readIncident(payload);
  if (!idOf(payload.id) && !idOf(payload.issueId)) return unknownShape(payload, "it has no id of an issue");
  return readIssue(payload);
}

function sample(now: number): SourceSample {
  const [key, title] = ["c5faa7e6-7b54-402d-af79-f99601e0278c", "This is a test of Upfront"];
  const payload = { id: key, title, priority: "MEDIUM", state: "ACTIVATED", createdAt: now, updatedAt: now };
  const words = { title, startedAt: now, eventAt: now };
  return { payload, signals: [alertSignal({ key, status: "firing", severity: "warning", ...words })] };
}

/** New Relic's workflows, which report issues, and the older webhook of incidents. */
export const newrelic = defineSource({
  kind: "newrelic",
  title: "New Relic",
  order: "event_time",
  ...withCredentials,
  read,
  sample,
});
