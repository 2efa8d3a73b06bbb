import type { StatusKeeper } from "~/components/rules/fields";
import type { CoverageStatus } from "~/status/status";
import { layerReturnsAt } from "./opening";

/** The columns of a component that record who observes it. */
export interface CoveredComponent {
  id: string;
  keptBy: StatusKeeper | null;
  coverage: CoverageStatus;
  coverageSince: number;
  /** Time since which its observers report again; null = never, or not recorded yet. */
  coverageOpenedAt: number | null;
}

export interface CoverageLayerChange {
  component: CoveredComponent;
  /** Absent when only `keptBy` changes. */
  row?: { from: CoverageStatus; to: CoverageStatus; at: number };
}

export interface CoverageFacts {
  /** Components that have observers; true when one of them has reported, so that the component is observed. */
  observed: ReadonlyMap<string, boolean>;
  /** Observed components all of whose observers are silent, with since when. */
  silent: ReadonlyMap<string, number>;
  /** The time since which an observer vouches, if that was noted. */
  vouchedSince: ReadonlyMap<string, number>;
  /** When a component's observers were changed by a person, if that is not settled yet. */
  changedAt: ReadonlyMap<string, number>;
  /** The latest end of an alert that is not settled yet, used when neither was recorded; null when there is none. */
  spokeAt: number | null;
  now: number;
}

const within = (at: number, from: number, to: number) => Math.min(Math.max(at, from), to);

/**
 * Returns since when its observers vouch for it: they must have reported, and must have been assigned to this
 * component.
 */
function vouchesAt({ id, coverageSince }: CoveredComponent, facts: CoverageFacts): number {
  const known = [facts.vouchedSince.get(id), facts.changedAt.get(id)].filter((at) => at !== undefined);
  const spokeAt = facts.silent.has(id) ? facts.now : (facts.spokeAt ?? facts.now);
  const at = known.length > 0 ? Math.max(...known) : spokeAt;
  return within(at, coverageSince, facts.now);
}

/**
 * Returns the time at which a component whose observers report again gets its coverage back; null when there is nothing
 * to wait for.
 */
function waitsUntil(component: CoveredComponent, facts: CoverageFacts): number | null {
  if (component.coverage === null || facts.observed.get(component.id) !== true) return null;
  const vouchedSince = vouchesAt(component, facts);
  const at = layerReturnsAt({ openedAt: component.coverageOpenedAt, vouchedSince, now: facts.now });
  return at > facts.now ? at : null;
}

function coverageOf(component: CoveredComponent, facts: CoverageFacts): CoverageStatus {
  const isHeard = facts.observed.get(component.id);
  if (isHeard !== undefined) return isHeard && waitsUntil(component, facts) === null ? null : "no_data";
  return component.keptBy === "manual" ? "operational" : "no_data";
}

function cover(component: CoveredComponent, facts: CoverageFacts): CoverageLayerChange | null {
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
 * Returns the changes of each component's coverage layer. A component with observers is covered from their first report
 * on, and has no data once they are all removed. Components without observers are covered when people keep them
 * manually.
 */
export const coverageChanges = (components: readonly CoveredComponent[], facts: CoverageFacts): CoverageLayerChange[] =>
  components.flatMap((each) => cover(each, facts) ?? []);

/** Returns components whose coverage comes back later, with when. */
export const coverageReturnTimeByComponent = (
  components: readonly CoveredComponent[],
  facts: CoverageFacts,
): Map<string, number> =>
  new Map(
    components.flatMap((each): [string, number][] => {
      const at = waitsUntil(each, facts);
      return at === null ? [] : [[each.id, at]];
    }),
  );
