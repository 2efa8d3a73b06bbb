import {
  type AssignmentDecisionFacts,
  type UnassignedReason,
  unassignedReasonOfRule,
} from "~/alerts/rules/alert-assignment";
import { type MatchableAlert, type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import { incidentSeverity } from "./incident-severity";
import { type TeamAlert, type TeamContent, teamAlertListText, teamAlertTitle } from "./team-content";
import type { TeamWords } from "./team-words";

export const parseUnassignedReason = (text: unknown): UnassignedReason =>
  text === "no_component" ? "no_component" : "no_rule";

type Rule = Pick<RuleRecord, "sourceId" | "position" | "match" | "mode" | "catchAll"> & { id: string; moves: boolean };

type UnassignedAlert = MatchableAlert & { sourceId: string; key: string };

/**
 * Returns why an alert is unassigned under its source's current rules, and by which rule; null = it changes a component
 * or opens an incident.
 */
export function explainUnassignedAlert(
  rules: readonly Rule[],
  alert: UnassignedAlert,
  family: AssignmentDecisionFacts["family"],
): { reason: UnassignedReason; ruleId: string | null } | null {
  const rule = ruleForAlert(rules, alert.sourceId, alert);
  const reason = unassignedReasonOfRule(rule, alert, family);
  return reason && { reason, ruleId: rule?.id ?? null };
}

export interface UnassignedContentFacts {
  source: { id: string; name: string; family: "source" | "monitor" | "heartbeat" };
  reason: UnassignedReason;
  alerts: readonly (TeamAlert & { id: string })[];
  /** The rule that matches all of them, if one does. */
  ruleId: string | null;
}

/** Returns the path where it is fixed: the monitor or heartbeat, a new rule, or the rule that names no component. */
function pathOf({ source: { id, family }, reason, alerts, ruleId }: UnassignedContentFacts): string {
  if (family !== "source") return `/${family}s/${id}`;
  const [only] = alerts;
  const like = only ? `?alert=${encodeURIComponent(only.id)}` : "";
  if (reason === "no_rule") return `/sources/${id}/rules/new${like}`;
  return ruleId === null ? `/sources/${id}` : `/sources/${id}/rules/${ruleId}`;
}

/** Returns one message for all alerts, however many there are; null when there is none. */
export function unassignedAlertsTeamContent(words: TeamWords, told: UnassignedContentFacts): TeamContent | null {
  const { t, number, moment } = words;
  const { source, reason, alerts } = told;
  const [only] = alerts;
  if (!only) return null;
  const one = alerts.length === 1;
  const since = Math.min(...alerts.map(({ startedAt }) => startedAt));
  return {
    title: one
      ? t(`${reason}_single`, { title: teamAlertTitle(words, only) })
      : t(`${reason}_several`, { number: number(alerts.length), source: source.name }),
    text: [...(one ? [] : [teamAlertListText(words, alerts)]), t(`${reason}_about`)].join("\n"),
    severity: incidentSeverity(
      "none",
      alerts.map(({ severity }) => severity),
    ),
    link: { text: t(reason === "no_rule" ? "create_rule" : "choose_components"), path: pathOf(told) },
    facts: [
      { name: t("source"), value: source.name },
      ...(one ? [] : [{ name: t("alerts"), value: number(alerts.length) }]),
      { name: t(one ? "since" : "first_since"), value: moment(since) },
    ],
  };
}
