import { type AlertSeverity, alertSeverities, severityRankOf } from "~/status/severity";
import { type Status, statusRank } from "~/status/status";
import type { RuleRecord } from "../../rules/rule-match";
import type { FiringAlert } from "./settle-facts";

/** A firing alert of an incident, and the rule that matches it. */
export interface FiringAlertWithRule {
  alert: FiringAlert;
  rule: RuleRecord;
}

const isBefore = (one: FiringAlert, other: FiringAlert): boolean =>
  one.startedAt === other.startedAt ? one.key < other.key : one.startedAt < other.startedAt;

function isLouder({ alert: one }: FiringAlertWithRule, { alert: other }: FiringAlertWithRule): boolean {
  const [loud, known] = [severityRankOf(one.severity), severityRankOf(other.severity)];
  return loud === known ? isBefore(one, other) : loud > known;
}

/** Returns the alert that names the incident: the most severe, then the first to fire. */
export const mostSevereAlert = <M extends FiringAlertWithRule>(members: readonly M[]): M | null =>
  members.reduce<M | null>((found, each) => (found === null || isLouder(each, found) ? each : found), null);

/** Returns the loudest severity; null when the loudest alert has none. */
export function highestAlertSeverity(members: readonly FiringAlertWithRule[]): AlertSeverity | null {
  const severity = mostSevereAlert(members)?.alert.severity;
  return alertSeverities.find((each) => each === severity) ?? null;
}

/** Maps component → the worst status that its alerts give it. */
export function worstAlertStatusByComponent(members: readonly FiringAlertWithRule[]): Map<string, Status> {
  const found = new Map<string, Status>();
  for (const { rule } of members) {
    for (const { componentId, status } of rule.components) {
      const known = found.get(componentId);
      if (known === undefined || statusRank(status) > statusRank(known)) found.set(componentId, status);
    }
  }
  return found;
}

/** Labels that hold an alert's name, whichever instance fires (Prometheus, Grafana). */
const nameLabels = ["alertname", "rulename"] as const;

/** Returns an alert's name; instances of one rule of its sender share it. */
export const alertNameOf = ({ labels, title }: FiringAlert): string =>
  nameLabels.map((label) => (Object.hasOwn(labels, label) ? labels[label] : "")).find((each) => each) ?? title;
