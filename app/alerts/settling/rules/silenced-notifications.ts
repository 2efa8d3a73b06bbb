import {
  componentsOfSilentImports,
  findMutedRules,
  findMutedSourceIds,
  isComponentOrPageMuted,
} from "~/mutes/rules/mute-rules";
import type { SettleDecision } from "./settle-facts";
import { hasKnownCause, isUndismissedAlert, type SettleState } from "./settle-incidents";

/** Returns the components that only folded alerts move. */
function foldedComponents(settling: SettleState): Set<string> {
  const [folded, others] = [new Set<string>(), new Set<string>()];
  for (const each of settling.matched.filter(isUndismissedAlert)) {
    const found = hasKnownCause(settling, each) ? folded : others;
    for (const { componentId } of each.rule.components) found.add(componentId);
  }
  return new Set([...folded].filter((id) => !others.has(id)));
}

/** Returns the alerts, sources and components whose changes notify nobody. */
export function findSilencedChanges(
  settling: SettleState,
): Pick<SettleDecision, "silencedAlerts" | "silencedSources" | "silencedComponents"> {
  const { facts, matched } = settling;
  const muted = findMutedRules(facts);
  const quiet = matched.filter((each) => hasKnownCause(settling, each) || muted.has(each.rule));
  const unheard = new Set([...foldedComponents(settling), ...componentsOfSilentImports(facts)]);
  const components = facts.components.map(({ id }) => id);
  return {
    silencedAlerts: new Set(quiet.map(({ alert }) => alert.id)),
    silencedSources: findMutedSourceIds(facts),
    silencedComponents: new Set(components.filter((id) => unheard.has(id) || isComponentOrPageMuted(facts, id))),
  };
}
