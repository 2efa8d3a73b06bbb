import {
  type AlertSignal,
  firstNonBlankText,
  isRecord,
  labelsFromRecord,
  makeAlertSignal,
  parseHttpLink,
  parseInstant,
  parseSeverity,
  type SkippedBodyPart,
  textOrEmpty,
} from "~/alerts/rules/signal";
import { recordOrEmpty } from "./fields";
import { alertmanagerFingerprint } from "./fingerprint";

function titleOf(labels: Record<string, string>, notes: Record<string, unknown>): string {
  const where = firstNonBlankText(labels.instance, labels.pod, labels.host);
  const named = [textOrEmpty(labels.alertname), where].filter(Boolean).join(" ");
  return firstNonBlankText(notes.summary, notes.title, notes.message, named);
}

interface PrometheusAlertContext {
  isResolved: boolean;
  groupKey?: string;
  externalUrl?: unknown;
  flags?: string[];
}

/** Reads an alert as Prometheus creates it and Alertmanager passes it on; the caller says whether it is resolved. */
export function parsePrometheusAlert(given: unknown, around: PrometheusAlertContext): AlertSignal | SkippedBodyPart {
  const { isResolved, groupKey = "", externalUrl, flags = [] } = around;
  if (!isRecord(given)) return { code: "unreadable", reason: "an alert is not an object" };
  const labels = labelsFromRecord(given.labels);
  const fingerprint = textOrEmpty(given.fingerprint);
  if (!fingerprint && Object.keys(labels).length === 0) {
    return { code: "unreadable", reason: "an alert has neither labels nor a fingerprint" };
  }
  const notes = recordOrEmpty(given.annotations);
  return makeAlertSignal({
    key: fingerprint || alertmanagerFingerprint(labels),
    status: isResolved ? "resolved" : "firing",
    severity: parseSeverity(labels.severity ?? notes.severity),
    title: titleOf(labels, notes),
    body: firstNonBlankText(notes.description, notes.message),
    link: parseHttpLink(given.generatorURL) ?? parseHttpLink(notes.runbook_url) ?? parseHttpLink(externalUrl),
    labels,
    startedAt: parseInstant(given.startsAt),
    endedAt: isResolved ? parseInstant(given.endsAt) : null,
    groupKey,
    flags,
  });
}
