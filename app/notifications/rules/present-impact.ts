import { impactOfStatuses } from "~/incidents/rules/impact";
import { type Impact, impacts, type Status, toStatus } from "~/status/status";

export interface ImpactFacts {
  /** Worst impact so far. */
  impact: Impact;
  /** Impact that a person set; it holds whatever its components do. */
  impactOverride: string | null;
  components: readonly ComponentImpact[];
  isOver: boolean;
}

/** A component of an incident. */
export interface ComponentImpact {
  /** Status that the incident gives it now. */
  given: string | null;
  /** Status that visitors see; null = visitors do not see the draft. */
  shown: Status | null;
}

export interface ImpactLabel {
  worst: Impact;
  /** Present impact, when it differs; null = only the worst is stated. */
  now: Impact | null;
}

const worse = (one: Impact, other: Impact): Impact => (impacts.indexOf(other) > impacts.indexOf(one) ? other : one);

/** Returns true when visitors see no component that is worse than this; false while one has no data. */
const isSeen = (now: Impact, components: readonly ComponentImpact[]): boolean =>
  components.every(
    ({ shown }) => shown !== "no_data" && worse(now, impactOfStatuses([shown ?? "operational"])) === now,
  );

/**
 * Returns an incident's worst and current impact. The current impact is never less severe than what visitors see of its
 * components.
 */
export function incidentImpactsOf({ impact, impactOverride, components, isOver }: ImpactFacts): ImpactLabel {
  if (isOver || impactOverride !== null || components.length === 0) return { worst: impact, now: null };
  const now = impactOfStatuses(components.map(({ given }) => toStatus(given ?? "operational")));
  const worst = worse(impact, now);
  return { worst, now: now === worst || !isSeen(now, components) ? null : now };
}
