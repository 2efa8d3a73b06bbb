import { unassignedReason } from "~/alerts/rules/assigned";
import { type Matchable, type RuleFact, ruleFor } from "~/alerts/rules/rule-match";

export interface FiringNow extends Matchable {
  id: string;
  sourceId: string;
  key: string;
  startedAt: number;
  dismissedAt: number | null;
  /** The alert that it fires because of. */
  causeId: string | null;
}

type Rule = Pick<RuleFact, "id" | "sourceId" | "position" | "match" | "catchAll" | "mode"> & {
  components: readonly unknown[];
};

/** What becomes of what fires once a rule of its source is gone. */
export interface Leaving<Alert> {
  /** What it takes now, the newest first. */
  taken: Alert[];
  /** Which rules take that from then on, in the order of rules; null = none does. */
  next: { ruleId: string | null; count: number }[];
  /** Of those what no component shows from then on, though it does now. */
  unassigned: Alert[];
}

const reasonUnder = (rule: Rule | null, alert: FiringNow) =>
  unassignedReason({
    alert: { ...alert, isFolded: alert.causeId !== null },
    family: "source",
    rule: rule && { catchAll: rule.catchAll, components: rule.components.map(String) },
    incident: null,
  });

/** Whom the alerts of a rule go to when it is deleted. */
export function leavingWith<Alert extends FiringNow>(
  rules: readonly Rule[],
  id: string,
  firing: readonly Alert[],
): Leaving<Alert> {
  const others = rules.filter((each) => each.id !== id);
  const own = rules.find((each) => each.id === id) ?? null;
  const taken = firing.filter((alert) => own !== null && ruleFor(rules, own.sourceId, alert)?.id === id);
  const going = taken.map((alert) => ({ alert, rule: ruleFor(others, alert.sourceId, alert) }));
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
