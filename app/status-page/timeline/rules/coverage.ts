import type { KeptBy } from "~/components/rules/fields";
import type { Coverage } from "~/status/status";

/** A component as far as it is known who vouches for it. */
export interface CoveredComponent {
  id: string;
  keptBy: KeptBy | null;
  coverage: Coverage;
  coverageSince: number;
}

export interface CoverageChange {
  component: CoveredComponent;
  /** Absent where only who keeps it changes. */
  row?: { from: Coverage; to: Coverage; at: number };
}

export interface CoverageFacts {
  /** Components that something observes; true where one of those has spoken, so that it vouches. */
  observed: ReadonlyMap<string, boolean>;
  /** When what observes spoke first, as far as that was not settled yet; null = nobody says. */
  spokeAt: number | null;
  now: number;
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

function coverageOf({ id, keptBy }: CoveredComponent, { observed }: CoverageFacts): Coverage {
  const isHeard = observed.get(id);
  if (isHeard !== undefined) return isHeard ? null : "no_data";
  return keptBy === "hand" ? "operational" : "no_data";
}

function cover(component: CoveredComponent, facts: CoverageFacts): CoverageChange | null {
  const { id, keptBy, coverage: from, coverageSince } = component;
  const keeps = facts.observed.has(id) ? "watched" : keptBy;
  const to = coverageOf(component, facts);
  if (to === from) return keeps === keptBy ? null : { component: { id, keptBy: keeps, coverage: from, coverageSince } };
  const at = to === null ? within(facts.spokeAt ?? facts.now, coverageSince, facts.now) : facts.now;
  return { component: { id, keptBy: keeps, coverage: to, coverageSince: at }, row: { from, to, at } };
}

/**
 * The coverage layer of each component. Whatever observes one makes it watched: it vouches from its first word on, and once
 * nothing observes it any more nobody does. Without one people vouch where they keep it by hand.
 */
export const coverageChanges = (components: readonly CoveredComponent[], facts: CoverageFacts): CoverageChange[] =>
  components.flatMap((each) => cover(each, facts) ?? []);
