import { impactOf } from "~/incidents/rules/impact";
import { type Impact, impacts, type Status, toStatus } from "~/status/status";

export interface ImpactFacts {
  /** The worst so far. */
  impact: Impact;
  /** What a person says it is, whatever becomes of its components. */
  impactOverride: string | null;
  /** What the incident gives each of its components now. */
  statuses: readonly (string | null)[];
  isOver: boolean;
}

export interface ToldImpact {
  worst: Impact;
  /** Its present one, where that differs; null = there is nothing to say beside the worst. */
  now: Impact | null;
}

const statusOf = (status: string | null): Status => toStatus(status ?? "operational");

const worse = (one: Impact, other: Impact): Impact => (impacts.indexOf(other) > impacts.indexOf(one) ? other : one);

/** How bad an incident was at its worst, and is now. */
export function impactsOf({ impact, impactOverride, statuses, isOver }: ImpactFacts): ToldImpact {
  if (isOver || impactOverride !== null || statuses.length === 0) return { worst: impact, now: null };
  const now = impactOf(statuses.map(statusOf));
  const worst = worse(impact, now);
  return { worst, now: now === worst ? null : now };
}
