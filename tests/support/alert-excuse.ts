import { type RuleRecord, ruleForAlert } from "~/alerts/rules/rule-match";
import type { FiringAlert, SettleFacts } from "~/alerts/settling/rules/settle-facts";
import { findMutedRules } from "~/mutes/rules/mute-rules";

export const ruleIn = ({ rules }: SettleFacts, alert: FiringAlert): RuleRecord | null =>
  ruleForAlert(rules, alert.sourceId, alert);

/** Returns the components of a rule; a rule without any counts as one place of its own. */
export const placesOf = ({ components }: RuleRecord): string[] =>
  components.length > 0 ? components.map(({ componentId }) => componentId) : [""];

export const episodeOf = ({ id, startedAt }: Pick<FiringAlert, "id" | "startedAt">) => `${id} ${startedAt}`;

/**
 * Returns, by name, why no notification is due for an alert; null = one is due. `closedBy`: episodes in which a person
 * closed its incident.
 */
export function excuseIn(facts: SettleFacts, alert: FiringAlert, closedBy: ReadonlySet<string>): string | null {
  const rule = ruleIn(facts, alert);
  if (alert.severity === "info") return "information";
  if (alert.dismissedAt !== null) return "dismissed";
  if (!rule || rule.mode === "none") return "mode none";
  if (alert.causeId !== null) return "cause";
  if (findMutedRules(facts).has(rule)) return "muted";
  if (rule.components.length > 0 && rule.components.every((each) => facts.maintained.has(each.componentId)))
    return "maintenance";
  return closedBy.has(episodeOf(alert)) ? "closed by a person" : null;
}

/**
 * Returns true for excuses of alerts that need no notification of their own, but are shown in those of their incident.
 */
export const isTellable = (excuse: string | null): boolean =>
  excuse === null || excuse === "information" || excuse === "mode none" || excuse === "closed by a person";
