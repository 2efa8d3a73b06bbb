/**
 * Returns the rank of a state among those that need attention, the worst first; all others share the rank after them.
 */
export function worstFirstRankOf(worst: readonly string[], state: string): number {
  const rank = worst.indexOf(state);
  return rank < 0 ? worst.length : rank;
}

/** Sorts states that need attention first; the order is otherwise unchanged. */
export const sortWorstFirst = <Row extends { state: string }>(rows: readonly Row[], worst: readonly string[]): Row[] =>
  rows.toSorted((one, other) => worstFirstRankOf(worst, one.state) - worstFirstRankOf(worst, other.state));
