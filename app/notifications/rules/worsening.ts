import { loudnessOf } from "./incident-severity";

/** What a notice of an incident that got worse tells: what is new since the message before it. */
export interface WorseningScope {
  /** When that was decided, UTC ms. */
  after: number;
  /** Names of alerts that were not told before, and components that were not, or as less bad. */
  names: number;
  componentIds: readonly string[];
  /** The loudest when this was decided; null = one that says none. */
  severity: string | null;
}

export interface WorseningNotice {
  sequence: number;
  scope: Readonly<Record<string, unknown>>;
}

export const worseningIn = ({ scope }: WorseningNotice): WorseningScope => ({
  after: Number(scope.after ?? 0),
  names: Number(scope.names ?? 0),
  componentIds: (scope.components ?? []) as string[],
  severity: (scope.severity ?? null) as string | null,
});

const both = (one: WorseningScope, other: WorseningScope): WorseningScope => ({
  after: Math.min(one.after, other.after),
  names: one.names + other.names,
  componentIds: [...new Set([...one.componentIds, ...other.componentIds])],
  severity: loudnessOf(other.severity) > loudnessOf(one.severity) ? other.severity : one.severity,
});

/**
 * Of messages that wait together (quiet hours, a mailer that was away) the newest tells what all of them would have; null = a
 * newer one does. `others`: the notices of the same incident that are still of use.
 */
export function foldedWorsening(own: WorseningNotice, others: readonly WorseningNotice[]): WorseningScope | null {
  if (others.some(({ sequence }) => sequence > own.sequence)) return null;
  return others.map(worseningIn).reduce(both, worseningIn(own));
}
