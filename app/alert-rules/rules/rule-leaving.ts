import { currentUnassignedReason } from "~/alerts/rules/alert-assignment";
import { type MatchableAlert, type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";

export interface MatchableFiringAlert extends MatchableAlert {
  id: string;
  sourceId: string;
  key: string;
  startedAt: number;
  dismissedAt: number | null;
  /** The alert that causes it. */
  causeId: string | null;
}

type Rule = Pick<RuleRecord, "id" | "sourceId" | "position" | "match" | "catchAll" | "mode"> & {
  components: readonly unknown[];
};

/** Effects on firing alerts when a rule of their source is deleted. */
export interface AlertsAfterRuleDeletion<Alert> {
  /** Alerts that it takes now, newest first. */
  taken: Alert[];
  /** Rules that take them from then on, in the order of rules; null = no rule. */
  next: { ruleId: string | null; count: number }[];
  /** Alerts among them that no component reflects from then on, although one does now. */
  unassigned: Alert[];
}

const reasonUnder = (rule: Rule | null, alert: MatchableFiringAlert) =>
  currentUnassignedReason({
    alert: { ...alert, isFolded: alert.causeId !== null },
    family: "source",
    rule: rule && { catchAll: rule.catchAll, components: rule.components.map(String) },
    incident: null,
  });

/** Returns the rules that take a rule's alerts when it is deleted. */
export function alertsAfterRuleDeletion<Alert extends MatchableFiringAlert>(
  rules: readonly Rule[],
  id: string,
  firing: readonly Alert[],
): AlertsAfterRuleDeletion<Alert> {
  const others = rules.filter((each) => each.id !== id);
  const own = rules.find((each) => each.id === id) ?? null;
  const taken = firing.filter((alert) => own !== null && ruleForAlert(rules, own.sourceId, alert)?.id === id);
  const going = taken.map((alert) => ({ alert, rule: ruleForAlert(others, alert.sourceId, alert) }));
  const counts = Map.groupBy(going, ({ rule }) => rule?.id ?? null);
  const unassigned = going.filter(({ alert, rule }) => reasonUnder(rule, alert) && !reasonUnder(own, alert));
  return {
    taken,
    next: [...others.map((each) => each.id), null].flatMap((ruleId) => {
      const count = counts.get(ruleId)?.length ?? 0;
      return count > 0 ? [{ ruleId, count }] : [];
    }),
    unassigned: unassigned.map(({ alert }) => alert),
  };
}
