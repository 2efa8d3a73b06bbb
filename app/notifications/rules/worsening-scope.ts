import { severityRankOf } from "~/status/severity";

/** The news in a notice about an incident that got worse, since the message before it. */
export interface WorseningScope {
  /** Time of the previous message's decision, UTC ms. */
  after: number;
  /** Number of alert names not sent before, and components not sent before or sent as less severe. */
  names: number;
  componentIds: readonly string[];
  /** Highest severity at the decision; null = an alert without a severity. */
  severity: string | null;
}

export interface WorseningNotice {
  sequence: number;
  scope: Readonly<Record<string, unknown>>;
}

export const worseningScopeOf = ({ scope }: WorseningNotice): WorseningScope => ({
  after: Number(scope.after ?? 0),
  names: Number(scope.names ?? 0),
  componentIds: (scope.components ?? []) as string[],
  severity: (scope.severity ?? null) as string | null,
});

const both = (one: WorseningScope, other: WorseningScope): WorseningScope => ({
  after: Math.min(one.after, other.after),
  names: one.names + other.names,
  componentIds: [...new Set([...one.componentIds, ...other.componentIds])],
  severity: severityRankOf(other.severity) > severityRankOf(one.severity) ? other.severity : one.severity,
});

/**
 * Returns the news of messages that wait together (quiet hours, a mailer that is away), for the newest of them; null
 * for the others. `others` = the notices of the same incident that are still useful.
 */
export function mergeWorsenings(own: WorseningNotice, others: readonly WorseningNotice[]): WorseningScope | null {
  if (others.some(({ sequence }) => sequence > own.sequence)) return null;
  return others.map(worseningScopeOf).reduce(both, worseningScopeOf(own));
}
