/** Where a state stands among those that need somebody, the worst first; all others share the place behind them. */
export function rankAmong(worst: readonly string[], state: string): number {
  const rank = worst.indexOf(state);
  return rank < 0 ? worst.length : rank;
}

/** What needs somebody stands first; the order is otherwise as it was. */
export const worstFirst = <Row extends { state: string }>(rows: readonly Row[], worst: readonly string[]): Row[] =>
  rows.toSorted((one, other) => rankAmong(worst, one.state) - rankAmong(worst, other.state));
