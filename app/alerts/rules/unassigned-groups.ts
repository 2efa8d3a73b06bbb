import { type AlertSeverity, alertSeverities } from "~/status/severity";
import { type AssignmentDecisionFacts, currentUnassignedReason, type UnassignedReason } from "./alert-assignment";
import { type MatchableAlert, type RuleRecord, ruleForAlert } from "./rule-match";

type Rule = Pick<RuleRecord, "id" | "sourceId" | "position" | "match" | "catchAll"> & { moves: boolean | number };

export interface UnassignedAlertCandidate extends MatchableAlert {
  id: string;
  sourceId: string;
  family: AssignmentDecisionFacts["family"] | null;
  key: string;
  startedAt: number;
}

/** Firing alerts of one source that affect no component, all for the same reason. */
export interface UnassignedAlertGroup<Alert> {
  sourceId: string;
  reason: UnassignedReason;
  /** The rule that matches all of them; null when there are several rules, or none. */
  ruleId: string | null;
  count: number;
  critical: boolean;
  /** Start of the alert that has fired longest. */
  since: number;
  /** The loudest of them, from which a rule is suggested. */
  alert: Alert;
}

/** Ranks an alert without severity as a warning. */
function rankOf(severity: string | null): number {
  const found = alertSeverities.indexOf(severity as AlertSeverity);
  return found < 0 ? alertSeverities.indexOf("warning") : found;
}

function groupOf<Alert extends UnassignedAlertCandidate>(
  found: readonly { alert: Alert; reason: UnassignedReason; ruleId: string | null }[],
): UnassignedAlertGroup<Alert>[] {
  const [first] = found;
  if (!first) return [];
  const alert = found.reduce(
    (loud, each) => (rankOf(each.alert.severity) > rankOf(loud.severity) ? each.alert : loud),
    first.alert,
  );
  const ruleIds = new Set(found.map(({ ruleId }) => ruleId));
  return [
    {
      sourceId: alert.sourceId,
      reason: first.reason,
      ruleId: ruleIds.size === 1 ? first.ruleId : null,
      count: found.length,
      critical: found.some((each) => each.alert.severity === "critical"),
      since: Math.min(...found.map((each) => each.alert.startedAt)),
      alert,
    },
  ];
}

/**
 * Groups the alerts that neither an incident nor a rule shows on a component, by source and reason, with critical ones
 * first.
 */
export function groupUnassignedAlerts<Alert extends UnassignedAlertCandidate>(
  candidates: readonly Alert[],
  rules: readonly Rule[],
): UnassignedAlertGroup<Alert>[] {
  const ofSource = Map.groupBy(rules, ({ sourceId }) => sourceId);
  const found = candidates.flatMap((alert) => {
    const rule = ruleForAlert(ofSource.get(alert.sourceId) ?? [], alert.sourceId, alert);
    const by = rule && { catchAll: rule.catchAll, components: rule.moves ? [rule.id] : [] };
    const reason = currentUnassignedReason({
      alert: { ...alert, dismissedAt: null, isFolded: false },
      family: alert.family ?? "source",
      rule: by,
      incident: null,
    });
    return reason ? [{ alert, reason, ruleId: rule?.id ?? null }] : [];
  });
  const groups = Map.groupBy(found, ({ alert, reason }) => `${alert.sourceId} ${reason}`);
  return [...groups.values()]
    .flatMap(groupOf)
    .sort((one, other) => Number(other.critical) - Number(one.critical) || other.since - one.since);
}
