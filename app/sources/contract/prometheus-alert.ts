import {
  type AlertSignal,
  alertSignal,
  firstText,
  instantOf,
  isRecord,
  labelsOf,
  linkOf,
  type SkippedPart,
  severityOfWord,
  textOf,
} from "~/alerts/rules/signal";
import { recordOf } from "./fields";
import { fingerprintOf } from "./fingerprint";

function titleOf(labels: Record<string, string>, notes: Record<string, unknown>): string {
  const where = firstText(labels.instance, labels.pod, labels.host);
  const named = [textOf(labels.alertname), where].filter(Boolean).join(" ");
  return firstText(notes.summary, notes.title, notes.message, named);
}

interface PrometheusAlertContext {
  isResolved: boolean;
  groupKey?: string;
  externalUrl?: unknown;
  flags?: string[];
}

/** Reads an alert as Prometheus creates it and Alertmanager passes it on; the caller says whether it is resolved. */
export function prometheusAlert(given: unknown, around: PrometheusAlertContext): AlertSignal | SkippedPart {
  const { isResolved, groupKey = "", externalUrl, flags = [] } = around;
  if (!isRecord(given)) return { code: "unreadable", reason: "an alert is not an object" };
  const labels = labelsOf(given.labels);
  const fingerprint = textOf(given.fingerprint);
  if (!fingerprint && Object.keys(labels).length === 0) {
    return { code: "unreadable", reason: "an alert has neither labels nor a fingerprint" };
  }
  const notes = recordOf(given.annotations);
  return alertSignal({
    key: fingerprint || fingerprintOf(labels),
    status: isResolved ? "resolved" : "firing",
    severity: severityOfWord(labels.severity ?? notes.severity),
    title: titleOf(labels, notes),
    body: firstText(notes.description, notes.message),
    link: linkOf(given.generatorURL) ?? linkOf(notes.runbook_url) ?? linkOf(externalUrl),
    labels,
    startedAt: instantOf(given.startsAt),
    endedAt: isResolved ? instantOf(given.endsAt) : null,
    groupKey,
    flags,
  });
}
