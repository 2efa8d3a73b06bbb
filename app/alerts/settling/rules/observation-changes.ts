import { coverageChanges, coverageReturnTimeByComponent } from "~/status-page/timeline/rules/coverage";
import {
  type ObservedFacts,
  observedLayerChanges,
  observedReturnTimeByComponent,
} from "~/status-page/timeline/rules/observed-changes";
import type { SettleDecision, SettleFacts } from "./settle-facts";
import type { SettleState } from "./settle-incidents";
import {
  componentsWithMonitorOrHeartbeat,
  coverageStartByComponent,
  observersByComponent,
  reportFlagByComponent,
  silentSinceByComponent,
  silentSinceByKnownComponent,
} from "./silence";

/** Returns the earliest of the known times; null when none is known. */
export function earliestKnownTime(times: readonly (number | null)[]): number | null {
  const known = times.filter((at): at is number => at !== null);
  return known.length > 0 ? Math.min(...known) : null;
}

/** Returns the components whose observers are silent. `left` is true when one of them is left to the tick. */
export function silentComponentsOf({ sources, rules, components, now, judgesSilence }: SettleFacts) {
  const observers = observersByComponent(sources, rules);
  const all = silentSinceByComponent(observers, now);
  const silent = judgesSilence ? all : silentSinceByKnownComponent(all, observers, components);
  return { silent, left: silent.size < all.size };
}

type Observers = ReturnType<typeof observersByComponent>;

function observedFacts({ facts, matched }: SettleState, observers: Observers): ObservedFacts {
  const unread = facts.rules.filter((each) => facts.cutSources.has(each.sourceId));
  const { now, recoveredAt, observersChangedAt: changedAt } = facts;
  return {
    alerts: matched.map(({ alert, rule }) => ({
      startedAt: alert.startedAt,
      dismissed: alert.dismissedAt !== null,
      components: rule.components,
    })),
    silent: silentComponentsOf(facts).silent,
    watched: componentsWithMonitorOrHeartbeat(observers),
    held: new Set(unread.flatMap((each) => each.components.map(({ componentId }) => componentId))),
    vouchedSince: coverageStartByComponent(observers, now),
    changedAt,
    recoveredAt,
    now,
  };
}

interface ObservationChanges extends Pick<SettleDecision, "observed" | "coverage" | "observersChangedAt"> {
  /** Time at which a component with added or removed observers must be decided again; null when there is none. */
  dueAt: number | null;
}

/**
 * Returns the changes to the two layers that depend on a component's observers (`observed` and `coverage`), and when to
 * decide again.
 */
export function observationChangesOf(settling: SettleState): ObservationChanges {
  const { components, rules, sources, now, recoveredAt, observersChangedAt } = settling.facts;
  const observers = observersByComponent(sources, rules);
  const facts = observedFacts(settling, observers);
  const { vouchedSince, changedAt, silent } = facts;
  const covering = {
    observed: reportFlagByComponent(observers),
    silent,
    vouchedSince,
    changedAt,
    spokeAt: recoveredAt,
    now,
  };
  const waits = [observedReturnTimeByComponent(components, facts), coverageReturnTimeByComponent(components, covering)];
  return {
    observed: observedLayerChanges(components, facts),
    coverage: coverageChanges(components, covering),
    observersChangedAt: new Map([...observersChangedAt].filter(([id]) => waits.some((each) => each.has(id)))),
    dueAt: earliestKnownTime(waits.flatMap((each) => [...each.values()])),
  };
}
