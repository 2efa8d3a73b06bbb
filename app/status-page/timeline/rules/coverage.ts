import type { KeptBy } from "~/components/rules/fields";
import type { Coverage } from "~/status/status";
import { opensAt } from "./opening";

/** A component as far as it is known who vouches for it. */
export interface CoveredComponent {
  id: string;
  keptBy: KeptBy | null;
  coverage: Coverage;
  coverageSince: number;
  /** When what observes it last began to vouch; null = it never did, or that was not noted yet. */
  coverageOpenedAt: number | null;
}

export interface CoverageChange {
  component: CoveredComponent;
  /** Absent where only who keeps it changes. */
  row?: { from: Coverage; to: Coverage; at: number };
}

export interface CoverageFacts {
  /** Components that something observes; true where one of those has spoken, so that it vouches. */
  observed: ReadonlyMap<string, boolean>;
  /** Of those the ones that are silent all together. */
  silent: ReadonlyMap<string, number>;
  /** Since when one of those vouches; left out where nobody noted it. */
  vouchedSince: ReadonlyMap<string, number>;
  /** When somebody changed what observes it, as far as that was not settled yet. */
  changedAt: ReadonlyMap<string, number>;
  /** What stands in where neither was noted: the latest end of an alert that was not settled yet; null = there is none. */
  spokeAt: number | null;
  now: number;
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

/** From when on what observes it vouches for it: since it speaks, and since it is asked about this component. */
function vouchesAt({ id, coverageSince }: CoveredComponent, facts: CoverageFacts): number {
  const known = [facts.vouchedSince.get(id), facts.changedAt.get(id)].filter((at) => at !== undefined);
  const spokeAt = facts.silent.has(id) ? facts.now : (facts.spokeAt ?? facts.now);
  const at = known.length > 0 ? Math.max(...known) : spokeAt;
  return within(at, coverageSince, facts.now);
}

/** When coverage of a component comes back that what observes it vouches for again; null = there is nothing to wait for. */
function waitsUntil(component: CoveredComponent, facts: CoverageFacts): number | null {
  if (component.coverage === null || facts.observed.get(component.id) !== true) return null;
  const vouchedSince = vouchesAt(component, facts);
  const at = opensAt({ openedAt: component.coverageOpenedAt, vouchedSince, now: facts.now });
  return at > facts.now ? at : null;
}

function coverageOf(component: CoveredComponent, facts: CoverageFacts): Coverage {
  const isHeard = facts.observed.get(component.id);
  if (isHeard !== undefined) return isHeard && waitsUntil(component, facts) === null ? null : "no_data";
  return component.keptBy === "manual" ? "operational" : "no_data";
}

function cover(component: CoveredComponent, facts: CoverageFacts): CoverageChange | null {
  const { id, keptBy, coverage: from } = component;
  const keeps = facts.observed.has(id) ? "watched" : keptBy;
  const to = coverageOf(component, facts);
  if (to === from) return keeps === keptBy ? null : { component: { ...pick(component), keptBy: keeps } };
  const gone = within(facts.changedAt.get(id) ?? facts.now, component.coverageSince, facts.now);
  const at = to === null ? vouchesAt(component, facts) : gone;
  const coverageOpenedAt = to === null ? facts.now : component.coverageOpenedAt;
  return { component: { id, keptBy: keeps, coverage: to, coverageSince: at, coverageOpenedAt }, row: { from, to, at } };
}

const pick = ({ id, keptBy, coverage, coverageSince, coverageOpenedAt }: CoveredComponent): CoveredComponent => ({
  id,
  keptBy,
  coverage,
  coverageSince,
  coverageOpenedAt,
});

/**
 * The coverage layer of each component. Whatever observes one makes it watched: it vouches from its first word on, and once
 * nothing observes it any more nobody does. Without one people vouch where they keep it by hand.
 */
export const coverageChanges = (components: readonly CoveredComponent[], facts: CoverageFacts): CoverageChange[] =>
  components.flatMap((each) => cover(each, facts) ?? []);

/** Components of which coverage comes back later, with when. */
export const coverageWaits = (components: readonly CoveredComponent[], facts: CoverageFacts): Map<string, number> =>
  new Map(
    components.flatMap((each): [string, number][] => {
      const at = waitsUntil(each, facts);
      return at === null ? [] : [[each.id, at]];
    }),
  );
