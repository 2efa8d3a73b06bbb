import { impactOf } from "~/incidents/rules/impact";
import { type Impact, impacts, type Status, toStatus } from "~/status/status";

export interface ImpactFacts {
  /** The worst so far. */
  impact: Impact;
  /** What a person says it is, whatever becomes of its components. */
  impactOverride: string | null;
  components: readonly ImpactOn[];
  isOver: boolean;
}

/** A component of an incident. */
export interface ImpactOn {
  /** What the incident gives it now. */
  given: string | null;
  /** What visitors see of it; null = of a draft they see nothing. */
  shown: Status | null;
}

export interface ToldImpact {
  worst: Impact;
  /** Its present one, where that differs; null = there is nothing to say beside the worst. */
  now: Impact | null;
}

const worse = (one: Impact, other: Impact): Impact => (impacts.indexOf(other) > impacts.indexOf(one) ? other : one);

/** Whether visitors see that none of them is worse than this; not while nobody knows how one of them is. */
const isSeen = (now: Impact, components: readonly ImpactOn[]): boolean =>
  components.every(({ shown }) => shown !== "no_data" && worse(now, impactOf([shown ?? "operational"])) === now);

/** How bad an incident was at its worst, and is now; it is not told as less bad than what visitors see of its components. */
export function impactsOf({ impact, impactOverride, components, isOver }: ImpactFacts): ToldImpact {
  if (isOver || impactOverride !== null || components.length === 0) return { worst: impact, now: null };
  const now = impactOf(components.map(({ given }) => toStatus(given ?? "operational")));
  const worst = worse(impact, now);
  return { worst, now: now === worst || !isSeen(now, components) ? null : now };
}
